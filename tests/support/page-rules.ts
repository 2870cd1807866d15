// What holds on every page, whatever it shows. Each rule looks at the page as it stands and says
// what is wrong in sentences, so that one visit serves all of them.
import type { Page } from '@playwright/test'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { LIGHTHOUSE } from '@/tools/bench/limits'

/**
 * The page has its code and waits for nothing: taken over by React, fonts there, and no request on
 * its way. `open` holds the requests that have no answer yet (openRequests).
 */
export async function settled(page: Page, open: Set<unknown>): Promise<void> {
  await page.waitForFunction(
    () =>
      document.readyState === 'complete' &&
      Object.keys(document.querySelector('h1') ?? {}).some((key) => key.startsWith('__react')),
  )
  await page.evaluate(() => document.fonts.ready)
  const isIdle = async () => {
    // What the page asks for when it comes alive, it asks for before it is idle.
    await page.evaluate(
      () => new Promise((done) => requestIdleCallback(() => requestAnimationFrame(done))),
    )
    return open.size === 0
  }
  for (let looks = 0; !((await isIdle()) && (await isIdle())); looks++)
    if (looks > 500) throw new Error(`${page.url()} never falls silent`)
}

/** The requests of a page that are not answered yet, kept up to date from now on. */
export function openRequests(page: Page): Set<unknown> {
  const open = new Set<unknown>()
  page.on('request', (request) => open.add(request))
  page.on('requestfinished', (request) => open.delete(request))
  page.on('requestfailed', (request) => open.delete(request))
  return open
}

/** Every address on another host that the page asks for, from now on. */
export function foreignRequests(page: Page, home: string): string[] {
  const foreign: string[] = []
  page.on('request', (request) => {
    const { origin, protocol } = new URL(request.url())
    if (/^https?:$/.test(protocol) && origin !== new URL(home).origin) foreign.push(request.url())
  })
  return foreign
}

/** The addresses of visible pictures that could not be loaded, once all have been tried. */
export async function pictureFaults(page: Page): Promise<string[]> {
  await page.evaluate(() => {
    for (const image of document.images) image.loading = 'eager'
  })
  await page.waitForFunction(() =>
    [...document.images].every((image) => !image.checkVisibility() || image.complete),
  )
  return page.evaluate(() =>
    [...document.images]
      .filter((image) => image.checkVisibility() && image.naturalWidth === 0)
      .map(({ src }) => src),
  )
}

/** What moves although the visitor asked for no motion. */
export const motionFaults = (page: Page): Promise<string[]> =>
  page.evaluate(() => [
    ...document
      .getAnimations()
      .filter(
        ({ playState, effect }) =>
          playState === 'running' && Number(effect?.getComputedTiming().activeDuration) > 1,
      )
      .map(({ effect }) => `${(effect as KeyframeEffect | null)?.target?.className} moves`),
    ...(getComputedStyle(document.documentElement).scrollBehavior === 'auto'
      ? []
      : ['the page scrolls smoothly']),
  ])

// What tells each part in the minified code, and the pages whose first view uses it.
const PARTS: Record<string, { mark: RegExp; usedBy: readonly string[] }> = {
  'the form library': {
    mark: /shouldUnregister/,
    usedBy: [
      ...['/booking', '/contact', '/video-editing-checkout'],
      ...['/bank-details', '/admin/login'],
    ],
  },
  'the calendar': { mark: /data-day/, usedBy: ['/booking'] },
  // The recorder reads its stored session by a schema.
  'the checks of forms': {
    mark: /ZodMini/,
    usedBy: ['/admin/login', '/recording-tracker', '/bank-details'],
  },
  'the payment provider': { mark: /js\.stripe\.com/, usedBy: [] },
  'the owner’s pages': { mark: /\/api\/auth\/sign-out/, usedBy: ['/admin/login'] },
}
// The owner's charts are drawn without one of these; a visitor's page must never fetch one.
const CHARTS = /recharts|chart\.js|victory-vendor/i
/** The bench judges the exact weight; this is where a library too many shows at once. */
const MOST_SCRIPT_KIB = 250
const MOST_FONTS_KB = 110

const STATIC = '.next/static'
const files = new Map<string, { text: string; gzip: number; bytes: number }>()

function builtFile(address: string) {
  const name = decodeURIComponent(new URL(address).pathname).split('/_next/static/')[1] ?? ''
  const known = files.get(name)
  if (known) return known
  const body = readFileSync(join(STATIC, name))
  const file = { text: String(body), gzip: gzipSync(body).length, bytes: body.length }
  files.set(name, file)
  return file
}

/**
 * What the first view of the page at `path` (without its language) fetches and should not: code of
 * other pages, more than the loose ceilings of scripts and fonts.
 */
