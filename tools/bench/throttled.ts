// What a visitor with a slow phone and a slow connection waits for. DevTools slows both down for
// real: nothing is simulated afterwards. With a second site, for example the same one before a
// change, the two take turns, because on a shared machine only their ratio is meaningful.
import { chromium, type Browser, type CDPSession } from '@playwright/test'
import { BROWSER_FLAGS, installedBrowser } from '@/scripts/browser.mjs'
import { median } from './lighthouse'
import { THROTTLED } from './limits'
import { PHONE } from './view'

type Times = {
  fcpMs: number
  lcpMs: number
  /** Until a choice in the booking form is answered; only where there is one. */
  answersMs?: number
}
export type Throttled = { path: string; ours: Times; beside: Times | null }

type Watch = { lcp: number; answers?: number }
type Watched = { studioTimes: Watch }

type Ask = { site: string; beside?: string | undefined; pages: string[]; runs: number }

/** Views every page in turn, `runs` times after one that is not counted. */
export async function throttled(
  { site, beside, pages, runs }: Ask,
  say: (line: string) => void,
): Promise<Throttled[]> {
  const executablePath = installedBrowser()
  const browser = await chromium.launch({
    args: BROWSER_FLAGS,
    ...(executablePath && { executablePath }),
  })
  const views = pages.map((path) => ({ path, ours: [] as Times[], beside: [] as Times[] }))
  const turns = views.flatMap(({ path, ...seen }) => [
    { url: site + path, times: seen.ours },
    ...(beside ? [{ url: beside + path, times: seen.beside }] : []),
  ])
  try {
    for (let run = -1; run < runs; run++)
      // Backwards every other time: each is first as often as the other.
      for (const { url, times } of run % 2 ? turns.toReversed() : turns) {
        const view = await viewSlowly(browser, url)
        if (run >= 0) times.push(view) // The first fills the server's memory.
        say(`${url}: ${JSON.stringify(view)}`)
      }
  } finally {
    await browser.close()
  }
  return views.map(({ path, ours, beside: other }) => ({
    path,
    ours: medianTimes(ours),
    beside: other.length > 0 ? medianTimes(other) : null,
  }))
}

function medianTimes(all: Times[]): Times {
  const answers = all.flatMap(({ answersMs }) => answersMs ?? [])
  return {
    fcpMs: median(all.map(({ fcpMs }) => fcpMs)),
    lcpMs: median(all.map(({ lcpMs }) => lcpMs)),
    ...(answers.length > 0 && { answersMs: median(answers) }),
  }
}

/** Opens the address in a new context, slowed down from the first byte on. */
async function viewSlowly(browser: Browser, address: string): Promise<Times> {
  const context = await browser.newContext(PHONE)
  try {
    const page = await context.newPage()
    const devTools = await context.newCDPSession(page)
    await slowDown(devTools)
    await page.addInitScript(watch)
    await page.goto(address, { waitUntil: 'load', timeout: 60_000 })
    await page.waitForLoadState('networkidle')
    if (new URL(address).pathname.endsWith('/booking'))
      await page.waitForFunction(
        () => (window as unknown as Watched).studioTimes.answers !== undefined,
      )
    await page.waitForTimeout(THROTTLED.settleMs)
    const { lcp, answers, fcp } = await page.evaluate(() => ({
      ...(window as unknown as Watched).studioTimes,
      fcp: performance.getEntriesByName('first-contentful-paint')[0]?.startTime,
    }))
    if (fcp === undefined || lcp === 0) throw new Error(`${address} reported no paint`)
    return { fcpMs: fcp, lcpMs: lcp, ...(answers !== undefined && { answersMs: answers }) }
  } finally {
    await context.close()
  }
}

/** A slow phone on a slow connection, from the first byte on. */
export async function slowDown(devTools: CDPSession): Promise<void> {
  await devTools.send('Network.enable')
  await devTools.send('Network.emulateNetworkConditions', {
    offline: false,
    latency: THROTTLED.latencyMs,
    downloadThroughput: THROTTLED.downBits / 8,
    uploadThroughput: THROTTLED.upBits / 8,
  })
  await devTools.send('Emulation.setCPUThrottlingRate', { rate: THROTTLED.cpu })
}

/**
 * In the page: keeps the last largest paint, and chooses a service as soon as the form lets it,
 * until the choice is shown.
 */
function watch(): void {
  const times: Watch = { lcp: 0 }
  ;(window as unknown as Watched).studioTimes = times
  new PerformanceObserver((list) => {
    times.lcp = list.getEntries().at(-1)?.startTime ?? times.lcp
  }).observe({ type: 'largest-contentful-paint', buffered: true })
  const timer = setInterval(() => {
    const choice = document.querySelector<HTMLInputElement>('input[name=service]:enabled')
    if (!choice) return
    clearInterval(timer)
    choice.click()
    requestAnimationFrame(() => {
      if (choice.checked) times.answers = performance.now()
    })
  }, 20)
}
