import 'server-only'
import pino from 'pino'

let lastMs = 0
let lastTime = ''

/** Formatted once for all lines of a millisecond, of which a busy server writes dozens. */
function isoTime(): string {
  const ms = Date.now()
  if (ms !== lastMs) lastTime = `,"time":"${new Date(ms).toISOString()}"`
  lastMs = ms
  return lastTime
}

/** On stdout: never a body, a cookie, a client secret or anything typed (docs/decisions/020 F3). */
const OPTIONS = { base: undefined, timestamp: isoTime }
/** What waits for a disk that is full. */
const MOST_WAITING = 1024 * 1024
export const log = pino(OPTIONS, destination(true))

/**
 * Where nothing can be written, as into a file on a full disk, lines wait and the site goes on. Left
 * alone the package ends the process, and then tries for ever to write what waits.
 */
function destination(sync: boolean) {
  const stream = pino.destination({ sync, maxLength: MOST_WAITING })
  const flushSync = stream.flushSync.bind(stream)
  const neglect = () => (stream.flushSync = () => {})
  stream.on('error', neglect)
  stream.on('write', () => (stream.flushSync = flushSync))
  return stream
}

/**
 * A log that is written later, for the one line of every request: written at once it takes a tenth
 * of the time of a kept page. `flush` writes what is buffered; so does the end of the process,
 * unless it is killed.
 */
export function bufferedLog(): { log: typeof log; flush(): void } {
  const stream = destination(false)
  return { log: pino(OPTIONS, stream), flush: () => stream.flushSync() }
}

/** The parts of an error that are safe to log: its kind, code and stack without values. */
export const errorFields = (error: unknown) => {
  const e = error as {
    name?: string
    code?: unknown
    type?: unknown
    stack?: string
    /** Of a refusal of ours: the key of its sentence. */
    details?: { sentence?: string }
  }
  const stack = e?.stack
    ?.split('\n')
    .filter((line) => line.startsWith('    at'))
    .slice(0, 8)
    .join('\n')
  const { name, code, type, details } = e ?? {}
  const sentence = name === 'Problem' ? details?.sentence : undefined
  return { name, code, sentence, sqlState: sqlStateOf(error), type, stack }
}

/** PostgreSQL's own code, the driver's or inside Prisma's ("P2010" alone only means raw SQL). */
function sqlStateOf(error: unknown): string | undefined {
  const { code, severity, meta, cause } = (error ?? {}) as {
    code?: string
    severity?: string
    meta?: { driverAdapterError?: unknown }
    cause?: unknown
  }
  if (severity !== undefined) return code
  const inner = (meta?.driverAdapterError ?? cause) as
    { cause?: { originalCode?: string; kind?: string } } | undefined
  return inner?.cause?.originalCode ?? inner?.cause?.kind
}
