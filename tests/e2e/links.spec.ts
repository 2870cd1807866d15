// What a crawler finds: every public page from the home page on, no link that leads nowhere; and that
// the build still has what its parts are told by.
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { PUBLIC_PAGES } from '@/lib/seo/pages'
import { expect, test } from '@playwright/test'
import { site } from '@/tests/support/e2e'
import { unmarkedParts } from '@/tests/support/page-rules'
import { inLanguage, LANGUAGES } from '@/tests/support/words'

const POST = '/blog/planning-your-first-episode-in-kuala-lumpur'

/** Of pages that must be rendered first the server answers more 503. */
const AT_ONCE = 4

test.describe.configure({ timeout: 300_000 })

type Read = { status: number; links: string[]; ids: string[] }

const decoded = (text: string) => text.replaceAll('&amp;', '&').replaceAll('&#x27;', "'")
const valuesOf = (html: string, pattern: RegExp) =>
  [...html.matchAll(pattern)].map(([, value = '']) => decoded(value))

async function read(address: string): Promise<Read> {
  const answer = await fetch(address)
  const html = await answer.text()
  return {
    status: answer.status,
    links: valuesOf(html, /<a\b[^>]*?\shref="([^"]*)"/g),
    ids: valuesOf(html, /<[a-z][^>]*?\sid="([^"]*)"/g),
  }
}

test('a crawl from the home page finds every public page and no broken link @desktop', async () => {
  const home = new URL(site().SITE_URL ?? '')
  const seen = new Map<string, Read>()
  const linkedBy = new Map<string, string>()
  const anchors: [from: string, path: string, id: string][] = []
  const follow = (from: string, link: string): string[] => {
    const url = new URL(link, new URL(from, home))
    if (url.origin !== home.origin) return []
    // What stands in a page may follow from its query.
    if (url.hash)
      anchors.push([from, url.pathname + url.search, decodeURIComponent(url.hash.slice(1))])
    if (!linkedBy.has(url.pathname)) linkedBy.set(url.pathname, from)
    return [url.pathname]
  }
  let waiting = LANGUAGES.map((language) => inLanguage(language, '/'))
  while (waiting.length > 0) {
    const batch = await Promise.all(
      waiting
        .slice(0, AT_ONCE)
        .map(async (path) => [path, await read(new URL(path, home).href)] as const),
    )
    for (const [path, found] of batch) seen.set(path, found)
    const next = batch.flatMap(([path, { links }]) => links.flatMap((link) => follow(path, link)))
    waiting = [...new Set([...waiting, ...next])].filter((path) => !seen.has(path))
  }
  const broken = [...seen].filter(([, { status }]) => status !== 200).map(([path]) => path)
  // Another test may have taken its own post away meanwhile: a link is broken that still stands
  // where it was found.
  const stillLinked = async (path: string) => {
    const { links } = await read(new URL(linkedBy.get(path) ?? '/', home).href)
    return links.some((link) => new URL(link, home).pathname === path)
  }
  const stillBroken: string[] = []
  for (const path of broken) if (await stillLinked(path)) stillBroken.push(path)
  expect(stillBroken).toEqual([])
  for (const address of new Set(anchors.map(([, path]) => path)))
    if (address.includes('?')) seen.set(address, await read(new URL(address, home).href))
  expect(
    anchors.filter(([, path, id]) => !broken.includes(path) && !seen.get(path)?.ids.includes(id)),
  ).toEqual([])
  expect(
    LANGUAGES.flatMap((language) =>
      [...PUBLIC_PAGES, POST].map((path) => inLanguage(language, path)),
    ).filter((path) => !seen.has(path)),
  ).toEqual([])
})

test('what marks each part of the code is still there to be found @desktop', () => {
  const folder = '.next/static/chunks'
  const scripts = readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.js'))
    .map((name) => readFileSync(join(folder, name), 'utf8'))
  expect(unmarkedParts(scripts)).toEqual([])
})
