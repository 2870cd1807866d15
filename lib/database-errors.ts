import { databaseTlsHint } from './tls'

const codeOf = (error: unknown): string[] => {
  const seen: string[] = []
  for (
    let e = error as Record<string, unknown> | undefined;
    e && seen.length < 12;
    e = (e.cause ?? (e.meta as { driverAdapterError?: unknown })?.driverAdapterError) as typeof e
  )
    for (const key of ['code', 'originalCode', 'kind', 'name'])
      if (typeof e[key] === 'string') seen.push(e[key] as string)
  return seen
}

/** Nothing was written, and the same transaction may succeed. */
export const isRetryable = (error: unknown) =>
  codeOf(error).some((code) =>
    ['P2034', '40P01', '40001', 'TransactionWriteConflict'].includes(code),
  )

/** It answered, and not in time: too much is asked of it, or something holds a lock. */
export const isDatabaseBusy = (error: unknown): boolean =>
  isRetryable(error) || codeOf(error).some((code) => ['55P03', '57014'].includes(code))

export const isDuplicate = (error: unknown): boolean =>
  codeOf(error).some((code) => ['P2002', '23505', 'UniqueConstraintViolation'].includes(code))

/** True when a row violated an exclusion constraint: its time overlaps a reservation. */
export const isOverlap = (error: unknown): boolean => codeOf(error).includes('23P01')

/** Why no use of a code is left for a booking, by prisma/sql/triggers/codes.sql; null: another error. */
export function usedCode(error: unknown): 'code_used_up' | 'code_used' | null {
  const codes = codeOf(error)
  if (codes.includes('UC001')) return 'code_used_up'
  return codes.includes('UC002') ? 'code_used' : null
}

const AWAY = [
  /^(P1001|P1002|P1008|P1017|P2024|P2028|P2034)$/,
  /^(08\w{3}|57P0[1-3]|57014|55P03|53\w{3}|58\w{3}|40001|40P01)$/,
  // Only reads; lets nobody of this name or password in; is not there.
  /^(25006|28000|28P01|3D000)$/,
  /^(ECONNREFUSED|ECONNRESET|EPIPE|ETIMEDOUT|ENOTFOUND|EAI_AGAIN)$/,
  /^(TransactionWriteConflict|DatabaseNotReachable|ConnectionClosed|SocketTimeout)$/,
  /^(TooManyConnections|AuthenticationFailed|DatabaseAccessDenied|DatabaseDoesNotExist)$/,
]
const AWAY_TEXTS = [
  /timeout exceeded when trying to connect|Connection terminated|is not queryable/i,
  /server closed the connection|the database system is (starting up|shutting down)/i,
]

const isAwayText = (message: string): boolean => AWAY_TEXTS.some((pattern) => pattern.test(message))

/** The database cannot be reached, or cannot answer for now: answered 503 with Retry-After. */
export const isDatabaseAway = (error: unknown): boolean =>
  codeOf(error).some((code) => AWAY.some((pattern) => pattern.test(code))) ||
  isAwayText(String((error as Error)?.message ?? '')) ||
  databaseTlsHint(error) !== null

const SENTENCES: [RegExp, string][] = [
  [/^(28P01|AuthenticationFailed)$/, 'The database refuses the user and password of DATABASE_URL.'],
  [/^(28000|DatabaseAccessDenied)$/, 'The database does not let in the user of DATABASE_URL.'],
  [/^(3D000|DatabaseDoesNotExist)$/, 'There is no database of the name in DATABASE_URL.'],
  [/^(ENOTFOUND|EAI_AGAIN)$/, 'The host of DATABASE_URL is not known here.'],
  [
    /^25006$/,
    'The database only reads: it is a standby, or was set so, as hosts do when its disk is full.',
  ],
  [/^53100$/, 'The disk of the database is full.'],
  [
    /^(53300|TooManyConnections)$/,
    'The database has no connection left: lower DATABASE_POOL, or raise its max_connections.',
  ],
]
const NO_PASSWORD = /password must be a string/

/** What is wrong with the database, or with what was said of it; null for any other failure. */
export function databaseSentence(error: unknown): string | null {
  const codes = codeOf(error)
  const known = SENTENCES.find(([pattern]) => codes.some((code) => pattern.test(code)))?.[1]
  if (known) return known
  if (NO_PASSWORD.test(String((error as Error)?.message ?? '')))
    return 'DATABASE_URL has no password, and the database asks for one.'
  if (!isDatabaseAway(error)) return null
  return databaseTlsHint(error) ?? 'The database cannot be reached: check DATABASE_URL.'
}
