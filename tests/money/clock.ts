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

/**
 * Lets `now()` in this database be the moved clock: a function of the same name that is found
 * first. Defaults are looked up when they are made, so they are made again.
 */
export async function moveDatabaseClock(sql: pg.Client): Promise<void> {
  await sql.query(`
    CREATE TABLE public.studio_clock (ahead interval NOT NULL);
    INSERT INTO public.studio_clock VALUES ('0');
    CREATE FUNCTION public.now() RETURNS timestamptz LANGUAGE sql STABLE PARALLEL SAFE
      AS $$ SELECT pg_catalog.now() + (SELECT ahead FROM public.studio_clock) $$;
    CREATE FUNCTION public.clock_timestamp() RETURNS timestamptz LANGUAGE sql VOLATILE
      AS $$ SELECT pg_catalog.clock_timestamp() + (SELECT ahead FROM public.studio_clock) $$;
    CREATE FUNCTION public.statement_timestamp() RETURNS timestamptz LANGUAGE sql STABLE
      AS $$ SELECT pg_catalog.statement_timestamp() + (SELECT ahead FROM public.studio_clock) $$;
    DO $$ BEGIN EXECUTE format('ALTER DATABASE %I SET search_path = public, pg_catalog', current_database()); END $$;
    SET search_path = public, pg_catalog`)
  const { rows } = await sql.query<{ table: string; column: string }>(`
    SELECT table_name AS table, column_name AS column FROM information_schema.columns
    WHERE table_schema = 'public' AND (column_default ILIKE '%CURRENT_TIMESTAMP%' OR column_default ILIKE '%now()%')`)
  for (const { table, column } of rows)
    await sql.query(`ALTER TABLE "${table}" ALTER COLUMN "${column}" SET DEFAULT public.now()`)
}
