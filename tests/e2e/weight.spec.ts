// Public pages come from prerendered HTML, and their first view fetches no code that they do not
// use. The figures beside a bare Next.js page of the same run are in docs/performance.md (npm run
// bench); here its recorded weight is the measure.
import type { Page, Response } from '@playwright/test'
import { readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { LANGUAGE_TAG } from '@/lib/i18n/alternates'
import { pathIn } from '@/lib/i18n/path'
import { LOCALES } from '@/lib/i18n/routing'
import { PUBLIC_PAGES } from '@/lib/pages'
import { BARE_SCRIPT_KIB, FONTS_KB, HOME_HTML_KIB, scriptLimit } from '@/scripts/bench/limits'
import { gzipBytes, untilQuiet } from '@/scripts/bench/view'
import { expect, site, test } from '@/tests/support/e2e'

// The two steps of a purchase that no search engine lists, but that every customer sees.
const CHECKOUT = '/video-editing-checkout'
const PAGES = [...PUBLIC_PAGES, CHECKOUT, '/video-editing-success'] as const

// What tells each part in the minified code, and the pages whose first view uses it.
const PARTS: Record<string, { mark: string; usedBy: string[] }> = {
  'the form library': { mark: 'shouldUnregister', usedBy: ['/booking', '/contact', CHECKOUT] },
  'the calendar': { mark: 'data-day', usedBy: ['/booking'] },
  'the checks of forms': { mark: 'ZodMini', usedBy: [] },
  'the payment provider': { mark: 'js.stripe.com', usedBy: [] },
  'the admin’s pages': { mark: '/api/auth/sign-out', usedBy: [] },
}
// The owner's charts are drawn without one of these; a visitor's page must never fetch one.
const CHARTS = /recharts|chart\.js|victory-vendor/i

const builtScripts = () =>
  readdirSync('.next/static/chunks', { recursive: true, encoding: 'utf8' }).filter((name) =>
    name.endsWith('.js'),
  )

test('every public page is in the build as HTML, and is served from there to everybody alike @desktop', async () => {
  const { routes } = JSON.parse(readFileSync('.next/prerender-manifest.json', 'utf8')) as {
    routes: Record<string, unknown>
  }
  const faults: string[] = []
  for (const path of PAGES)
    for (const locale of LOCALES) {
      const built = `/${locale}${path === '/' ? '' : path}`
      if (!routes[built]) faults.push(`${built} is not prerendered`)
      const address = `${site().SITE_URL}${pathIn(locale, path)}`
      await fetch(address) // renews what was built for another address
      // Somebody signed in who prefers another language: nothing of that may change a page that all
      // share.
      const foreign = locale === 'zh' ? 'ms' : 'zh'
      const read = () =>
        fetch(address, {
          headers: {
            cookie: `language=${foreign}; session=${'a'.repeat(43)}`,
            'accept-language': foreign,
          },
        })
      let answer = await read()
      // Rendered again because another test just changed its rows: the next one has it. A page that
      // is always rendered never does.
      for (let more = 4; more > 0 && answer.headers.get('x-nextjs-cache') === 'MISS'; more--)
        answer = await read()
      const { headers } = answer
      const wrong = {
        status: answer.status !== 200,
        'x-nextjs-cache': !/^(HIT|STALE)$/.test(headers.get('x-nextjs-cache') ?? ''),
        'x-nextjs-prerender': headers.get('x-nextjs-prerender') === null,
        'cache-control':
          !/s-maxage=\d/.test(headers.get('cache-control') ?? '') ||
          /private|no-store|no-cache/.test(headers.get('cache-control') ?? ''),
        'set-cookie': headers.has('set-cookie'),
        language: !(await answer.text()).includes(`<html lang="${LANGUAGE_TAG[locale]}"`),
      }
      faults.push(
        ...Object.entries(wrong)
          .filter(([, isWrong]) => isWrong)
          .map(([name]) => `${built}: ${name} ${headers.get(name) ?? ''}`),
      )
    }
  expect(faults).toEqual([])
})

test('scripts and styles are sent as the build compressed them, with the headers of every answer @desktop', async () => {
  for (const kind of ['.js', '.css']) {
    const name = readdirSync('.next/static/chunks').find((file) => file.endsWith(kind)) ?? ''
    const address = `${site().SITE_URL}/_next/static/chunks/${name}`
    for (const [encoding, file] of [
      ['br', `${name}.br`],
      ['gzip', `${name}.gz`],
      ['identity', name],
    ] as const) {
      const { status, headers } = await fetch(address, { headers: { 'accept-encoding': encoding } })
      expect({
        status,
        encoding: headers.get('content-encoding') ?? 'identity',
        length: headers.get('content-length'),
      }).toEqual({
        status: 200,
        encoding,
        length: String(statSync(join('.next/static/chunks', file)).size),
      })
      expect(headers.get('cache-control')).toBe('public,max-age=31536000,immutable')
      expect(headers.get('vary')).toContain('Accept-Encoding')
      expect(headers.get('content-security-policy')).toContain("frame-ancestors 'none'")
      expect(headers.get('x-content-type-options')).toBe('nosniff')
    }
    const { headers } = await fetch(address)
    expect(
      (await fetch(address, { headers: { 'if-none-match': headers.get('etag') ?? '' } })).status,
    ).toBe(304)
  }
  for (const path of [
    '/_next/static/chunks/none.js',
    '/_next/static/%2e%2e/BUILD_ID',
    '/_next/static/chunks',
  ])
    expect((await fetch(`${site().SITE_URL}${path}`)).status, path).toBe(404)
  const page = await fetch(`${site().SITE_URL}/`, { headers: { 'accept-encoding': 'br' } })
  expect(page.headers.get('content-encoding')).toBe('br')
})

test('what marks each part of the code is still there to be found @desktop', () => {
  const scripts = builtScripts().map((name) =>
    readFileSync(join('.next/static/chunks', name), 'utf8'),
  )
  for (const [part, { mark }] of Object.entries(PARTS))
    expect(
      scripts.some((text) => text.includes(mark)),
      part,
    ).toBe(true)
})

/** The bodies of what the page's first view fetches. */
async function firstView(
  page: Page,
  path: string,
): Promise<Record<'script' | 'font', Map<string, Buffer>>> {
  const seen: Response[] = []
  page.on('response', (response) => seen.push(response))
  expect((await page.goto(path))?.status()).toBe(200)
  await untilQuiet(page, seen)
  const bodies = async (kind: string) => {
    const own = seen.filter((response) => response.request().resourceType() === kind)
    return new Map(
      await Promise.all(
        own.map(async (response): Promise<[string, Buffer]> => [
          response.url(),
          await response.body(),
        ]),
      ),
    )
  }
  return { script: await bodies('script'), font: await bodies('font') }
}

for (const path of PAGES)
  test(`the first view of ${path} is light and has no code of other pages @desktop`, async ({
    page,
  }) => {
    const { script, font } = await firstView(
      page,
      path === CHECKOUT ? `${path}?tier=basic&duration=60-120s&price=80&rush=true` : path,
    )
    expect(script.size).toBeGreaterThan(0)
    const texts = [...script.values()].map(String)
    const foreign = Object.entries(PARTS).filter(
      ([, { mark, usedBy }]) => !usedBy.includes(path) && texts.some((text) => text.includes(mark)),
    )
    expect(foreign.map(([part]) => part)).toEqual([])
    expect(
      texts.some((text) => CHARTS.test(text)),
      'charts',
    ).toBe(false)

    const kib = [...script.values()].reduce((sum, body) => sum + gzipBytes(body), 0) / 1024
    expect(kib, 'script, KiB after gzip').toBeLessThanOrEqual(scriptLimit(path) * BARE_SCRIPT_KIB)
    expect(font.size, 'fonts: none of letters that the page does not show').toBe(2)
    expect(
      [...font.values()].reduce((sum, body) => sum + body.length, 0),
      'fonts, bytes',
    ).toBeLessThanOrEqual(FONTS_KB * 1000)

    const answer = await page.request.get(path)
    const html = await answer.text()
    const asked = [
      ...(answer.headers().link ?? '').matchAll(/<([^>]+)>; rel=preload; as="font"/g),
      ...html.matchAll(/<link(?=[^>]+as="font")[^>]+href="([^"]+)"/g),
    ]
    const preloaded = asked.map(([, href]) => new URL(href ?? '', page.url()).href)
    expect(preloaded.sort(), 'fonts preloaded, each once').toEqual([...font.keys()].sort())
    if (path === '/')
      for (const locale of LOCALES) {
        const home = await (await page.request.get(pathIn(locale, path))).text()
        expect(gzipBytes(home), `HTML in ${locale}, bytes after gzip`).toBeLessThanOrEqual(
          HOME_HTML_KIB * 1024,
        )
      }
  })

for (const path of ['/', '/booking'])
  test(`${path} is painted before its scripts are asked for @desktop`, async ({ page }) => {
    await page.goto(path)
    await untilQuiet(page, [])
    const { painted, asked } = await page.evaluate(() => ({
      painted: performance.getEntriesByName('first-contentful-paint')[0]?.startTime ?? Infinity,
      asked: performance
        .getEntriesByType('resource')
        .flatMap(({ name, startTime }) =>
          /\/_next\/static\/.*\.js$/.test(name) ? [startTime] : [],
        ),
    }))
    expect(asked.length).toBeGreaterThan(5)
    expect(Math.min(...asked)).toBeGreaterThanOrEqual(painted)
  })

test('a browser that does not tell when it paints gets the scripts at once @desktop', async ({
  page,
}) => {
  await page.addInitScript(() => Reflect.deleteProperty(window, 'PerformanceObserver'))
  await page.goto('/booking')
  await expect(page.locator('fieldset').first()).toBeEnabled()
})
