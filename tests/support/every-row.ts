import type { Client } from 'pg'

export type Cells = Record<string, string | null>
/** Every row of every table, by table and primary key; each cell as text. */
export type Rows = Map<string, Map<string, Cells>>

export async function everyRow(sql: Client): Promise<Rows> {
  const { rows: tables } = await sql.query<{ name: string; key: string }>(`
    SELECT relname AS name, string_agg(format('t.%I', attname), ', ' ORDER BY attnum) AS key
    FROM pg_class JOIN pg_index ON indrelid = pg_class.oid AND indisprimary JOIN pg_attribute ON attrelid = indrelid AND attnum = ANY (indkey)
    WHERE relnamespace = 'public'::regnamespace AND relname <> '_prisma_migrations' GROUP BY relname ORDER BY relname`)
  const all: Rows = new Map()
  for (const { name, key } of tables) {
    const { rows } = await sql.query<{ id: string; cells: Cells }>(
      `SELECT concat_ws(' ', ${key}) AS id, (SELECT jsonb_object_agg(key, value) FROM jsonb_each_text(to_jsonb(t))) AS cells FROM ${name} t`,
    )
    all.set(name, new Map(rows.map(({ id, cells }) => [id, cells])))
  }
  return all
}
