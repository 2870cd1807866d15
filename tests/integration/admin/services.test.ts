import * as one from '@/app/api/services/[id]/route'
import * as stripe from '@/app/api/services/[id]/stripe/route'
import en from '@/messages/en.json'
import { db } from '@/lib/db'
import { callRoute } from '@/tests/support/call'
import { testDatabase, truncate, type TestDatabase } from '@/tests/support/database'
import { seedMinimal } from '@/tests/support/seed-minimal'
import { ownerCalls } from './admin-calls'

let database: TestDatabase
let owner: Awaited<ReturnType<typeof ownerCalls>>
beforeAll(async () => {
  database = await testDatabase()
  await seedMinimal()
  owner = await ownerCalls(database.sql)
  await database.sql.query('CREATE TABLE kept AS SELECT * FROM services')
})
// Only what these tests change: all tables and a new owner for each took minutes.
beforeEach(async () => {
  await truncate(database.sql, 'audit_log')
  await database.sql.query(
    'DELETE FROM memberships; DELETE FROM services; INSERT INTO services SELECT * FROM kept',
  )
})
afterAll(() => database.drop())

const patchStripe = (body: object, id = '1') =>
  owner.ask(stripe.PATCH, `/api/services/${id}/stripe`, { method: 'PATCH', body, params: { id } })
const patch = (body: object, id = '1') =>
  owner.ask(one.PATCH, `/api/services/${id}`, { method: 'PATCH', body, params: { id } })
const remove = (id: string, body?: object) =>
  owner.ask(one.DELETE, `/api/services/${id}`, {
    method: 'DELETE',
    params: { id },
    ...(body && { body }),
  })
const row = (id = 1) => db().service.findUniqueOrThrow({ where: { id } })

const { stripe_product, stripe_price, url } = en.errors.fields
const SENTENCES = { stripe_product, stripe_price, url }

describe('PATCH /api/services/{id}/stripe', () => {
  test.each([
    ['stripeProductId', 'prod_Abc123'],
    ['stripePriceId', 'price_1Abc'],
    ['stripePaymentLinkUrl', 'https://buy.stripe.com/test_1'],
    ['stripePaymentLinkUrl', 'http://localhost:3000/pay'],
  ])('%s %s is kept, alone, and recorded', async (field, value) => {
    const { status, body } = await patchStripe({ [field]: value })
    expect([status, body[field]]).toEqual([200, value])
    const untouched = Object.entries(await row())
      .filter(([name]) => name.startsWith('stripe') && name !== field)
      .map(([, text]) => text)
    expect(untouched).toEqual([null, null])
    expect(await owner.audit()).toEqual([
      {
        actor: 'owner',
        action: 'stripe',
        entity: 'service',
        entity_id: '1',
        before: { [field]: null },
        after: { [field]: value },
      },
    ])
  })

  test.each(['', null, '  '])('%j takes it away', async (empty) => {
    await patchStripe({ stripeProductId: 'prod_1' })
    expect((await patchStripe({ stripeProductId: empty })).body.stripeProductId).toBeNull()
  })

  test.each([
    ['stripeProductId', 'price_1'],
    ['stripeProductId', 'prod_'],
    ['stripeProductId', 'prod_a b'],
    ['stripeProductId', 7],
    ['stripeProductId', 'prod_' + 'x'.repeat(300)],
    ['stripePriceId', 'prod_1'],
    ['stripePriceId', 'price_<b>'],
    ['stripePaymentLinkUrl', 'javascript:alert(1)'],
    ['stripePaymentLinkUrl', 'http://example.com/'],
    ['stripePaymentLinkUrl', 'data:text/html,x'],
    ['stripePaymentLinkUrl', '/here'],
    ['stripePaymentLinkUrl', '//evil.example'],
    ['stripePaymentLinkUrl', ' jAvascript:x'],
    ['stripePaymentLinkUrl', 'https://'],
  ])('%s %j: 400 with a sentence, nothing changed', async (field, value) => {
    const { status, body } = await patchStripe({ [field]: value })
    expect([status, body.code, Object.keys(body.fields ?? {})]).toEqual([
      400,
      'invalid_request',
      [field],
    ])
    const sentences =
      typeof value === 'string' && value.length < 256
        ? Object.values(SENTENCES)
        : [expect.any(String)]
    expect(sentences).toContainEqual(body.fields?.[field])
    expect((await row()).stripeProductId).toBeNull()
    expect(await owner.audit()).toEqual([])
  })

  test('the second of two owners is told; without a version nothing is compared', async () => {
    const version = (await row()).updatedAt.toISOString()
    const first = await patchStripe({ stripeProductId: 'prod_first', version })
    expect(first.status).toBe(200)
    const second = await patchStripe({ stripeProductId: 'prod_second', version })
    expect([second.status, second.body.code]).toEqual([409, 'version_conflict'])
    expect((await row()).stripeProductId).toBe('prod_first')
    expect(
      (await patchStripe({ stripeProductId: 'prod_third', version: first.body.updatedAt })).status,
    ).toBe(200)
    expect((await patchStripe({ stripeProductId: 'prod_fourth' })).status).toBe(200)
  })

  test('an unknown service is not found; a visitor is told to sign in', async () => {
    expect((await patchStripe({ stripeProductId: 'prod_1' }, '99')).status).toBe(404)
    const visitor = await callRoute(stripe.PATCH, '/api/services/1/stripe', {
      method: 'PATCH',
      body: { stripeProductId: 'prod_1' },
      params: { id: '1' },
    })
    expect([visitor.status, (await row()).stripeProductId]).toEqual([401, null])
  })
})

