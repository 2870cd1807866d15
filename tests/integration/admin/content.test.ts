import * as posts from '@/app/api/blog-posts/route'
import * as post from '@/app/api/blog-posts/[id]/route'
import * as preview from '@/app/api/blog-posts/preview/route'
import * as threads from '@/app/api/admin/contacts/route'
import * as contacts from '@/app/api/contacts/route'
import * as contact from '@/app/api/contacts/[id]/route'
import * as portfolio from '@/app/api/portfolio/route'
import * as item from '@/app/api/portfolio/[id]/route'
import { contentVersions, movedTags } from '@/lib/cache/content-versions'
import { db } from '@/lib/db'
import en from '@/messages/en.json'
import { testDatabase, truncate, type TestDatabase } from '@/tests/support/database'
import { ownerCalls } from './admin-calls'

let database: TestDatabase
let owner: Awaited<ReturnType<typeof ownerCalls>>
beforeAll(async () => {
  database = await testDatabase()
  owner = await ownerCalls(database.sql)
})
// Only what these tests change: all tables and a new owner for each took minutes.
beforeEach(() => truncate(database.sql, 'blog_posts, portfolio_items, contacts, audit_log'))
afterAll(() => database.drop())

type Row = {
  id: number
  updatedAt: string
  slug: string
  title: string
  publishedAt: string | null
  [name: string]: unknown
}
const create = (handlers: { POST: typeof posts.POST }, path: string, body: object) =>
  owner.ask<Row>(handlers.POST, path, { body })
const change = (handlers: { PATCH: typeof post.PATCH }, path: string, id: number, body: object) =>
  owner.ask<Row>(handlers.PATCH, `${path}/${id}`, {
    method: 'PATCH',
    body,
    params: { id: String(id) },
  })
const remove = (
  handlers: { DELETE: typeof post.DELETE },
  path: string,
  id: number,
  body: object = {},
) =>
  owner.ask(handlers.DELETE, `${path}/${id}`, {
    method: 'DELETE',
    body,
    params: { id: String(id) },
  })

const POST = { title: "What's 5.1?", excerpt: 'Short', content: '## Text' }
const ITEM = { title: 'A show', description: 'About it' }

