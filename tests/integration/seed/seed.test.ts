import { DEFAULT_HOURS } from '@/lib/studio'
import { createHash } from 'node:crypto'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { verify } from '@node-rs/argon2'
import { db } from '@/lib/db'
import { senOf } from '@/lib/money'
import { isDate } from '@/lib/time'
import { PEAKS_TEXT } from '@/lib/uploads/rules'
import { seed } from '@/prisma/seed'
import { testDatabase, type TestDatabase } from '@/tests/support/database'

const PASSWORD = 'correct horse battery'
Object.assign(process.env, { ADMIN_USERNAME: 'owner', ADMIN_PASSWORD: PASSWORD })

let database: TestDatabase
beforeAll(async () => {
  database = await testDatabase()
})
beforeEach(async () => {
  await database.reset()
  await seed()
})
afterAll(() => database.drop())

/** A hash of every row of every table and of every id counter. */
async function dump(): Promise<string> {
  const { rows: tables } = await database.sql.query<{ name: string }>(
    `SELECT quote_ident(tablename) AS name FROM pg_tables WHERE schemaname = 'public' ORDER BY 1`,
  )
  const hash = createHash('sha256')
  for (const { name } of tables) {
    const { rows } = await database.sql.query(
      `SELECT coalesce(jsonb_agg(r ORDER BY r::text), '[]')::text AS all FROM ${name} r`,
    )
    hash.update(`${name} ${rows[0].all}\n`)
  }
  const { rows: counters } = await database.sql.query(
    `SELECT sequencename, last_value FROM pg_sequences ORDER BY 1`,
  )
  return hash.update(JSON.stringify(counters)).digest('hex')
}

const counts = async () => ({
  rooms: await db().room.count(),
  services: await db().service.count({ where: { isAddOn: false } }),
  addOns: await db().service.count({ where: { isAddOn: true } }),
  holidays: await db().holiday.count(),
  portfolio: await db().portfolioItem.count(),
  posts: await db().blogPost.count(),
  users: await db().user.count(),
})
const ALL = { rooms: 1, services: 9, addOns: 2, holidays: 44, portfolio: 12, posts: 8, users: 1 }

describe('seeding', () => {
  test('fills an empty database', async () => {
    expect(await counts()).toEqual(ALL)
    expect(await db().room.findFirst()).toMatchObject({
      id: 1,
      name: 'Studio One',
      state: 'offered',
      turnaroundMinutes: 0,
      hours: DEFAULT_HOURS,
    })
    expect(await db().serviceRoom.count({ where: { roomId: 1 } })).toBe(ALL.services)
    expect((await db().setting.findUniqueOrThrow({ where: { key: 'tax' } })).value).toEqual({
      kind: 'tax',
      basisPoints: 825,
      label: 'Tax',
      registration: '',
    })
  })

  test('a second time changes nothing, not even an id counter', async () => {
    const before = await dump()
    await seed()
    expect(await dump()).toBe(before)
  })

  test('four at once on an empty database add everything once', async () => {
    await database.reset()
    await Promise.all([seed(), seed(), seed(), seed()])
    expect(await counts()).toEqual(ALL)
    // One after the other: had they raced, the losers' refused rows would have used up ids.
    const { rows } = await database.sql.query(
      `SELECT last_value::int AS id FROM pg_sequences WHERE sequencename = 'services_id_seq'`,
    )
    expect(rows).toEqual([{ id: ALL.services + ALL.addOns }])
  })

  test('what the owner edited, renamed or deleted stays so', async () => {
    await db().service.update({
      where: { name: 'Audio Podcast Basic' },
      data: { name: 'Talk', hourlyRate: '110.00' },
    })
    await db().service.update({
      where: { name: 'Remote Interview' },
      data: { description: 'Ours' },
    })
    await db().room.update({ where: { id: 1 }, data: { name: 'The Room' } })
    await db().setting.update({
      where: { key: 'tax' },
      data: { value: { basisPoints: 600, label: 'Service tax' } },
    })
    await db().holiday.delete({ where: { date: '2027-03-10' } })
    await db().blogPost.delete({ where: { slug: 'one-recording-ten-clips' } })
    await db().portfolioItem.deleteMany()
    const before = await dump()
    await seed()
    expect(await dump()).toBe(before)
  })

  test('rows that were there first are kept', async () => {
    await database.reset()
    await db().room.create({ data: { name: 'Loft' } })
    await db().holiday.create({
      data: { date: '2026-12-25', name: 'Closed' },
    })
    await seed()
    expect(await db().room.findMany()).toMatchObject([{ id: 1, name: 'Loft' }])
    expect(await db().holiday.findUnique({ where: { date: '2026-12-25' } })).toMatchObject({
      name: 'Closed',
    })
    expect(await counts()).toEqual(ALL)
  })

  test('the next room gets an id of its own', async () => {
    expect(await db().room.create({ data: { name: 'Studio Two' } })).toMatchObject({
      id: 2,
      name: 'Studio Two',
    })
  })

  test('the first administrator has the password of the environment, hashed; a changed one survives', async () => {
    const owner = await db().user.findUniqueOrThrow({ where: { username: 'owner' } })
    expect(owner.password).toMatch(/^\$argon2id\$/)
    expect(await verify(owner.password, PASSWORD)).toBe(true)
    await db().user.update({ where: { username: 'owner' }, data: { password: 'changed' } })
    await seed()
    expect((await db().user.findFirstOrThrow()).password).toBe('changed')
  })
})

