import { GET as feed } from '@/app/[locale]/(site)/blog/rss.xml/route'
import * as blogPosts from '@/app/api/blog-posts/route'
import sitemap from '@/app/sitemap'
import * as portfolio from '@/app/api/portfolio/route'
import { portfolioItems, postBySlug, publishedPosts } from '@/lib/content/queries'
import { db } from '@/lib/db'
import { callRoute } from '@/tests/support/call'
import { testDatabase, type TestDatabase } from '@/tests/support/database'

let database: TestDatabase
beforeAll(async () => {
  database = await testDatabase()
})
beforeEach(() => database.reset())
afterAll(() => database.drop())

const post = (slug: string, more: object = {}) => ({
  slug,
  title: `Title of ${slug}`,
  excerpt: 'Excerpt',
  content: '## Text',
  publishedAt: new Date('2026-05-01T01:00:00Z'),
  ...more,
})
const item = (title: string, more: object = {}) => ({ title, description: 'D', ...more })

async function ask<T>(
  handler: typeof portfolio.GET,
  path: string,
): Promise<{ status: number; body: T }> {
  const response = await callRoute(handler, path)
  return { status: response.status, body: (await response.json()) as T }
}

describe('GET /api/blog-posts', () => {
  test('gives published posts only, newest first, with every public field', async () => {
    await db().blogPost.createMany({
      data: [
        post('older', {
          tags: 'a, b',
          featured: true,
          category: 'studio-news',
          translations: { ms: { title: 'T', excerpt: 'P' } },
        }),
        post('draft', { published: false, publishedAt: new Date('2026-07-01T01:00:00Z') }),
        post('newer', { publishedAt: new Date('2026-06-01T01:00:00Z'), author: 'Mei' }),
        post('undated', { publishedAt: null }),
      ],
    })
    const { status, body } = await ask<Record<string, unknown>[]>(blogPosts.GET, '/api/blog-posts')
    expect(status).toBe(200)
    expect(body.map(({ slug }) => slug)).toEqual(['newer', 'older', 'undated'])
    const stamp = expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/)
    expect(body[1]).toEqual({
      id: 1,
      slug: 'older',
      title: 'Title of older',
      excerpt: 'Excerpt',
      content: '## Text',
      author: 'Studio Team',
      category: 'studio-news',
      tags: 'a, b',
      featured: true,
      published: true,
      coverUrl: null,
      publishedAt: '2026-05-01T01:00:00.000Z',
      createdAt: stamp,
      updatedAt: stamp,
      translations: { ms: { title: 'T', excerpt: 'P' } },
    })
    expect(body[2]?.publishedAt).toBeNull()
  })

  test('is an empty list without posts, and takes nothing from visitors', async () => {
    expect(await ask(blogPosts.GET, '/api/blog-posts')).toEqual({ status: 200, body: [] })
    expect(
      (await callRoute(blogPosts.POST, '/api/blog-posts', { body: post('x') })).status,
    ).toBeGreaterThanOrEqual(401)
    expect(await db().blogPost.count()).toBe(0)
  })
})

describe('GET /api/portfolio', () => {
  beforeEach(async () => {
    await db().portfolioItem.createMany({
      data: [
        item('Last', { position: 2 }),
        item('First', {
          position: 1,
          featured: true,
          type: 'video',
          duration: '45 min',
          videoUrl: 'https://youtu.be/abcdefghijk',
        }),
      ],
    })
  })

  test('gives all items in the owner’s order, with every public field', async () => {
    const { status, body } = await ask<Record<string, unknown>[]>(portfolio.GET, '/api/portfolio')
    expect(status).toBe(200)
    expect(body.map(({ title }) => title)).toEqual(['First', 'Last'])
    expect(body[0]).toMatchObject({
      id: 2,
      description: 'D',
      type: 'video',
      duration: '45 min',
      thumbnailUrl: null,
      videoUrl: 'https://youtu.be/abcdefghijk',
      featured: true,
    })
    expect(body[1]).toMatchObject({ type: 'podcast', duration: null, featured: false })
    expect(body[0]).not.toHaveProperty('position')
  })

  test.each([
    ['?featured=true', ['First']],
    ['?featured=false', ['Last']],
    ['?unknown=1', ['First', 'Last']],
  ])('%s gives %j', async (query, titles) => {
    const { body } = await ask<{ title: string }[]>(portfolio.GET, `/api/portfolio${query}`)
    expect(body.map(({ title }) => title)).toEqual(titles)
  })

  test.each(['?featured=yes', '?featured='])(
    '%s is refused with the field named',
    async (query) => {
      const { status, body } = await ask<{ code: string; fields: object }>(
        portfolio.GET,
        `/api/portfolio${query}`,
      )
      expect([status, body.code, Object.keys(body.fields)]).toEqual([
        400,
        'invalid_request',
        ['featured'],
      ])
    },
  )
})