describe('blog posts', () => {
  const add = (more: object = {}) => create(posts, '/api/blog-posts', { ...POST, ...more })
  const edit = (id: number, body: object) => change(post, '/api/blog-posts', id, body)

  test('POST keeps its words in other languages, given with it', async () => {
    const ms = { title: 'Apakah 5.1?', excerpt: 'Ringkas', tags: '', content: '## Teks' }
    const { status, body } = await add({ translations: { ms, zh: null } })
    expect([status, body.translations]).toEqual([201, { ms }])
  })

  test('POST makes one with its defaults, under an address of its own, recorded', async () => {
    const { status, body } = await add()
    expect(status).toBe(201)
    expect(body).toMatchObject({
      ...POST,
      slug: 'what-s-5-1',
      author: 'Studio Team',
      category: 'content-creation',
      tags: '',
      featured: false,
      published: true,
      coverUrl: null,
    })
    expect(body.publishedAt).not.toBeNull()
    expect((await add()).body.slug).toBe('what-s-5-1-2')
    expect((await add({ title: '录音' })).body.slug).toBe('post')
    expect((await owner.audit())[0]).toMatchObject({
      actor: 'owner',
      action: 'create',
      entity: 'blog_post',
      entity_id: '1',
      before: null,
      after: { title: POST.title, slug: 'what-s-5-1' },
    })
  })

  test('two at once get two addresses', async () => {
    const slugs = (await Promise.all([add(), add(), add()])).map(({ status, body }) => [
      status,
      body.slug,
    ])
    expect(slugs.sort()).toEqual([
      [201, 'what-s-5-1'],
      [201, 'what-s-5-1-2'],
      [201, 'what-s-5-1-3'],
    ])
  })

  test('PATCH really saves, keeps the address, and dates a draft when it is first published', async () => {
    const { body: draft } = await add({ published: false })
    expect(draft.publishedAt).toBeNull()
    const { body: renamed } = await edit(draft.id, {
      title: 'Another',
      coverUrl: '/api/uploads/x.webp',
    })
    expect(renamed).toMatchObject({
      title: 'Another',
      slug: draft.slug,
      published: false,
      coverUrl: '/api/uploads/x.webp',
    })
    const { body: published } = await edit(draft.id, {
      published: true,
      version: renamed.updatedAt,
    })
    expect(published.publishedAt).not.toBeNull()
    const { body: again } = await edit(draft.id, { published: false })
    expect((await edit(draft.id, { published: true })).body.publishedAt).toBe(published.publishedAt)
    expect((await edit(draft.id, { title: 'Late', version: again.updatedAt })).status).toBe(409)
    expect(await db().blogPost.count()).toBe(1)
    expect((await owner.audit())[1]).toMatchObject({
      action: 'update',
      before: { title: POST.title, coverUrl: null },
      after: { title: 'Another' },
    })
  })

  test.each([
    ['title', ''],
    ['title', undefined],
    ['title', 'x'.repeat(201)],
    ['title', 'a\nb'],
    ['excerpt', ' '],
    ['content', ''],
    ['content', 7],
    ['category', 'news'],
    ['tags', 'x'.repeat(301)],
    ['featured', 'yes'],
    ['published', 1],
    ['coverUrl', 'javascript:alert(1)'],
    ['coverUrl', '//evil.example/x.png'],
    ['coverUrl', 'ftp://x/y'],
    ['author', 'x'.repeat(81)],
  ])(
    'POST with %s %j is answered with 400 beside the field, and nothing is stored',
    async (field, value) => {
      const { status, body } = await add({ [field]: value })
      expect([status, Object.keys(body.fields ?? {})]).toEqual([400, [field]])
      expect(await db().blogPost.count()).toBe(0)
    },
  )

  test('DELETE takes one away, once', async () => {
    const { body } = await add()
    expect(
      (await remove(post, '/api/blog-posts', body.id, { version: '2020-01-01T00:00:00.000Z' }))
        .status,
    ).toBe(409)
    expect(
      (await remove(post, '/api/blog-posts', body.id, { version: body.updatedAt })).status,
    ).toBe(204)
    expect((await remove(post, '/api/blog-posts', body.id)).status).toBe(404)
    expect((await owner.audit()).at(-1)).toMatchObject({
      action: 'delete',
      before: { title: POST.title },
      after: null,
    })
  })

  test('the preview is what the page shows: sanitised', async () => {
    const { body } = await owner.ask<{ html: string }>(preview.POST, '/api/blog-posts/preview', {
      body: { content: '# T\n<script>alert(1)</script>[x](javascript:1)' },
    })
    expect(body.html).toContain('<h2>T</h2>')
    expect(body.html).not.toMatch(/<script|alert|href/i)
  })
})

