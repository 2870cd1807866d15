// One view of one page in a new browser context: what it loads, by kind, with the same compression
// for everybody.
import type { Browser, BrowserContext, Page, Response } from '@playwright/test'
import { get } from 'node:http'
import { gzipSync } from 'node:zlib'

const gzipBytes = (body: Buffer | string): number => gzipSync(body, { level: 9 }).length

export type View = {
  status: number
  /**
   * Bytes after gzip -9, summed over the files: of the first view, after scrolling to the end and
   * three idle seconds, and at the end.
   */
  script: { first: number; idle: number; used: number }
  /** The compressed size of the page. */
  html: number
  /** Unchanged: fonts are compressed files. */
  fonts: number
  requests: number
  /** Addresses of other hosts. */
  foreign: string[]
}

type Ask = {
  url: string
  path: string
  use?: (page: Page) => Promise<void>
  /** Who looks; absent for a visitor. */
  cookie?: string
  phone?: typeof PHONE
}

// The phone that Lighthouse emulates.
export const PHONE = {
  viewport: { width: 412, height: 823 },
  deviceScaleFactor: 1.75,
  isMobile: true,
  hasTouch: true,
}

/** Opens the page in a context of its own; `use` then uses it as a visitor would. */
export async function viewOf(
  browser: Browser,
  { url, path, use, cookie, phone = PHONE }: Ask,
): Promise<View> {
  const context = await browser.newContext({ ...phone, baseURL: url })
  if (cookie) await giveCookies(context, url, cookie)
  const page = await context.newPage()
  const seen: Promise<{ kind: string; bytes: number; gzip: number }>[] = []
  const foreign: string[] = []
  page.on('request', (request) => {
    if (/^https?:/.test(request.url()) && !request.url().startsWith(`${url}/`))
      foreign.push(request.url())
  })
  page.on('response', (response) => {
    if (response.url().startsWith('http')) seen.push(sizesOf(response))
  })
  const scripts = async () => sum(await Promise.all(seen), 'script', 'gzip')
  try {
    const answer = await page.goto(path)
    await untilQuiet(page, seen)
    const first = await scripts()
    const requests = seen.length
    const isThere = answer?.status() === 200
    if (isThere) await scrollThrough(page)
    const idle = await scripts()
    if (isThere && use) await use(page)
    await untilQuiet(page, seen)
    const all = await Promise.all(seen)
    return {
      status: answer?.status() ?? 0,
      script: { first, idle, used: sum(all, 'script', 'gzip') },
      html: await sentBytes(url + path, cookie),
      fonts: sum(all, 'font', 'bytes'),
      requests,
      foreign,
    }
  } finally {
    await context.close()
  }
}

/**
 * The number of body bytes that a browser receives for the address, with its own Accept-Encoding.
 */
export const sentBytes = (address: string, cookie?: string): Promise<number> =>
  new Promise((resolve, reject) => {
    const headers = {
      ...{ accept: 'text/html', 'accept-encoding': 'br, gzip' },
      ...(cookie && { cookie }),
    }
    get(address, { headers }, (response) => {
      let bytes = 0
      response.on('data', (chunk: Buffer) => (bytes += chunk.length))
      response.on('end', () => resolve(bytes)).on('error', reject)
    }).on('error', reject)
  })

export const giveCookies = (context: BrowserContext, url: string, cookie: string) =>
  context.addCookies(
    cookie.split('; ').map((pair) => {
      const at = pair.indexOf('=')
      return { name: pair.slice(0, at), value: pair.slice(at + 1), url }
    }),
  )

/** Until nothing has arrived for half a second. */
async function untilQuiet(page: Page, seen: unknown[]): Promise<void> {
  await page.waitForLoadState('networkidle')
  for (let before = -1; before !== seen.length;) {
    before = seen.length
    await page.waitForTimeout(500)
  }
}

async function sizesOf(response: Response) {
  const kind = response.request().resourceType()
  // A redirect or an aborted request has no body.
  const body =
    kind === 'script' || kind === 'font'
      ? await response.body().catch(() => Buffer.alloc(0))
      : Buffer.alloc(0)
  return { kind, bytes: body.length, gzip: body.length ? gzipBytes(body) : 0 }
}

const sum = (
  all: { kind: string; bytes: number; gzip: number }[],
  kind: string,
  what: 'bytes' | 'gzip',
) => all.filter((each) => each.kind === kind).reduce((total, each) => total + each[what], 0)

async function scrollThrough(page: Page): Promise<void> {
  for (let screens = 0; screens < 40; screens++) {
    const isDone = await page.evaluate(() => {
      window.scrollBy({ top: window.innerHeight, behavior: 'instant' })
      return window.scrollY + window.innerHeight >= document.documentElement.scrollHeight - 2
    })
    await page.waitForTimeout(100)
    if (isDone) break
  }
  await page.waitForTimeout(3_000)
}

/** Fills in the booking form up to the payment step, which begins with its button. */
export async function fillBooking(page: Page): Promise<void> {
  await page.locator('input[name=service]').first().check()
  await page.locator('#step-date [role=gridcell] button:enabled').last().click()
  await page.locator('input[name=time]:enabled').first().check({ timeout: 10_000 })
  await page.locator('#booking-firstName').fill('Aina')
  await page.locator('#booking-email').fill('aina@visitor.example')
  await page.waitForTimeout(500)
}