describe('PATCH /api/services/{id}', () => {
  test('words, icon and rates, with before and after on record', async () => {
    const { status, body } = await patch({
      name: 'Audio Plus',
      icon: 'fas fa-music',
      hourlyRate: '120.5',
      halfDayRate: 100,
      fullDayRate: '',
    })
    expect([
      status,
      body.name,
      body.icon,
      body.hourlyRate,
      body.halfDayRate,
      body.fullDayRate,
    ]).toEqual([200, 'Audio Plus', 'fas fa-music', '120.50', '100.00', null])
    expect(await owner.audit()).toEqual([
      {
        actor: 'owner',
        action: 'update',
        entity: 'service',
        entity_id: '1',
        before: {
          name: 'Audio Basic',
          icon: 'fas fa-microphone',
          hourlyRate: '99.00',
          halfDayRate: null,
          fullDayRate: null,
        },
        after: {
          name: 'Audio Plus',
          icon: 'fas fa-music',
          hourlyRate: '120.50',
          halfDayRate: '100.00',
          fullDayRate: null,
        },
      },
    ])
  })

  test.each([
    ['hourlyRate', '0'],
    ['hourlyRate', '-5'],
    ['hourlyRate', -5],
    ['hourlyRate', '10000.01'],
    ['hourlyRate', '1e3'],
    ['hourlyRate', '99.999'],
    ['hourlyRate', ''],
    ['hourlyRate', null],
    ['hourlyRate', 'abc'],
    ['halfDayRate', '0.00'],
    ['weeklyRate', 1e9],
    ['name', ''],
    ['name', 'x'.repeat(121)],
    ['name', 'Video Premium'],
    ['description', ' '],
    ['icon', ''],
    ['translations', { ms: { name: 'Hanya nama' } }],
  ])('%s %j is refused beside the field', async (field, value) => {
    const { status, body } = await patch({ [field]: value })
    expect([status, Object.keys(body.fields ?? {})]).toEqual([400, [field]])
    expect((await row()).hourlyRate.toString()).toBe('99')
  })

  test('a limit is a rate too', async () => {
    expect((await patch({ hourlyRate: '10000' })).body.hourlyRate).toBe('10000.00')
    expect((await patch({ hourlyRate: '0.01' })).body.hourlyRate).toBe('0.01')
  })

  test('a translation is put in place or taken out, the other stays', async () => {
    const words = { name: 'Nama', description: 'Keterangan' }
    await patch({ translations: { ms: words, zh: { name: '名', description: '说明' } } })
    expect((await patch({ translations: { zh: null } })).body.translations).toEqual({ ms: words })
  })
})

describe('DELETE /api/services/{id}', () => {
  test('one that nothing refers to goes', async () => {
    expect((await remove('1')).status).toBe(204)
    expect(await db().service.count({ where: { id: 1 } })).toBe(0)
    expect((await owner.audit()).map(({ action, entity_id }) => [action, entity_id])).toEqual([
      ['delete', '1'],
    ])
    expect((await remove('1')).status).toBe(404)
  })

  test('one that a member chose is refused with a sentence', async () => {
    await database.sql.query(
      `INSERT INTO memberships (customer_name, customer_email, service_id, referral_code) VALUES ('A', 'a@example.com', 1, 'ABCDEFGH')`,
    )
    const { status, body } = await remove('1')
    expect([status, body.code, body.message]).toEqual([
      409,
      'not_changeable',
      'This service cannot be deleted: bookings or members refer to it.',
    ])
    expect(await db().service.count({ where: { id: 1 } })).toBe(1)
  })
})