describe('portfolio items', () => {
  const add = (more: object = {}) => create(portfolio, '/api/portfolio', { ...ITEM, ...more })
  const edit = (id: number, body: object) => change(item, '/api/portfolio', id, body)
  const titles = async () =>
    (await db().portfolioItem.findMany({ orderBy: [{ position: 'asc' }, { id: 'asc' }] })).map(
      ({ title }) => title,
    )

  test('POST keeps its words in other languages, given with it', async () => {
    const zh = { title: '标题', description: '说明', duration: '' }
    const { status, body } = await add({ translations: { zh } })
    expect([status, body.translations]).toEqual([201, { zh }])
  })

  test('POST adds one in front, a podcast by default; the same title may come twice', async () => {
    await add({ title: 'First' })
    const { status, body } = await add({
      duration: '',
      videoUrl: 'https://youtu.be/abcdefghijk',
      thumbnailUrl: '/api/uploads/x.webp',
    })
    expect([status, body.type, body.duration, body.featured]).toEqual([201, 'podcast', null, false])
    expect(await titles()).toEqual(['A show', 'First'])
    expect((await add()).status).toBe(201)
    expect(await titles()).toEqual(['A show', 'A show', 'First'])
    expect((await owner.audit()).map(({ action, entity }) => [action, entity])).toEqual([
      ['create', 'portfolio_item'],
      ['create', 'portfolio_item'],
      ['create', 'portfolio_item'],
    ])
  })

  test.each([
    ['title', ''],
    ['description', undefined],
    ['type', 'film'],
    ['videoUrl', 'javascript:alert(1)'],
    ['videoUrl', 'http://example.com/v.mp4'],
    ['videoUrl', '/here'],
    ['thumbnailUrl', 'data:image/png,x'],
    ['thumbnailUrl', '/\\evil.example'],
    ['duration', 'x'.repeat(41)],
    ['featured', 'true'],
  ])('POST with %s %j is answered with 400 beside the field', async (field, value) => {
    const { status, body } = await add({ [field]: value })
    expect([status, Object.keys(body.fields ?? {})]).toEqual([400, [field]])
  })

  test('nobody is quoted without a name, and a name stands with its quote', async () => {
    const quoted = { quote: 'Quiet, and on time.', quoteName: 'Aina', quoteShow: 'Lorong Lama' }
    const { status, body } = await add(quoted)
    expect([status, body]).toMatchObject([201, quoted])
    for (const [missing, fault] of [
      ['quoteName', { quote: 'Quiet.' }],
      ['quote', { quoteName: 'Aina' }],
      ['quote', { quoteShow: 'Lorong Lama' }],
    ] as const) {
      const refused = await add(fault)
      expect([refused.status, Object.keys(refused.body.fields ?? {})]).toEqual([400, [missing]])
    }
    expect((await edit(body.id, { quoteName: '' })).status).toBe(400)
    expect((await edit(body.id, { featured: true })).body).toMatchObject(quoted)
    const gone = { quote: '', quoteName: '', quoteShow: '' }
    expect((await edit(body.id, gone)).body).toMatchObject({ quote: null, quoteName: null })
  })

  test('a waveform belongs to the recording that it came with', async () => {
    const [soundUrl, soundPeaks] = [`/api/uploads/${'a'.repeat(40)}.mp3`, '0'.repeat(160)]
    expect((await add({ soundPeaks })).body).toMatchObject({ soundUrl: null, soundPeaks: null })
    expect((await add({ soundUrl, soundPeaks: '0' })).status).toBe(400)
    const { body } = await add({ soundUrl, soundPeaks })
    expect(body).toMatchObject({ soundUrl, soundPeaks })
    expect((await edit(body.id, { featured: true })).body).toMatchObject({ soundPeaks })
    const other = 'https://example.com/b.mp3'
    expect((await edit(body.id, { soundUrl: other })).body).toMatchObject({
      soundUrl: other,
      soundPeaks: null,
    })
    expect((await edit(body.id, { soundUrl: '' })).body.soundUrl).toBeNull()
    expect((await edit(body.id, { soundPeaks })).body.soundPeaks).toBeNull()
  })

  test('PATCH changes, features, empties and moves; a move is no conflict for who edits another', async () => {
    const [a, b, c] = [
      (await add({ title: 'A', duration: '5 min' })).body,
      (await add({ title: 'B' })).body,
      (await add({ title: 'C' })).body,
    ]
    expect(await titles()).toEqual(['C', 'B', 'A'])
    expect(
      (await edit(a.id, { featured: true, duration: '', description: 'New' })).body,
    ).toMatchObject({ featured: true, duration: null, description: 'New', title: 'A' })
    expect((await edit(c.id, { position: 3, version: c.updatedAt })).status).toBe(200)
    expect(await titles()).toEqual(['B', 'A', 'C'])
    expect((await edit(b.id, { title: 'B2', version: b.updatedAt })).status).toBe(200)
    expect((await edit(b.id, { title: 'B3', version: b.updatedAt })).body.code).toBe(
      'version_conflict',
    )
    // Two works may have the same title.
    expect((await edit(b.id, { title: 'C' })).status).toBe(200)
    expect(await titles()).toEqual(['C', 'A', 'C'])
    expect((await edit(b.id, { title: 'B2' })).status).toBe(200)
    expect((await edit(b.id, { position: 0 })).status).toBe(400)
    expect((await edit(b.id, { position: 99 })).status).toBe(200)
    expect(await titles()).toEqual(['A', 'C', 'B2'])
    // Whoever has it open is told that it is gone, not that nothing was found.
    const gone = { status: 404, body: { code: 'not_found', message: en.errors.gone } }
    expect(await edit(4711, { title: 'X' })).toMatchObject(gone)
  })

  test('DELETE', async () => {
    const { body } = await add()
    expect(
      (await remove(item, '/api/portfolio', body.id, { version: body.updatedAt })).status,
    ).toBe(204)
    expect(await titles()).toEqual([])
  })
})

