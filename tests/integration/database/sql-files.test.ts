// prisma/sql has the functions, views and triggers that are in force; migrations brought them there.
import { readdirSync, readFileSync } from 'node:fs'
import { testDatabase, type TestDatabase } from '@/tests/support/database'

// Functions before what uses them, and no view before one that it reads.
const files = ['functions', 'triggers', 'views'].flatMap((folder) =>
  readdirSync(`prisma/sql/${folder}`)
    .sort()
    .map((name) => `${folder}/${name}`),
)

let database: TestDatabase
beforeAll(async () => {
  database = await testDatabase()
})
afterAll(() => database.drop())

/** "function hold_slot", "trigger sales_agree ON sales" … → its definition. */
async function definitions(): Promise<Map<string, string>> {
  const { rows } = await database.sql.query<{ name: string; definition: string }>(`
    SELECT 'function ' || proname AS name, string_agg(concat_ws(' ', pg_get_functiondef(oid), proacl), ' ' ORDER BY oid) AS definition
      FROM pg_proc WHERE pronamespace = 'public'::regnamespace AND prokind IN ('f', 'p')
        AND NOT EXISTS (SELECT FROM pg_depend WHERE classid = 'pg_proc'::regclass AND objid = pg_proc.oid AND deptype = 'e')
      GROUP BY proname
    UNION ALL SELECT 'view ' || relname, concat_ws(' ', relkind, pg_get_viewdef(oid), reloptions, relacl)
      FROM pg_class WHERE relnamespace = 'public'::regnamespace AND relkind IN ('v', 'm')
    UNION ALL SELECT concat_ws(' ', 'trigger', tgname, 'ON', relname), concat_ws(' ', pg_get_triggerdef(pg_trigger.oid), tgenabled)
      FROM pg_trigger JOIN pg_class ON pg_class.oid = tgrelid
      WHERE relnamespace = 'public'::regnamespace AND NOT tgisinternal
    ORDER BY 1`)
  return new Map(rows.map(({ name, definition }) => [name, definition]))
}

const quoted = (all: Map<string, string>, kind: string) =>
  [...all.keys()]
    .filter((name) => name.startsWith(`${kind} `))
    .map((name) => `"${name.slice(kind.length + 1)}"`)
    .join(', ')

test('a migrated database has what the files of prisma/sql say, each in the file of its name', async () => {
  const inForce = await definitions()
  expect(inForce.size).toBeGreaterThan(50)
  await database.sql.query(`BEGIN;
    DROP VIEW ${quoted(inForce, 'view')};
    DROP FUNCTION ${quoted(inForce, 'function')} CASCADE;
    SET LOCAL check_function_bodies = off`)
  expect((await definitions()).size).toBe(0)
  let before: string[] = []
  for (const file of files) {
    await database.sql.query(readFileSync(`prisma/sql/${file}`, 'utf8'))
    const all = [...(await definitions()).keys()]
    const made = all.filter((name) => !before.includes(name))
    before = all
    const [folder = '', name = ''] = file.replace(/\.sql$/, '').split('/')
    if (folder === 'triggers')
      expect([file, made]).toEqual([
        file,
        expect.arrayContaining([expect.stringMatching(/^trigger /)]),
      ])
    else expect([file, made]).toEqual([file, [`${folder.replace(/s$/, '')} ${name}`]])
  }
  expect(Object.fromEntries(await definitions())).toEqual(Object.fromEntries(inForce))
  await database.sql.query('ROLLBACK')
})
