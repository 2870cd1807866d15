import { localizedContent, localizedItem, localizedPost } from '@/lib/content/rules'
import { listPortfolio, listPublishedPosts } from '@/lib/content/queries'
import { renderMarkdown } from '@/lib/content/markdown'
import { seed } from '@/prisma/seed'
import { testDatabase, type TestDatabase } from '@/tests/support/database'

const HAN = /\p{Script=Han}/u

let database: TestDatabase
beforeAll(async () => {
  database = await testDatabase()
  await seed()
})
afterAll(() => database.drop())

test('every seeded post is there in three languages, text included, of about one length', async () => {
  const posts = await listPublishedPosts()
  expect(posts).toHaveLength(8)
  for (const post of posts) {
    const en = localizedPost(post, 'en')
    for (const locale of ['ms', 'zh'] as const) {
      const words = localizedPost(post, locale)
      const text = localizedContent(post, locale)
      expect([post.slug, words.lang, text.lang]).toEqual([post.slug, locale, locale])
      expect(words.title).not.toBe(en.title)
      expect(words.tags).toHaveLength(en.tags.length)
      expect([words.title, words.excerpt, text.content].map((each) => HAN.test(each))).toEqual(
        locale === 'zh' ? [true, true, true] : [false, false, expect.any(Boolean)],
      )
      // A translation that lost a section would have lost its heading.
      const headings = (markdown: string) => renderMarkdown(markdown).match(/<h2>/g)?.length
      expect([post.slug, locale, headings(text.content)]).toEqual([
        post.slug,
        locale,
        headings(post.content),
      ])
      expect(text.content).not.toMatch(/^# |<[a-z/!]/im)
    }
  }
})

test('every seeded recording speaks three languages', async () => {
  const items = await listPortfolio()
  expect(items).toHaveLength(12)
  for (const item of items)
    for (const locale of ['ms', 'zh'] as const) {
      const { title, description, duration, lang } = localizedItem(item, locale)
      expect([item.title, lang]).toEqual([item.title, locale])
      expect(description).not.toBe(item.description)
      expect(HAN.test(description)).toBe(locale === 'zh')
      expect(title.length).toBeGreaterThan(2)
      expect(duration).toMatch(/\d/)
    }
})
