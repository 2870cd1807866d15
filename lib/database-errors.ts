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

export const isDuplicate = (error: unknown): boolean =>
  codeOf(error).some((code) => ['P2002', '23505', 'UniqueConstraintViolation'].includes(code))

/** True when a row violated an exclusion constraint: its time overlaps a reservation. */
export const isOverlap = (error: unknown): boolean => codeOf(error).includes('23P01')

const AWAY = [
  /^(P1001|P1002|P1008|P1017|P2024|P2028|P2034)$/,
  /^(08\w{3}|57P0[1-3]|57014|55P03|53\w{3}|58\w{3}|40001|40P01)$/,
  /^(ECONNREFUSED|ECONNRESET|EPIPE|ETIMEDOUT)$/,
  /^(TransactionWriteConflict|DatabaseNotReachable|ConnectionClosed|SocketTimeout)$/,
  /^TooManyConnections$/,
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