export async function codeFaults(page: Page, path: string): Promise<string[]> {
  const fetched = await page.evaluate(() =>
    performance
      .getEntriesByType('resource')
      .map(({ name }) => name)
      .filter((name) => name.includes('/_next/static/')),
  )
  const scripts = fetched.filter((name) => /\.js(\?|$)/.test(name)).map(builtFile)
  const fonts = fetched.filter((name) => /\.woff2(\?|$)/.test(name)).map(builtFile)
  const kib = scripts.reduce((sum, { gzip }) => sum + gzip, 0) / 1024
  const kb = fonts.reduce((sum, { bytes }) => sum + bytes, 0) / 1000
  const has = (mark: RegExp) => scripts.some(({ text }) => mark.test(text))
  return [
    ...(scripts.length > 0 ? [] : ['no script of the build was fetched']),
    ...Object.entries(PARTS)
      .filter(([, { mark, usedBy }]) => !usedBy.includes(path) && has(mark))
      .map(([part]) => `fetches ${part}`),
    ...(has(CHARTS) ? ['fetches a chart library'] : []),
    ...(kib <= MOST_SCRIPT_KIB ? [] : [`${Math.round(kib)} KiB of script`]),
    ...(kb <= MOST_FONTS_KB ? [] : [`${Math.round(kb)} KB of fonts`]),
  ]
}

/** What has moved since the page was opened, when it is more than a visitor may see. */
export async function shiftFaults(page: Page): Promise<string[]> {
  const shifts = await page.evaluate(
    () =>
      new Promise<{ value: number; moved: string[] }[]>((done) => {
        type Shift = PerformanceEntry & {
          value: number
          hadRecentInput: boolean
          sources?: { node: Node | null }[]
        }
        const nameOf = ({ node }: { node: Node | null }) =>
          node instanceof Element ? `<${node.localName} class="${node.className}">` : '(text)'
        const read = (entries: PerformanceEntryList) =>
          (entries as Shift[])
            .filter(({ hadRecentInput }) => !hadRecentInput)
            .map(({ value, sources = [] }) => ({ value, moved: sources.map(nameOf) }))
        const observer = new PerformanceObserver((list) => finish(list.getEntries()))
        // Nothing is reported where nothing has moved.
        const waiting = setTimeout(() => finish([]), 100)
        function finish(entries: PerformanceEntryList) {
          clearTimeout(waiting)
          observer.disconnect()
          done(read(entries))
        }
        observer.observe({ type: 'layout-shift', buffered: true })
      }),
  )
  const total = shifts.reduce((sum, { value }) => sum + value, 0)
  const moved = [...new Set(shifts.flatMap((shift) => shift.moved))].join(', ')
  return total <= LIGHTHOUSE.cls ? [] : [`shifts by ${total.toFixed(3)}: ${moved.slice(0, 300)}`]
}

/** The parts whose mark is in none of the scripts built: their rule would never notice anything. */
export const unmarkedParts = (scripts: string[]): string[] =>
  Object.entries(PARTS)
    .filter(([, { mark }]) => !scripts.some((text) => mark.test(text)))
    .map(([part]) => part)

// Runs in the page: what Tab must reach, as numbers in document order; of a group of radio buttons
// any one.
function controlsInPage(): number {
  const selector =
    'a[href], button, input, select, textarea, summary, [tabindex]:not([tabindex="-1"])'
  const all = [...document.querySelectorAll<HTMLElement>(selector)].filter((element) => {
    if (element.tabIndex < 0 || element.matches(':disabled') || element.closest('[inert]'))
      return false
    return element.checkVisibility({ visibilityProperty: true })
  })
  const groups = new Map<string, number>()
  let count = 0
  for (const element of all) {
    const group =
      element instanceof HTMLInputElement && element.type === 'radio' ? element.name : null
    const number = (group === null ? undefined : groups.get(group)) ?? count++
    if (group !== null) groups.set(group, number)
    element.dataset.control = String(number)
  }
  return count
}

// Runs in the page: the control that has the focus now, and whether one can see that.
function focusedInPage(): { control: string | null; seen: boolean; what: string } {
  const element = document.activeElement as HTMLElement | null
  if (!element || element === document.body) return { control: null, seen: true, what: 'body' }
  const shows = (each: Element) => {
    const style = getComputedStyle(each)
    return (
      (style.outlineStyle !== 'none' && parseFloat(style.outlineWidth) > 0) ||
      style.boxShadow !== 'none'
    )
  }
  // A visually hidden radio or checkbox shows its focus on its label.
  const seen =
    shows(element) ||
    [
      ...(element.closest('label') ? [element.closest('label')!] : []),
      ...((element as HTMLInputElement).labels ?? []),
    ].some(shows)
  return { control: element.dataset.control ?? null, seen, what: element.outerHTML.slice(0, 120) }
}

/** The controls that Tab does not reach from the top of the page, and those that hide their focus. */
export async function focusFaults(page: Page): Promise<string[]> {
  const count = await page.evaluate(controlsInPage)
  const reached = new Set<string>()
  const unseen: string[] = []
  for (let presses = 0; presses < count + 25 && reached.size < count; presses++) {
    await page.keyboard.press('Tab')
    const { control, seen, what } = await page.evaluate(focusedInPage)
    if (control) reached.add(control)
    if (!seen) unseen.push(`one does not see the focus on ${what}`)
  }
  const missed = await page.evaluate(
    (numbers) =>
      [...document.querySelectorAll<HTMLElement>('[data-control]')]
        .filter((each) => !numbers.includes(each.dataset.control ?? ''))
        .map((each) => `Tab does not reach ${each.outerHTML.slice(0, 120)}`),
    [...reached],
  )
  return [...(count > 3 ? [] : [`only ${count} controls`]), ...missed, ...unseen]
}