describe('messages', () => {
  test('one is put aside and back, and the lists follow', async () => {
    await database.sql.query(
      `INSERT INTO contacts (name, email, subject, message) VALUES ('<b>A</b>', 'a@example.com', 'booking', '<script>x</script>'), ('B', 'b@example.com', 'other', 'M')`,
    )
    const listed = async (query = '') =>
      (await owner.ask<{ id: number }[]>(contacts.GET, `/api/contacts${query}`)).body.map(
        ({ id }) => id,
      )
    expect(await listed()).toEqual([2, 1])
    const { status, body } = await change(contact, '/api/contacts', 1, { archived: true })
    expect([status, typeof body.archivedAt, body.message]).toEqual([
      200,
      'string',
      '<script>x</script>',
    ])
    expect([await listed(), await listed('?archived=1')]).toEqual([[2], [1]])
    expect(
      (await change(contact, '/api/contacts', 1, { archived: false, version: body.updatedAt })).body
        .archivedAt,
    ).toBeNull()
    expect(await listed()).toEqual([2, 1])
    expect(
      (await owner.audit()).map(({ action, before, after }) => [action, before, after]),
    ).toEqual([
      ['archive', null, { messages: 1 }],
      ['restore', null, { messages: 1 }],
    ])
    expect((await change(contact, '/api/contacts', 9, { archived: true })).status).toBe(404)
    expect((await change(contact, '/api/contacts', 1, { archived: 'yes' })).status).toBe(400)
  })
})

describe('several messages', () => {
  const patch = (body: object) =>
    owner.ask<{ changed: number; code: string }>(threads.PATCH, '/api/admin/contacts', { body })
  const ids = (count: number) => Array.from({ length: count }, (_, i) => i + 1)

  test('at most a hundred are archived by one call', async () => {
    await database.sql.query(`INSERT INTO contacts (name, email, subject, message)
      SELECT 'N', n || '@example.com', 'other', 'M' FROM generate_series(1, 101) n`)
    expect((await patch({ ids: ids(101), act: 'archive' })).status).toBe(400)
    expect(await owner.audit()).toEqual([])
    const { status, body } = await patch({ ids: ids(100), act: 'archive' })
    expect([status, body.changed]).toEqual([200, 100])
    expect(await owner.audit()).toHaveLength(100)
  })

  test.each([
    ['nobody', { ids: [], act: 'archive' }],
    ['no act', { ids: [1] }],
    ['another act', { ids: [1], act: 'delete' }],
    ['an id that cannot be', { ids: [0], act: 'archive' }],
    ['text as an id', { ids: ['1'], act: 'archive' }],
    ['a moment that is none', { ids: [1], act: 'restore', at: 'yesterday' }],
  ])('%s is refused', async (_, body) => {
    expect((await patch(body)).status).toBe(400)
  })
})

describe('content versions', () => {
  test('move with the change’s own transaction, each tag for itself', async () => {
    const before = await contentVersions()
    await create(portfolio, '/api/portfolio', ITEM)
    const after = await contentVersions()
    expect(movedTags(before, after)).toEqual(['portfolio'])
    await database.sql.query(`BEGIN`)
    await database.sql.query(
      `INSERT INTO settings (key, value, updated_at) VALUES ('x', '1', now())`,
    )
    expect(movedTags(after, await contentVersions())).toEqual([])
    await database.sql.query('ROLLBACK')
    expect(movedTags(after, await contentVersions())).toEqual([])
    await database.sql.query(`INSERT INTO holidays (date, name) VALUES ('2027-05-01', 'a')`)
    await create(posts, '/api/blog-posts', POST)
    expect(movedTags(after, await contentVersions())).toEqual(['holidays', 'blog'])
  })
})
