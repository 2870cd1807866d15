// The tables of a run as Markdown, and their place in docs/performance.md.
import { readFileSync, writeFileSync } from 'node:fs'
import type { BookingsBench } from './bookings'
import type { ConsoleWeight } from './console'
import type { LightLoad } from './hosting'
import type { Audited } from './lighthouse'
import {
  BOOKINGS,
  CONSOLE,
  FONTS_KB,
  HOSTING,
  HTML_KIB,
  LIGHTHOUSE,
  OWNER,
  RACE,
  scriptLimit,
  STARTS,
  THROTTLED,
  THROUGHPUT,
  usedScriptLimit,
} from './limits'
import type { OwnersPages } from './owner'
import type { Throttled } from './throttled'
import type { Throughput } from './throughput'
import type { Weights } from './weight'

const DOCUMENT = 'docs/performance.md'

const kib = (bytes: number) => (bytes / 1024).toFixed(1)
const verdict = (faults: string[]) =>
  faults.length === 0 ? 'pass' : `**FAIL**: ${faults.join(', ')}`
const table = (head: string[], rows: (string | number)[][]) =>
  [head, head.map((_, column) => (column === 0 ? '---' : '---:')), ...rows]
    .map((cells) => `| ${cells.join(' | ')} |`)
    .join('\n')

export function weightTable({ bare, pages }: Weights): string {
  const head = [
    'page',
    'script, first view (KiB)',
    '× bare',
    'script, scrolled and used (KiB)',
    '× bare',
    'HTML, Brotli (KiB)',
    'fonts (KB)',
    'requests',
    'cache',
    'verdict',
  ]
  const row = (
    name: string,
    view: Weights['bare'],
    ratios: number[],
    cache: string,
    faults: string,
  ) => [
    name,
    kib(view.script.first),
    ratios[0]?.toFixed(2) ?? '',
    kib(view.script.used),
    ratios[1]?.toFixed(2) ?? '',
    kib(view.html),
    (view.fonts / 1000).toFixed(1),
    view.requests,
    cache,
    faults,
  ]
  const rows = pages.map(({ path, locale, view, ratio, cache, faults }) =>
    row(
      `${path} ${locale}`,
      view,
      [ratio.first, ratio.used],
      `${cache.state} ${cache.control}`.trim(),
      verdict(faults),
    ),
  )
  const limits = `Limits: script at most ${scriptLimit('/faq')} × the bare page on pages that only show things, ${scriptLimit('/')} × on pages with a form or a tool, ${scriptLimit('/booking')} × on /booking and ${usedScriptLimit('/booking')} × with its form filled up to the payment step; HTML at most ${HTML_KIB} KiB with Brotli; fonts at most ${FONTS_KB} KB.`
  return `${limits}\n\n${table(head, [row('bare page', bare, [1, 1], '', ''), ...rows])}`
}

export function throughputTable({ rows, memory, race, start, faults }: Throughput): string {
  const { rounds, seconds, connections, memoryMiB } = THROUGHPUT
  const limits = `${connections} connections with gzip, ${rounds} rounds of ${seconds} s each in turn, medians.`
  const lines = rows.map(({ name, perSecond, p99, peer, ratio, least }) => [
    name,
    Math.round(perSecond),
    Math.round(p99),
    `${ratio.toFixed(2)} × ${peer}`,
    least === null ? '' : `${least} ×`,
    least === null ? '' : verdict(ratio < least ? ['below'] : []),
  ])
  const head = ['answer', 'a second', 'p99 (ms)', 'beside', 'at least', 'verdict']
  const used = `The site’s memory after it (PSS): ${Math.round(memory.pss / 1024)} MiB of at most ${memoryMiB}: ${verdict(memory.faults)}.`
  const ms = (value: number) => `${Math.round(value)} ms`
  const contended = [
    `${RACE.visitors} visitors for each of ${RACE.slots} slots at the same moment, one winner each:`,
    `the slowest waits ${ms(race.slowestMs)} of at most ${RACE.slowestMs}: ${verdict(race.faults)};`,
    `p99 ${ms(race.p99)} beside ${ms(race.aloneP99)} of one alone.`,
  ].join(' ')
  const begun = [
    `From start to first answer: ${ms(start.ours)} beside ${ms(start.bare)} of the bare page,`,
    `${(start.ours / start.bare).toFixed(2)} × of at most ${STARTS.times} ×: ${verdict(start.faults)};`,
    `${ms(start.edited)} after an edit of a rate since the build, which the page shows.`,
  ].join(' ')
  return `${limits}\n\n${table(head, lines)}\n\n${contended}\n\n${begun}\n\n${used}${faults.length ? ` Missed: ${faults.join('; ')}.` : ''}`
}

