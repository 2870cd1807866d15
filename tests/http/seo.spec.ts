// What search engines and link previews read, from the HTML as it is served: no script of the page
// has run.
import type { APIRequestContext } from '@playwright/test'
import { DomUtils, parseDocument, type Options } from 'htmlparser2'
import sharp from 'sharp'
import { LANGUAGE_TAG, OPEN_GRAPH_LOCALE } from '@/lib/i18n/alternates'
import { PUBLIC_PAGES } from '@/lib/seo/pages'
import { DEFAULT_SITE } from '@/lib/settings/site'
import { expect } from '@/tests/support/e2e'
import { test } from '@/tests/support/http'
import { schemaFaults } from '@/tests/support/schema-org'
import { inLanguage, LANGUAGES, type Language } from '@/tests/support/words'

test.describe.configure({ timeout: 240_000 })

type Described = {
  things: { '@type'?: string; '@graph'?: { '@type': string }[] }[]
  meta: Record<string, string>
  [part: string]: unknown
}

/** The parts of a page's head and its JSON-LD, as a crawler finds them. */
async function described(request: APIRequestContext, address: string): Promise<Described> {
  const answer = await request.get(address)
  expect([address, answer.status()]).toEqual([address, 200])
  const { all, textOf } = parsed(await answer.text())
  const attribute = (name: string) => (element: Element) => element.attribs[name] ?? null
  const named = ({ name, attribs }: Element, tag: string, rel: string) =>
    name === tag && attribs.rel === rel
  return {
    lang: all(({ name }) => name === 'html')[0]?.attribs.lang,
    titles: all(({ name }) => name === 'title').map(textOf),
    canonical: all((element) => named(element, 'link', 'canonical')).map(attribute('href')),
    alternates: Object.fromEntries(
      all(
        (element) => named(element, 'link', 'alternate') && element.attribs.hreflang !== undefined,
      ).map(({ attribs }) => [attribs.hreflang, attribs.href ?? null]),
    ),
    meta: Object.fromEntries(
      all(
        ({ name, attribs }) =>
          name === 'meta' && (attribs.name !== undefined || attribs.property !== undefined),
      ).map(({ attribs }) => [attribs.name ?? attribs.property ?? '', attribs.content ?? '']),
    ),
    headings: all(({ name }) => name === 'h1').length,
    icons: all(
      ({ name, attribs }) =>
        name === 'link' && /^(icon|apple-touch-icon|manifest)$/.test(attribs.rel ?? ''),
    ).map(attribute('rel')),
    things: all(
      ({ name, attribs }) => name === 'script' && attribs.type === 'application/ld+json',
    ).map((element) => JSON.parse(textOf(element)) as { '@type'?: string }),
  }
}

type Element = NonNullable<ReturnType<typeof DomUtils.findOne>>

/** The elements of a document, in its order. */
function parsed(text: string, options: Options = {}) {
  const { children } = parseDocument(text, options)
  return {
    all: (fits: (element: Element) => boolean) => DomUtils.findAll(fits, children),
    textOf: (element: Element) => DomUtils.textContent(element),
  }
}

const types = ({ things }: Described) =>
  things.flat().flatMap((thing) => (thing['@graph'] ?? [thing]).map((node) => node['@type']))

// What a page has to describe, beyond that whatever it describes is valid.
const EXPECTED: Partial<Record<string, string>> = {
  '/': 'LocalBusiness',
  '/contact': 'LocalBusiness',
  '/services': 'Service',
  '/faq': 'FAQPage',
}

type Post = { slug: string; translations: Partial<Record<Language, { content?: string }>> }
const postsOf = async (request: APIRequestContext) =>
  (await (await request.get('/api/blog-posts')).json()) as Post[]
/** Other tests write posts in English alone. */
const writtenIn = ({ translations }: Post) =>
  LANGUAGES.filter((language) => language === 'en' || translations[language]?.content)