describe('what visitors will see', () => {
  const HAN = /\p{Script=Han}/u
  type Words = { name: string; description: string }

  test('services have the two named rates, rates that fall with length, icons, an order', async () => {
    const services = await db().service.findMany({ orderBy: { position: 'asc' } })
    expect(services.map(({ position }) => position)).toEqual(services.map((_, index) => index + 1))
    expect(services.map(({ id }) => id)).toEqual(services.map(({ position }) => position))
    const rate = (name: string) =>
      services.find((service) => service.name === name)?.hourlyRate.toFixed(2)
    expect(rate('Audio Podcast Basic')).toBe('99.00')
    expect(rate('Video Podcast Premium')).toBe('248.00')
    for (const { name, icon, hourlyRate, halfDayRate, fullDayRate, weeklyRate } of services) {
      const rates = [hourlyRate, halfDayRate, fullDayRate, weeklyRate].flatMap((each) =>
        each ? [senOf(each)] : [],
      )
      expect([name, rates]).toEqual([name, [...new Set(rates)].sort((a, b) => b - a)])
      expect(icon).toMatch(/^fas fa-[a-z-]+$/)
    }
    const studio = services.filter(({ isAddOn }) => !isAddOn)
    expect(
      studio.filter(({ halfDayRate, fullDayRate }) => halfDayRate && fullDayRate).length,
    ).toBeGreaterThan(2)
    expect(
      studio.filter(({ halfDayRate, fullDayRate }) => !halfDayRate && !fullDayRate).length,
    ).toBeGreaterThan(1)
    expect(studio.filter(({ weeklyRate }) => weeklyRate)).toHaveLength(3)
  })

  test('add-ons: the customer’s two, by the hour only, after the services', async () => {
    const addOns = await db().service.findMany({
      where: { isAddOn: true },
      orderBy: { position: 'asc' },
    })
    expect(addOns.map(({ name }) => name)).toEqual([
      'Co-host Support',
      'On-site Technician Support',
    ])
    for (const addOn of addOns) {
      expect(addOn).toMatchObject({ halfDayRate: null, fullDayRate: null, weeklyRate: null })
      expect(addOn.position).toBeGreaterThan(ALL.services)
    }
  })

  test('every service speaks Malay and Chinese', async () => {
    for (const { name, description, translations } of await db().service.findMany()) {
      const { ms, zh } = translations as { ms: Words; zh: Words }
      for (const words of [ms, zh])
        expect(Object.keys(words).sort()).toEqual(['description', 'name'])
      expect([zh.name, zh.description].every((text) => HAN.test(text))).toBe(true)
      expect([name, description, ms.name, ms.description].some((text) => HAN.test(text))).toBe(
        false,
      )
      expect(ms.name).not.toBe(name)
      expect(ms.description.length).toBeGreaterThan(60)
      expect(zh.description.length).toBeGreaterThan(25)
      expect(description).not.toBe(ms.description)
    }
  })

  test('holidays have real dates, three languages, and the moon-dependent ones are tentative', async () => {
    const all = await db().holiday.findMany()
    for (const { date, name, translations } of all) {
      const { ms, zh } = translations as Record<'ms' | 'zh', { name: string }>
      expect(isDate(date)).toBe(true)
      expect([HAN.test(zh.name), HAN.test(name + ms.name)]).toEqual([true, false])
    }
    expect(all.find(({ date }) => date === '2027-03-10')).toMatchObject({
      name: 'Hari Raya Aidilfitri',
      tentative: true,
    })
    expect(all.find(({ date }) => date === '2026-12-25')).toMatchObject({
      translations: { ms: { name: 'Hari Krismas' } },
      tentative: false,
    })
  })

  test('portfolio: four of each kind, several featured, lengths, and a clip or a tune of ours', async () => {
    const items = await db().portfolioItem.findMany()
    for (const type of ['podcast', 'video', 'livestream'])
      expect(items.filter((item) => item.type === type)).toHaveLength(4)
    expect(items.filter(({ featured }) => featured).length).toBeGreaterThan(2)
    for (const { duration, description, thumbnailUrl, videoUrl, ...item } of items) {
      expect(duration).toMatch(/\d/)
      expect(description.length).toBeGreaterThan(60)
      expect(thumbnailUrl).toBeNull()
      // A podcast is heard, the others are seen.
      expect(videoUrl === null).toBe(item.type === 'podcast')
      expect(existsSync(join('public', videoUrl ?? item.soundUrl ?? 'none'))).toBe(true)
      expect(item.soundPeaks ?? '').toMatch(PEAKS_TEXT)
      expect(Boolean(item.soundPeaks)).toBe(item.soundUrl !== null)
    }
    const files = items.map(({ videoUrl, soundUrl }) => videoUrl ?? soundUrl)
    expect(new Set(files).size).toBe(items.length)
    const links = await db().service.findMany({
      select: { stripeProductId: true, stripePriceId: true, stripePaymentLinkUrl: true },
    })
    expect(links.flatMap((each) => Object.values(each)).every((value) => value === null)).toBe(true)
  })

  test('posts have real texts in plain Markdown, all four categories, and past dates', async () => {
    const posts = await db().blogPost.findMany()
    expect(new Set(posts.map(({ category }) => category)).size).toBe(4)
    expect([1, 2]).toContain(posts.filter(({ featured }) => featured).length)
    for (const post of posts) {
      const words = post.content.match(/[\p{L}\p{N}][\p{L}\p{N}'’.-]*/gu) ?? []
      expect([post.slug, words.length >= 450 && words.length <= 700]).toEqual([post.slug, true])
      expect(post.slug).toMatch(/^[a-z0-9]+(-[a-z0-9]+)*$/)
      expect(post.content).toMatch(/^## /m)
      // The page's own heading is the only first-level one; raw HTML would be stripped; links go
      // out over https only.
      expect(post.content).not.toMatch(/^# |<[a-z/!]|\]\((?!https:\/\/)/im)
      expect(post.excerpt.length).toBeLessThanOrEqual(160)
      // The quotes and apostrophes are curly, as everywhere else on the site.
      const translated = JSON.stringify(Object.values(post.translations as object))
      const straight = /["']/
      expect([post.slug, straight.test(post.content + post.title + post.excerpt)]).toEqual([
        post.slug,
        false,
      ])
      expect([post.slug, /\\"|'/.test(translated)]).toEqual([post.slug, false])
      expect(post.tags.split(', ').length).toBeGreaterThan(1)
      expect(post).toMatchObject({ author: 'Studio Team', published: true })
      expect(post.publishedAt?.toISOString()).toMatch(/^2026-(0[1-9]|1[01])-\d\dT01:00:00/)
      expect(post.publishedAt?.getTime()).toBeLessThan(Date.parse('2026-11-21T00:00:00Z'))
    }
  })
})