/** What the light load and the owner's week miss. */
export function hostingFaults({ last, failed }: LightLoad, { rows }: OwnersPages): string[] {
  const week = rows.find(({ name }) => name === 'week')
  return [
    ...((last.site + last.database) / 1024 > HOSTING.memoryMiB ? ['memory'] : []),
    ...(failed > 0 ? [`${failed} requests failed`] : []),
    ...(week && week.perSecond < OWNER.least.week ? ['week'] : []),
  ]
}

export function hostingTable(light: LightLoad, owners: OwnersPages): string {
  const mib = (kib: number) => Math.round(kib / 1024)
  const { minutes, requests, failed, first, last } = light
  const { reservations, ms } = owners.written
  const week = owners.rows.find(({ name }) => name === 'week')
  const whole = (count: number) => count.toLocaleString('en-MY')
  const rows = [
    [`${whole(reservations)} past reservations written (s)`, (ms / 1000).toFixed(1), ''],
    ['one of them (µs)', Math.round((ms * 1000) / reservations), ''],
    ["the owner's week, a second", Math.round(week?.perSecond ?? 0), `≥ ${OWNER.least.week}`],
    ['the instance at first (MiB)', mib(first.site), ''],
    ['its database at first (MiB)', mib(first.database), ''],
    ['the instance at the end (MiB)', mib(last.site), ''],
    ['its database at the end (MiB)', mib(last.database), ''],
    ['both at the end (MiB)', mib(last.site + last.database), `≤ ${HOSTING.memoryMiB}`],
  ]
  const loaded = `The light load: ${minutes} minutes, ${whole(requests)} requests, ${failed} failed.`
  return `${loaded}\n\n${table(['', 'measured', 'limit'], rows)}\n\n${verdict(hostingFaults(light, owners))}`
}

/** The time of each answer: by part, and the ten functions that took most of it. */
export const profileTable = ({ profiles }: Pick<Throughput, 'profiles'>): string =>
  profiles
    .map(({ name, parts, functions }) => {
      const list = (shares: [string, number][]) =>
        shares.map(([what, share]) => [what, `${(share * 100).toFixed(1)} %`])
      return `### Profile: ${name}\n\n${table(['part', 'share'], list(parts))}\n\n${table(['function', 'share'], list(functions))}`
    })
    .join('\n\n')

export function throttledTable(rows: Throttled[]): string {
  const { cpu, latencyMs, downBits } = THROTTLED
  const kinds = [
    ['first paint', 'fcpMs'],
    ['largest paint', 'lcpMs'],
    ['the form answers', 'answersMs'],
  ] as const
  const ms = (value: number | undefined) => (value === undefined ? '' : Math.round(value))
  const lines = rows.flatMap(({ path, ours, beside }) =>
    kinds
      .filter(([, kind]) => ours[kind] !== undefined)
      .map(([what, kind]) => [
        `${path}, ${what}`,
        ms(ours[kind]),
        ...(beside ? [ms(beside[kind]), ((ours[kind] ?? 0) / (beside[kind] ?? 0)).toFixed(2)] : []),
      ]),
  )
  const head = ['page', 'ms', ...(rows.some(({ beside }) => beside) ? ['beside (ms)', '×'] : [])]
  const slow = `A processor ${cpu} × slower, ${downBits / 1e6} Mbit/s, ${latencyMs} ms for each request, slowed down by DevTools.`
  return `${slow}\n\n${table(head, lines)}`
}

export function lighthouseTable(rows: Audited[]): string {
  const { version, performance, score, lcpMs, cls } = LIGHTHOUSE
  const limits = `Lighthouse ${version}, default mobile emulation. Limits: performance at least ${performance('/')}, /booking ${performance('/booking')}; accessibility, best practices and (where indexable) SEO ${score}; LCP at most ${lcpMs / 1000} s; CLS at most ${cls}.`
  const head = [
    'page',
    'performance',
    'accessibility',
    'best practices',
    'SEO',
    'LCP (s)',
    'CLS',
    'verdict',
  ]
  const cells = rows.map(({ path, locale, scores, faults, failed }) => [
    [path, locale].filter(Boolean).join(' '),
    scores.performance,
    scores.accessibility,
    scores.bestPractices,
    scores.seo ?? 'not indexed',
    (scores.lcpMs / 1000).toFixed(2),
    scores.cls.toFixed(3),
    locale === null ? '' : verdict(failed.length ? [...faults, `(${failed.join(', ')})`] : faults),
  ])
  return `${limits}\n\n${table(head, cells)}`
}

