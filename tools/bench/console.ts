// The owner's first screen on a phone, with a day of eight sessions: its weight beside the bare page,
// and when a slow phone on a slow connection shows the first session.
import { chromium, type Browser } from '@playwright/test'
import { addDays, hourText, studioDate, studioTime } from '@/lib/time'
import { BROWSER_FLAGS, installedBrowser } from '@/scripts/browser.mjs'
import { ADMIN } from '@/tests/support/site'
import { median } from './lighthouse'
import { CONSOLE, THROTTLED } from './limits'
import { slowDown } from './throttled'
import { giveCookies, sentBytes, viewOf } from './view'

export type ConsoleWeight = {
  /** Relative to the bare page's script. */
  script: number
  /** The page and its data, as sent. */
  html: number
  data: number
  /** All bytes of the first view, as sent. */
  bytes: number
  nodes: number
  firstSessionMs: number
  faults: string[]
}

const PATH = '/admin/today'
const PHONE = {
  viewport: { width: 390, height: 844 },
  deviceScaleFactor: 3,
  isMobile: true,
  hasTouch: true,
}

export async function weighConsole(
  { site, bare }: { site: string; bare: string },
  say: (line: string) => void,
): Promise<ConsoleWeight> {
  const cookie = await signIn(site)
  await fillDay(site, cookie)
  const executablePath = installedBrowser()
  const browser = await chromium.launch({
    args: BROWSER_FLAGS,
    ...(executablePath && { executablePath }),
  })
  try {
    const reference = await viewOf(browser, { url: bare, path: '/', phone: PHONE })
    const view = await viewOf(browser, { url: site, path: PATH, cookie, phone: PHONE })
    const slow = []
    // The first fills the server's memory.
    for (let run = -1; run < THROTTLED.runs; run++) {
      const seen = await viewSlowly(browser, { site, cookie })
      say(`${PATH}: ${JSON.stringify(seen)}`)
      if (run >= 0) slow.push(seen)
    }
    const weight = {
      script: view.script.first / reference.script.first,
      html: view.html,
      data: await sentBytes(`${site}/api/admin/today`, cookie),
      bytes: median(slow.map(({ bytes }) => bytes)),
      nodes: median(slow.map(({ nodes }) => nodes)),
      firstSessionMs: median(slow.map(({ firstSessionMs }) => firstSessionMs)),
    }
    return { ...weight, faults: faultsOf(weight) }
  } finally {
    await browser.close()
  }
}

async function signIn(site: string): Promise<string> {
  const { username, password } = ADMIN
  const answer = await fetch(`${site}/api/auth/sign-in`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', origin: site },
    body: JSON.stringify({ username, password }),
  })
  if (!answer.ok) throw new Error(`Signing in answers ${answer.status}`)
  return answer.headers
    .getSetCookie()
    .map((line) => line.split(';', 1)[0])
    .join('; ')
}

/** Eight sessions from this hour on. */
export async function fillDay(site: string, cookie: string): Promise<void> {
  const now = new Date()
  const begin = Number(studioTime(now).slice(0, 2))
  for (let nth = 0; nth < CONSOLE.sessions; nth++)
    await bookByHand(site, cookie, {
      nth,
      date: addDays(studioDate(now), begin + nth < 24 ? 0 : 1),
      hour: (begin + nth) % 24,
    })
}

/** One hour, every other one paid in cash; returns the booking's number. */
export async function bookByHand(
  site: string,
  cookie: string,
  { nth, date, hour }: { nth: number; date: string; hour: number },
): Promise<number> {
  const answer = await fetch(`${site}/api/admin/bookings`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', origin: site, cookie },
    body: JSON.stringify({
      ...{ serviceId: 1, firstName: 'Nur Aina', lastName: 'binti Rahman', duration: 'hourly' },
      ...{ email: `aina${nth}@example.com`, phone: `012-345 67${nth % 10}0`, hours: 1 },
      ...{ roomId: null, date, time: hourText(hour) },
      requirements: 'Two guests in person, one on video. Please no scented candles.',
      paid: nth % 2 === 0 ? { method: 'cash' } : 'later',
      despite: ['past', 'closed', 'outside_hours', 'blocked', 'turnaround'],
    }),
  })
  const text = await answer.text()
  if (answer.status !== 201) throw new Error(`A booking answers ${answer.status}: ${text}`)
  return (JSON.parse(text) as { id: number }).id
}

type Seen = Pick<ConsoleWeight, 'bytes' | 'nodes' | 'firstSessionMs'>

async function viewSlowly(
  browser: Browser,
  { site, cookie }: { site: string; cookie: string },
): Promise<Seen> {
  const context = await browser.newContext(PHONE)
  try {
    await giveCookies(context, site, cookie)
    const page = await context.newPage()
    const devTools = await context.newCDPSession(page)
    await slowDown(devTools)
    let bytes = 0
    devTools.on('Network.loadingFinished', ({ encodedDataLength }) => (bytes += encodedDataLength))
    await page.addInitScript(watch)
    await page.goto(site + PATH, { waitUntil: 'load', timeout: 60_000 })
    await page.waitForLoadState('networkidle')
    await page.waitForTimeout(THROTTLED.settleMs)
    const { firstSessionMs, nodes } = await page.evaluate(() => ({
      firstSessionMs: (window as unknown as Watched).firstSessionMs,
      nodes: document.querySelectorAll('*').length,
    }))
    if (firstSessionMs === undefined) throw new Error(`${PATH} shows no session`)
    return { bytes, nodes, firstSessionMs }
  } finally {
    await context.close()
  }
}

type Watched = { firstSessionMs?: number }

/** In the page: keeps when the first session is in a frame that is painted. */
function watch(): void {
  const look = () => {
    const session = document.querySelector('main article')
    if (!session?.textContent || session.getClientRects().length === 0) {
      requestAnimationFrame(look)
      return
    }
    requestAnimationFrame(() => {
      ;(window as unknown as Watched).firstSessionMs = performance.now()
    })
  }
  requestAnimationFrame(look)
}

function faultsOf(weight: Omit<ConsoleWeight, 'faults'>): string[] {
  const over = Object.entries(CONSOLE.most).filter(
    ([name, most]) => weight[name as keyof typeof CONSOLE.most] > most,
  )
  return over.map(([name, most]) => `${name} over ${most}`)
}