async function expectPage(
  request: APIRequestContext,
  language: Language,
  path: string,
  base: string,
  written: readonly Language[] = LANGUAGES,
): Promise<Described> {
  const absolute = (each: Language) => new URL(inLanguage(each, path), base).href
  const found = await described(request, inLanguage(language, path))
  const { meta } = found
  expect(found).toMatchObject({
    lang: LANGUAGE_TAG[language],
    // A post's title may leave no room for it.
    titles: [
      path.startsWith('/blog/') ? expect.any(String) : expect.stringContaining(DEFAULT_SITE.name),
    ],
    headings: 1,
  })
  expect(meta.description?.length).toBeGreaterThan(language === 'zh' ? 20 : 50)
  expect((found.canonical as string[]).map((url) => new URL(url).href)).toEqual([
    absolute(language),
  ])
  expect(
    Object.fromEntries(
      Object.entries(found.alternates as Record<string, string>).map(([tag, url]) => [
        tag,
        new URL(url).href,
      ]),
    ),
  ).toEqual({
    ...Object.fromEntries(written.map((each) => [LANGUAGE_TAG[each], absolute(each)])),
    'x-default': absolute('en'),
  })
  expect(meta).toMatchObject({
    'og:locale': OPEN_GRAPH_LOCALE[language],
    'og:site_name': DEFAULT_SITE.name,
    'og:description': meta.description,
    'twitter:card': 'summary_large_image',
    'og:image:width': '1200',
    'og:image:height': '630',
  })
  expect(new URL(meta['og:url'] ?? '').href).toBe(absolute(language))
  expect(meta['og:title']).toBeTruthy()
  expect(meta.robots ?? '').not.toContain('noindex')
  expect((found.icons as string[]).sort()).toEqual(['apple-touch-icon', 'icon', 'manifest'])
  expect([path, schemaFaults(found.things)]).toEqual([path, []])
  return found
}

async function expectPreview(
  request: APIRequestContext,
  address: string | undefined,
): Promise<string> {
  const image = await request.get(address ?? '')
  expect([address, image.status(), image.headers()['content-type']]).toEqual([
    address,
    200,
    'image/jpeg',
  ])
  expect(image.headers()['cache-control']).toContain('s-maxage=')
  const body = await image.body()
  expect(await sharp(body).metadata()).toMatchObject({ width: 1200, height: 630, format: 'jpeg' })
  // Chats drop heavier pictures.
  expect(body.length).toBeLessThan(300_000)
  return body.toString('base64')
}

for (const language of LANGUAGES)
  test(`every public page describes itself (${language})`, async ({ request, baseURL }) => {
    const titles: unknown[] = []
    const descriptions: unknown[] = []
    const images: string[] = []
    for (const path of PUBLIC_PAGES) {
      const found = await expectPage(request, language, path, baseURL ?? '')
      titles.push((found.titles as string[])[0])
      descriptions.push(found.meta.description)
      // The same picture with the page's words: one language shows each, the others the first.
      if (language === 'en' || path === '/')
        images.push(await expectPreview(request, found.meta['og:image']))
      const type = EXPECTED[path]
      if (type) expect([path, types(found)]).toEqual([path, expect.arrayContaining([type])])
      // Translated: what stands in English stands nowhere else.
      if (language !== 'en') {
        const english = await described(request, path)
        expect([path, found.titles]).not.toEqual([path, english.titles])
        expect([path, found.meta.description]).not.toEqual([path, english.meta.description])
      }
    }
    expect(new Set(titles).size).toBe(PUBLIC_PAGES.length)
    expect(new Set(descriptions).size).toBe(PUBLIC_PAGES.length)
    expect(new Set(images).size).toBe(language === 'en' ? PUBLIC_PAGES.length : 1)
  })