export function consoleTable({ faults, ...weight }: ConsoleWeight): string {
  const { cpu, latencyMs, downBits } = THROTTLED
  const rows: [string, number, number, number?][] = [
    ['script, × the bare page', weight.script, CONSOLE.most.script, 2],
    ['HTML (bytes)', weight.html, CONSOLE.most.html],
    ['`GET /api/admin/today` (bytes)', weight.data, CONSOLE.most.data],
    ['the first view in all (bytes)', weight.bytes, CONSOLE.most.bytes],
    ['elements', weight.nodes, CONSOLE.most.nodes],
    ['the first session is painted (ms)', weight.firstSessionMs, CONSOLE.most.firstSessionMs],
  ]
  const slow = `${CONSOLE.sessions} sessions, 390 × 844 px; the time with a processor ${cpu} × slower, ${downBits / 1e6} Mbit/s and ${latencyMs} ms for each request, slowed down by DevTools.`
  const lines = rows.map(([what, value, most, digits = 0]) => [what, value.toFixed(digits), most])
  return `${slow}\n\n${table(['/admin/today', 'measured', 'at most'], lines)}\n\n${verdict(faults)}`
}

export function ownerTable({ rows, faults }: OwnersPages): string {
  const { bookings, sessionsADay, connections, rounds, seconds, least } = OWNER
  const circumstances = `${bookings.toLocaleString('en-US')} bookings, ${sessionsADay} sessions on each day of the week; ${connections} connections with gzip, ${rounds} rounds of ${seconds} s each in turn, medians.`
  const lines = rows.map(({ name, perSecond, p99 }) => [
    ...[name, perSecond.toFixed(0), p99.toFixed(0), least[name]],
  ])
  return `${circumstances}\n\n${table(['page', 'a second', 'p99 (ms)', 'at least'], lines)}\n\n${verdict(faults)}`
}

export function bookingsTable({ sizes, rows, memory }: BookingsBench): string {
  const { judged, timesSql, plusMs, growth, slotGrowth, turns, runs, memory: most } = BOOKINGS
  const size = (count: number) => count.toLocaleString('en-US')
  const [smallest, largest] = [size(sizes[0] ?? 0), size(sizes.at(-1) ?? 0)]
  const limits = [
    `Median of ${runs}, warm, in milliseconds.`,
    `Limits: with ${size(judged)} bookings a call takes at most ${timesSql} × its bare SQL + ${plusMs} ms;`,
    `from ${smallest} to ${largest} each grows at most ${growth} ×, what a visitor waits for (free times, a booking, a move) at most ${slotGrowth} ×;`,
    `the server's resident memory at page turn ${turns[1]} is at most ${most} × that at turn ${turns[0]}.`,
  ].join(' ')
  const head = [
    'question',
    ...sizes.flatMap((count) => [`${size(count)}: call`, 'bare SQL']),
    'call grows ×',
    'verdict',
  ]
  const ms = (value: number | undefined) => (value === undefined ? '' : value.toFixed(1))
  const lines = rows.map((row) => [
    row.name,
    ...sizes.flatMap((count) => [ms(row.api[count]), ms(row.sql[count])]),
    row.growth.toFixed(2),
    verdict(row.faults),
  ])
  const mib = (kib: number) => `${Math.round(kib / 1024)} MiB`
  const grew = `${mib(memory.first)} at turn ${turns[0]}, ${mib(memory.last)} at turn ${turns[1]}`
  const pages = `Memory: ${grew}: ${memory.ratio.toFixed(2)} ×, ${verdict(memory.faults)}.`
  return `${limits}\n\n${table(head, lines)}\n\n${pages}`
}

/**
 * Replaces the text between the document's markers of that name with `text`. Throws when they are
 * missing.
 */
export function writeSection(name: string, text: string): void {
  const [open, close] = [`<!-- bench:${name} -->`, `<!-- /bench:${name} -->`]
  const document = readFileSync(DOCUMENT, 'utf8')
  const [begin, end] = [document.indexOf(open), document.indexOf(close)]
  if (begin < 0 || end < begin)
    throw new Error(`${DOCUMENT} has no place for the table: ${open} … ${close}`)
  writeFileSync(
    DOCUMENT,
    `${document.slice(0, begin + open.length)}\n${text}\n${document.slice(end)}`,
  )
}
