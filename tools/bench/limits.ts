// The limits for the weight and speed of the public site; the tables and the exit code of `npm run
// bench` use them.

// Pages with a form or a tool; all others only show content.
const TOOLS = ['/', '/membership', '/recording-tracker', '/contact']

/** The most script of a page's first view relative to a bare Next.js page, by address. */
export const scriptLimit = (path: string): number =>
  path === '/booking' ? 1.45 : TOOLS.includes(path) ? 1.3 : 1.14

/**
 * The same at the end: scrolled through, and /booking with its form filled in up to the payment,
 * which by then has loaded the validation and the notices.
 */
export const usedScriptLimit = (path: string): number =>
  path === '/booking' ? 1.65 : scriptLimit(path)

/** Of every public page, as sent to a browser that accepts Brotli. */
export const HTML_KIB = 24
export const FONTS_KB = 90

export const LIGHTHOUSE = {
  version: '12.8.2',
  /** Runs for each median. */
  runs: 5,
  /** The minimum performance score of a page, by address. */
  performance: (path: string): number => (path === '/booking' ? 85 : 90),
  score: 100,
  lcpMs: 1_800,
  cls: 0.01,
}

export const BOOKINGS = {
  sizes: [1_000, 100_000, 1_000_000] as const,
  /** In how many rooms visitors look for time. */
  rooms: [1, 2, 5] as const,
  runs: 50,
  warmUp: 10,
  /**
   * The size at which a call is compared with bare SQL: at most this many times its duration, plus
   * the cost of HTTP and a session.
   */
  judged: 100_000,
  timesSql: 1.5,
  plusMs: 60,
  /** From the smallest size to the largest. */
  growth: 1.5,
  /** The same for visitors' calls: free times, a booking, a move. */
  slotGrowth: 1.2,
  /** Resident memory of the server at the second of these page turns, relative to the first. */
  turns: [100, 500] as const,
  memory: 1.1,
}

export const RACE = {
  slots: 100,
  /** How many visitors request each of them at the same moment. */
  visitors: 20,
  /** Slots before them that are requested in the same way and not counted. */
  warmUp: 5,
  /** The longest that any of them may wait. */
  slowestMs: 1_000,
}

/** A slow phone on a slow connection, for what DevTools slows down. */
export const THROTTLED = {
  runs: 7,
  pages: ['/', '/booking', '/services'],
  cpu: 4,
  latencyMs: 150,
  downBits: 1_600_000,
  upBits: 750_000,
  /** After the network is idle: later paints would still be counted. */
  settleMs: 1_000,
}

/** The owner's first screen, with so many sessions. */
export const CONSOLE = {
  sessions: 8,
  /** Bytes as sent; `script` relative to the bare page's. */
  most: {
    script: 1.15,
    html: 12_000,
    data: 6_000,
    bytes: 230_000,
    nodes: 400,
    firstSessionMs: 1_800,
  },
}

/** The owner's pages over a history of so many bookings, with so many sessions on each day of the week. */
export const OWNER = {
  bookings: 100_000,
  sessionsADay: 6,
  connections: 8,
  rounds: 3,
  seconds: 4,
  /** Answers a second, on two cores. */
  least: { week: 65, today: 100, sheet: 100 },
}

/** What one studio's server needs. */
export const HOSTING = {
  /** One instance and its database together, after the light hour: the machine they must fit on. */
  memoryMiB: 1024,
}

export const STARTS = {
  rounds: 5,
  /** The maximum time from the start of the process to the first answer, relative to the bare page's. */
  times: 2,
}

export const THROUGHPUT = {
  connections: 8,
  rounds: 3,
  seconds: 4,
  memoryMiB: 400,
  /** An answer, the peer it is compared with, and its minimum ratio; null for comparison only. */
  pairs: [
    ['plain Node, the same bytes', 'bare page', null],
    ['/', 'bare page', 8],
    ['/', 'plain Node, the same bytes', 0.3],
    ['/booking', 'bare page', null],
    ['empty route', 'bare page', null],
    ['Node and one query', 'empty route', null],
    ['free times of a day', 'empty route', 0.5],
    ['next free slot', 'empty route', null],
    ['a booking, new and taken', 'empty route', 0.3],
  ] as const satisfies readonly (readonly [string, string, number | null])[],
}