test('every post describes itself and has its own preview', async ({ request, baseURL }) => {
  const posts = await postsOf(request)
  expect(posts.length).toBeGreaterThan(2)
  const images = new Set<string>()
  for (const [index, post] of posts.entries()) {
    const written = writtenIn(post)
    const found = await expectPage(
      request,
      written[index % written.length] ?? 'en',
      `/blog/${post.slug}`,
      baseURL ?? '',
      written,
    )
    expect(types(found)).toEqual(expect.arrayContaining(['BlogPosting', 'BreadcrumbList']))
    expect(found.meta).toMatchObject({
      'og:type': 'article',
      'article:published_time': expect.stringMatching(/^\d{4}-/),
    })
    images.add(await expectPreview(request, found.meta['og:image']))
  }
  expect(images.size).toBe(posts.length)
  for (const made of [
    '/og/hero/nothing/opengraph-image',
    '/og/no-such-picture/home/opengraph-image',
    '/fr/og/hero/home/opengraph-image',
    '/og/hero/blog/no-such-post/opengraph-image',
  ])
    expect([made, (await request.get(made)).status()]).toEqual([made, 404])
})

test('a preview’s address prints no words that are put into it', async ({ request }) => {
  const address = '/og/hero/home/opengraph-image'
  const picture = await expectPreview(request, address)
  for (const query of ['?title=Casino', '?name=Casino&page=Casino&text=Casino'])
    expect(await expectPreview(request, address + query)).toBe(picture)
})

test('the sitemap lists every page and post in its languages, robots.txt keeps crawlers out of the rest', async ({
  request,
  baseURL,
}) => {
  const posts = await postsOf(request)
  const paths: [path: string, written: readonly Language[]][] = [
    ...PUBLIC_PAGES.map((path) => [path, LANGUAGES] as [string, typeof LANGUAGES]),
    ...posts.map((post) => [`/blog/${post.slug}`, writtenIn(post)] as [string, Language[]]),
  ]
  const absolute = (language: Language, path: string) =>
    new URL(inLanguage(language, path), baseURL).href
  const sitemap = await (await request.get('/sitemap.xml')).text()
  const { all, textOf } = parsed(sitemap, { xmlMode: true })
  const within = (entry: Element, tag: string) =>
    DomUtils.findAll(({ name }) => name === tag, entry.children)
  const listed = all(({ name }) => name === 'url').map((entry) => ({
    url: within(entry, 'loc').map(textOf)[0] ?? '',
    others: within(entry, 'xhtml:link').map(({ attribs }) => `${attribs.hreflang} ${attribs.href}`),
  }))
  expect(listed.map(({ url }) => new URL(url).href).sort()).toEqual(
    paths.flatMap(([path, written]) => written.map((each) => absolute(each, path))).sort(),
  )
  const contact = listed.find(({ url }) => url.endsWith('/zh/contact'))
  expect(contact?.others.sort()).toEqual(
    LANGUAGES.map(
      (language) => `${LANGUAGE_TAG[language]} ${absolute(language, '/contact')}`,
    ).sort(),
  )
  for (const { url } of listed) expect([url, (await request.get(url)).status()]).toEqual([url, 200])

  const robots = await (await request.get('/robots.txt')).text()
  for (const path of ['/api/', '/sandbox/']) expect(robots).toContain(`Disallow: ${path}\n`)
  // A page that says noindex must be let in to be read.
  for (const path of ['/admin', '/manage/', '/booking-success']) expect(robots).not.toContain(path)
  expect(robots).toContain(`Sitemap: ${new URL('/sitemap.xml', baseURL).href}`)
})

test('the manifest’s icons have the sizes it says', async ({ request }) => {
  const answer = await request.get('/manifest.webmanifest')
  const {
    name,
    start_url: start,
    icons,
  } = (await answer.json()) as {
    name: string
    start_url: string
    icons: { src: string; sizes: string; type: string }[]
  }
  expect({ name, start }).toEqual({ name: DEFAULT_SITE.name, start: '/' })
  for (const { src, sizes, type } of [
    ...icons,
    { src: '/apple-icon.png', sizes: '180x180', type: 'image/png' },
  ]) {
    const icon = await request.get(src)
    const kind = icon.headers()['content-type']?.split(';', 1)[0]
    expect([src, icon.status(), kind]).toEqual([src, 200, type])
    const { width, height } = await sharp(await icon.body()).metadata()
    if (sizes !== 'any') expect(`${width}x${height}`).toBe(sizes)
  }
  const favicon = await request.get('/favicon.ico')
  expect([favicon.status(), favicon.headers()['content-type']]).toEqual([200, 'image/x-icon'])
})
