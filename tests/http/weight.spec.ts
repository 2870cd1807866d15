// Public pages come from prerendered HTML, and their code as the build compressed it. What each page
// fetches later is a rule of pages.spec and of the bench (docs/performance.md).
import { readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { LANGUAGE_TAG } from '@/lib/i18n/alternates'
import { pathIn } from '@/lib/i18n/path'
import { LOCALES } from '@/lib/i18n/routing'
import { PUBLIC_PAGES } from '@/lib/seo/pages'
import { HTML_KIB, scriptLimit } from '@/tools/bench/limits'
import { sentBytes } from '@/tools/bench/view'
import { expect, site } from '@/tests/support/e2e'
import { test } from '@/tests/support/http'

// The two steps of a purchase that are not listed by search engines, but that every customer sees.
const PAGES = [...PUBLIC_PAGES, '/video-editing-checkout', '/video-editing-success'] as const

test('every public page is in the build as HTML, and is served from there to everybody alike', async () => {
  const { routes } = JSON.parse(readFileSync('.next/prerender-manifest.json', 'utf8')) as {
    routes: Record<string, unknown>
  }
  const faults: string[] = []
  for (const path of PAGES)
    for (const locale of LOCALES) {
      const built = `/${locale}${path === '/' ? '' : path}`
      if (!routes[built]) faults.push(`${built} is not prerendered`)
      const address = `${site().SITE_URL}${pathIn(locale, path)}`
      await fetch(address) // Renews what was built for another address.
      // A signed-in visitor with another language: nothing of that may change a page that is
      // shared.
      const foreign = locale === 'zh' ? 'ms' : 'zh'
      const read = () =>
        fetch(address, {
          headers: {
            cookie: `language=${foreign}; session=${'a'.repeat(43)}`,
            'accept-language': foreign,
          },
        })
      let answer = await read()
      // Rendered again because another test just changed its rows: the next answer has it. A page
      // that is always rendered never does.
      for (let more = 4; more > 0 && answer.headers.get('x-nextjs-cache') === 'MISS'; more--)
        answer = await read()
      const { headers } = answer
      const wrong = {
        status: answer.status !== 200,
        'x-nextjs-cache': !/^(HIT|STALE)$/.test(headers.get('x-nextjs-cache') ?? ''),
        'x-nextjs-prerender': headers.get('x-nextjs-prerender') === null,
        'cache-control': headers.get('cache-control') !== 'public, max-age=0, must-revalidate',
        'set-cookie': headers.has('set-cookie'),
        // What README.md requires of a proxy in front.
        'length of the headers': [...headers].flat().join('').length > 6_000,
        'content-security-policy': !/script-src 'self' ('sha256-[^']+' )+https/.test(
          headers.get('content-security-policy') ?? '',
        ),
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

// Seen behind nginx with proxy_cache: a price changed in the shop was the old one for a month.
test('real life: no cache in front of the site is told to keep a page or its data', async () => {
  const asked: [path: string, headers: Record<string, string>][] = [
    ['/services', {}],
    ['/services?page=1', {}],
    ['/services', { rsc: '1' }],
    ['/ms/booking', { rsc: '1', 'next-router-prefetch': '1' }],
    [
      '/booking',
      { rsc: '1', 'next-router-prefetch': '1', 'next-router-segment-prefetch': '/_tree' },
    ],
    ['/blog', {}],
    ['/no/such/page', {}],
    ['/_next/static/no-such-file.js', {}],
  ]
  for (const [path, headers] of asked)
    for (const method of ['GET', 'HEAD']) {
      const answer = await fetch(`${site().SITE_URL}${path}`, { method, headers })
      const control = answer.headers.get('cache-control') ?? ''
      expect([path, headers, control]).toEqual([
        path,
        headers,
        expect.not.stringMatching(/s-maxage|stale/),
      ])
      expect([path, control]).toEqual([path, expect.stringMatching(/max-age=0|no-store/)])
    }
  // A page is not kept for a moment after any content has changed, as in a test beside this one.
  await expect(async () => {
    const { headers } = await fetch(`${site().SITE_URL}/services`)
    const again = { 'if-none-match': headers.get('etag') ?? '' }
    expect((await fetch(`${site().SITE_URL}/services`, { headers: again })).status).toBe(304)
  }).toPass({ timeout: 20_000 })
})

// Seen with download managers and readers of damaged files.
test('real life: whatever part of a script is asked for, the answer is a whole one', async () => {
  const name = readdirSync('.next/static/chunks').find((file) => file.endsWith('.js')) ?? ''
  for (const range of [
    'bytes=10-5',
    'bytes=-5',
    'bytes=abc',
    'bytes=0-1,3-4',
    'lines=1-2',
    'bytes=9e9-',
  ]) {
    const answer = await fetch(`${site().SITE_URL}/_next/static/chunks/${name}`, {
      headers: { range },
      signal: AbortSignal.timeout(5_000),
    })
    expect([range, answer.status]).toEqual([range, 200])
    expect((await answer.text()).length).toBeGreaterThan(100)
  }
})

test('scripts and styles are sent as the build compressed them, with the headers of every answer', async () => {
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

test('no public page is heavier than its limit, in HTML and in scripts', async () => {
  // The bare page as `npm run bench -- --write` measured it last.
  const [, bare] =
    /^\| bare page \| ([\d.]+) \|/m.exec(readFileSync('docs/performance.md', 'utf8')) ?? []
  expect(Number(bare)).toBeGreaterThan(100)
  const faults: string[] = []
  for (const path of PUBLIC_PAGES)
    for (const locale of LOCALES) {
      const address = `${site().SITE_URL}${pathIn(locale, path)}`
      const html = await (await fetch(address)).text()
      // A kept page is compressed again, and smaller, a moment after its first request.
      let sent = await sentBytes(address)
      for (let looks = 20; sent > HTML_KIB * 1024 && looks > 0; looks--) {
        await new Promise((done) => setTimeout(done, 250))
        sent = await sentBytes(address)
      }
      if (sent > HTML_KIB * 1024) faults.push(`${locale} ${path}: ${sent} bytes of HTML`)
      const scripts = new Set(
        [
          ...html.matchAll(/<script (?:data-)?src="\/_next\/static\/([^"]+\.js)"(?! noModule)/g),
        ].map(([, name = '']) => name),
      )
      const bytes = [...scripts].reduce(
        (sum, name) => sum + statSync(join('.next/static', `${name}.gz`)).size,
        0,
      )
      const ratio = bytes / 1024 / Number(bare)
      if (!(ratio >= 0.9 && ratio <= scriptLimit(path)))
        faults.push(`${locale} ${path}: ${ratio.toFixed(3)} × the scripts of the bare page`)
    }
  expect(faults).toEqual([])
})