describe('what pages read', () => {
  test('lists carry the minutes but not the text; a slug finds its post, drafts and strangers are nothing', async () => {
    await db().blogPost.createMany({
      data: [
        post('known', {
          content: 'word '.repeat(440),
          translations: { zh: { title: '题', excerpt: '摘', content: '字'.repeat(2000) } },
        }),
        post('draft', { published: false }),
      ],
    })
    const [summary] = await publishedPosts()
    expect(summary).not.toHaveProperty('content')
    expect(JSON.stringify(summary)).not.toContain('字')
    expect(summary?.minutes).toEqual({ en: 2, ms: 2, zh: 5 })
    expect((await postBySlug('known'))?.translations.zh?.content).toHaveLength(2000)
    expect([
      await postBySlug('draft'),
      await postBySlug('nothing'),
      await postBySlug('%00'),
    ]).toEqual([null, null, null])
  })

  test('portfolio items come in the owner’s order', async () => {
    await db().portfolioItem.createMany({
      data: [item('B', { position: 5 }), item('A', { position: 3 })],
    })
    expect((await portfolioItems()).map(({ title }) => title)).toEqual(['A', 'B'])
  })
})

describe('the sitemap', () => {
  test('real life: lists a post in the languages in which it is written', async () => {
    const zh = { title: '题', excerpt: '摘' }
    await db().blogPost.createMany({
      data: [
        post('whole', { translations: { zh: { ...zh, content: '字' } } }),
        post('half', { translations: { zh } }),
        post('draft', { published: false }),
      ],
    })
    const site = process.env.SITE_URL ?? ''
    const posts = (await sitemap()).filter(({ url }) => url.includes('/blog/'))
    expect(posts.map(({ url, alternates }) => [url, alternates?.languages])).toEqual([
      [`${site}/blog/half`, { en: `${site}/blog/half` }],
      ...[`${site}/blog/whole`, `${site}/zh/blog/whole`].map((url) => [
        url,
        { en: `${site}/blog/whole`, 'zh-Hans': `${site}/zh/blog/whole` },
      ]),
    ])
  })
})

describe('the RSS feed', () => {
  const read = async (locale: string) => {
    const response = await callRoute(feed, `/${locale}/blog/rss.xml`, { params: { locale } })
    return { response, text: await response.text() }
  }

  test('is one well-formed channel per language, newest first, whatever the owner typed', async () => {
    await db().blogPost.createMany({
      data: [
        post('plain', {
          translations: {
            zh: { title: '中文标题', excerpt: '摘要', tags: '灯光', content: '正文' },
          },
        }),
        post('nasty', {
          title: `<b>"R&D"</b> ]]> \u0007'`,
          excerpt: 'R&D: why <audio> is < </description>',
          tags: 'a&b, a&b',
          publishedAt: new Date('2026-06-01T01:00:00Z'),
        }),
        post('draft', { published: false }),
      ],
    })
    const { response, text } = await read('en')
    expect(response.headers.get('content-type')).toBe('application/rss+xml; charset=utf-8')
    const channel = await parsed(text)
    expect(channel.items.map(({ link }) => link)).toEqual(
      ['nasty', 'plain'].map((slug) => `${process.env.SITE_URL}/blog/${slug}`),
    )
    expect(channel.items[0]).toMatchObject({
      title: `<b>"R&D"</b> ]]> '`,
      // A reader takes a description as HTML: one that is escaped once loses what looks like a tag.
      description: 'R&amp;D: why &lt;audio> is &lt; &lt;/description>',
      category: 'a&b',
      pubDate: 'Mon, 01 Jun 2026 01:00:00 GMT',
    })
    expect(await asHtml(channel.items[0]?.description)).toBe('R&D: why <audio> is < </description>')
    expect(channel.language).toBe('en')

    const zh = await parsed((await read('zh')).text)
    expect(zh.items[1]).toMatchObject({
      title: '中文标题',
      description: '摘要',
      category: '灯光',
      link: `${process.env.SITE_URL}/zh/blog/plain`,
    })
    // One that is not written in the feed's language has the address of its canonical link.
    expect(zh.items[0]).toMatchObject({ link: `${process.env.SITE_URL}/blog/nasty` })
    expect([zh.language, zh.self]).toEqual(['zh-Hans', `${process.env.SITE_URL}/zh/blog/rss.xml`])
  })

  test('is valid without a post, and unknown in an unknown language', async () => {
    expect((await parsed((await read('ms')).text)).items).toEqual([])
    expect((await read('fr')).response.status).toBe(404)
  })
})

/** What a feed reader shows of a description. */
async function asHtml(text = '') {
  const { JSDOM } = await import('jsdom')
  return new JSDOM(text).window.document.body.textContent
}

async function parsed(xml: string) {
  const { JSDOM } = await import('jsdom')
  // As XML it throws at the first thing that is not well-formed.
  const { document } = new JSDOM(xml, { contentType: 'text/xml' }).window
  const child = (element: Element, name: string) =>
    [...element.children].find(({ localName, prefix }) => localName === name && !prefix)
      ?.textContent
  const channel = document.querySelector('rss[version="2.0"] > channel') as Element
  const items = [...channel.querySelectorAll('item')].map((each) => {
    for (const name of ['title', 'link', 'guid', 'description', 'pubDate'])
      expect([name, Boolean(child(each, name))]).toEqual([name, true])
    return Object.fromEntries(
      ['title', 'link', 'description', 'pubDate', 'category'].map((name) => [
        name,
        child(each, name),
      ]),
    )
  })
  for (const name of ['title', 'link', 'description']) expect(child(channel, name)).toBeTruthy()
  return {
    items,
    language: child(channel, 'language'),
    self: channel.getElementsByTagName('atom:link')[0]?.getAttribute('href'),
  }
}
