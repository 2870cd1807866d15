import type pg from 'pg'
import { currentOperation } from './operation'

// Time is moved on, never waited for: the process's clock and the database's both run ahead of the
// machine's by the same span, which only `passTime` changes. They go on running, so that what
// happens later has a later time.

const MachineDate = Date
let ahead = 0

const now = (): number => MachineDate.now() + ahead + (currentOperation()?.plan.skewMs ?? 0)

/** Puts the moved clock in the place of `Date`, for everything in this process. */
export function takeOverClock(): void {
  globalThis.Date = new Proxy(MachineDate, {
    construct: (target, args, self) =>
      Reflect.construct(target, args.length === 0 ? [now()] : args, self) as Date,
    get: (target, key) => (key === 'now' ? now : (Reflect.get(target, key) as unknown)),
  })
}

/** The moved clock, in milliseconds. */
export const movedNow = now

/** Moves the clocks of the process and of the database to `ms` ahead of the machine's. */
export async function setAhead(sql: pg.Client, ms: number): Promise<void> {
  ahead = ms
  await sql.query(`UPDATE studio_clock SET ahead = make_interval(secs => $1)`, [ms / 1000])
}

export const currentAhead = (): number => ahead

/** After the migrations: defaults that name the machine's clock outright get the moved one. */
export async function moveDefaults(sql: pg.Client): Promise<void> {
  const { rows } = await sql.query<{ table: string; column: string }>(`
    SELECT table_name AS table, column_name AS column FROM information_schema.columns
    WHERE table_schema = 'public' AND column_default ILIKE '%CURRENT_TIMESTAMP%'`)
  for (const { table, column } of rows)
    await sql.query(`ALTER TABLE "${table}" ALTER COLUMN "${column}" SET DEFAULT public.now()`)
}
