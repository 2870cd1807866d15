import { db } from '@/lib/db'
import { pool } from '@/lib/pool'
import { unknownPostPath } from '@/server/unknown-post'
import { testDatabase, type TestDatabase } from '@/tests/support/database'

let database: TestDatabase
beforeAll(async () => {
  database = await testDatabase()
  for (const [slug, published] of [
    ['here', true],
    ['draft', false],
  ] as const)
    await db().blogPost.create({
      data: { slug, published, title: 'T', excerpt: 'E', content: 'C' },
    })
})
afterAll(() => database.drop())

test.each([
  ['/blog/nothing', '/-'],
  ['/blog/nothing?page=2', '/-'],
  ['/ms/blog/nothing', '/ms/-'],
  ['/zh/blog/nothing/', '/zh/-'],
  ['//blog//nothing', '/-'],
  ['/%62log/nothing', '/-'],
  ['/blog/a%2Fb', '/-'],
  ['/blog/nothing.rsc', '/-'],
  ['/blog/nothing.segments/_tree.segment.rsc', '/-'],
  ['/blog/draft', '/-'],
  ['/blog/here', null],
  ['/blog/here?page=2', null],
  ['/ms/blog/here.rsc', null],
  ['/blog/here.segments/_tree.segment.rsc', null],
  ['/blog', null],
  ['/blog/rss.xml', null],
  ['/blog/nothing/more', null],
  ['/services', null],
  ['/', null],
])('%s is answered with %s', async (url, expected) =>
  expect(await unknownPostPath(url)).toBe(expected),
)

test('one query for a made-up slug, none for a post that was found before', async () => {
  const queries = jest.spyOn(pool(), 'query')
  try {
    await unknownPostPath('/blog/here')
    expect(queries).toHaveBeenCalledTimes(0)
    await unknownPostPath('/blog/made-up')
    expect(queries).toHaveBeenCalledTimes(1)
  } finally {
    queries.mockRestore()
  }
})

test('a post is found as soon as it is there', async () => {
  expect(await unknownPostPath('/blog/later')).toBe('/-')
  await db().blogPost.create({
    data: { slug: 'later', title: 'Later', excerpt: 'E', content: 'C' },
  })
  expect(await unknownPostPath('/blog/later')).toBeNull()
})
