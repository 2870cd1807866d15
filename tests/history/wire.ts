import pg from 'pg'
import { InstanceKilled, Operation } from './operation'

type Query = (this: pg.Client, ...args: unknown[]) => unknown
type Inside = { connection: { stream: { destroy(): void } }; processID: number }

/** Backends whose process was killed in the middle; the next step waits until they are gone. */
export const killedBackends: number[] = []

/**
 * Counts the queries of each operation, and lets an instance die at one of them: its connection is
 * cut, so that the server undoes what was not committed, and nothing it does afterwards arrives.
 * `own` are the checker's connections, which look at rows on the way.
 */
export function tapDatabase(...own: pg.Client[]): void {
  const prototype = pg.Client.prototype as unknown as { query: Query }
  const original = prototype.query
  prototype.query = function (...args) {
    const operation = Operation.current()
    if (!operation || own.includes(this)) return original.apply(this, args)
    const callback = typeof args.at(-1) === 'function' ? (args.pop() as Callback) : null
    const promise = ask(this, operation, () => original.apply(this, args) as Promise<unknown>, args)
    if (!callback) return promise
    promise.then(
      (result) => callback(null, result),
      (error: unknown) => callback(error as Error),
    )
    return undefined
  }
}

type Callback = (error: Error | null, result?: unknown) => void

async function ask(
  client: pg.Client,
  operation: Operation,
  run: () => Promise<unknown>,
  args: unknown[],
): Promise<unknown> {
  if (operation.dead) return cut(client, operation)
  const { kill, pause, drop } = operation.plan
  const query = ++operation.queries
  const isLast = kill?.at === 'database' && query === kill.call
  if (pause && !operation.hasPaused && isMeant(pause, query, textOf(args[0]))) {
    operation.paused = true
    operation.hasPaused = true
    await operation.hold()
    if (operation.dead) return cut(client, operation)
  }
  if (isLast && !kill.after) return cut(client, operation)
  const breaks =
    drop !== undefined && !operation.hasDropped && isMeant(drop, query, textOf(args[0]))
  if (breaks) operation.hasDropped = true
  if (breaks && !drop.after) return disconnect(client, operation)
  operation.busy++
  try {
    const result = await run()
    if (isLast) return cut(client, operation)
    if (breaks) return disconnect(client, operation)
    countTransaction(operation, args[0])
    return result
  } finally {
    operation.busy--
  }
}

const textOf = (question: unknown): string =>
  (typeof question === 'string' ? question : (question as { text?: string }).text) ?? ''

const isMeant = (at: { query: number } | { before: string }, query: number, text: string) =>
  'query' in at ? at.query === query : text.includes(at.before)

function countTransaction(operation: Operation, question: unknown): void {
  const text = textOf(question)
  if (/^\s*BEGIN/i.test(text)) operation.transactions++
  if (/^\s*(COMMIT|ROLLBACK)\s*;?\s*$/i.test(text)) operation.transactions--
}

function cut(client: pg.Client, operation: Operation): never {
  operation.dead = true
  breakConnection(client)
  throw new InstanceKilled()
}

function disconnect(client: pg.Client, operation: Operation): never {
  operation.transactions = 0
  breakConnection(client)
  throw Object.assign(new Error('Connection terminated unexpectedly'), { code: 'ECONNRESET' })
}

function breakConnection(client: pg.Client): void {
  const inside = client as unknown as Inside
  client.on('error', () => {})
  killedBackends.push(inside.processID)
  inside.connection.stream.destroy()
}

/** True when somebody waits for a lock in this database. */
export async function isSomebodyBlocked(sql: pg.Client): Promise<boolean> {
  const { rowCount } = await sql.query(
    `SELECT 1 FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'`,
  )
  return rowCount !== 0
}

/** Waits until the server has undone what killed instances left open. */
export async function untilUndone(sql: pg.Client): Promise<void> {
  while (killedBackends.length > 0) {
    const { rowCount } = await sql.query(`SELECT 1 FROM pg_stat_activity WHERE pid = ANY ($1)`, [
      killedBackends,
    ])
    if (rowCount === 0) killedBackends.length = 0
  }
}
