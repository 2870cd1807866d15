import * as availability from '@/app/api/availability/[date]/route'
import * as adminBookings from '@/app/api/admin/bookings/route'
import * as bookings from '@/app/api/bookings/route'
import * as managed from '@/app/api/manage/[token]/availability/route'
import * as nextSlot from '@/app/api/next-slot/route'
import * as members from '@/app/api/memberships/route'
import * as all from '@/app/api/services/route'
import * as one from '@/app/api/services/[id]/route'
import * as stripe from '@/app/api/services/[id]/stripe/route'
import en from '@/messages/en.json'
import { offersFor } from '@/lib/bookings/offers'
import { RATES } from '@/lib/catalog/rules'
import { db } from '@/lib/db'
import { addDays, studioDate } from '@/lib/time'
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
    `DELETE FROM memberships; DELETE FROM services; INSERT INTO services SELECT * FROM kept;
    INSERT INTO service_rooms SELECT id, 1 FROM services WHERE NOT is_add_on`,
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
/** The rates of a service as a query of the database prints them. */
const storedRates = async (id: number) => {
  const { rows } = await database.sql.query('SELECT * FROM services WHERE id = $1', [id])
  const columnOf = (name: string) => name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)
  return Object.fromEntries(RATES.map((name) => [name, rows[0][columnOf(name)]]))
}
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
  ])('%s %j is answered with 400 and a sentence, and nothing is changed', async (field, value) => {
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
    expect((await patch({ hourlyRate: '1.85' })).body.hourlyRate).toBe('1.85')
  })

  test('a former rate must be higher than the rate', async () => {
    const { body } = await patch({ formerHourlyRate: '120' })
    expect(body).toMatchObject({ hourlyRate: '99.00', formerHourlyRate: '120.00' })
    for (const change of [
      { formerHourlyRate: '99' },
      { hourlyRate: '120' },
      { hourlyRate: '130', formerHourlyRate: '125' },
    ]) {
      const refused = await patch(change)
      expect([refused.status, Object.keys(refused.body.fields ?? {})]).toEqual([
        400,
        ['formerHourlyRate'],
      ])
    }
    await expect(
      database.sql.query(`UPDATE services SET hourly_rate = 120 WHERE id = 1`),
    ).rejects.toThrow('services_former_rate')
    const { body: raised } = await patch({ hourlyRate: '120', formerHourlyRate: '' })
    expect(raised).toMatchObject({ hourlyRate: '120.00', formerHourlyRate: null })
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

const add = (body: object) =>
  owner.ask(all.POST, '/api/services', { method: 'POST', body: { ...NEW, ...body } })
const NEW = {
  name: 'Voice-over',
  description: 'One voice, one booth.',
  icon: 'fas fa-microphone',
  hourlyRate: '75',
}
/** The names of the services and add-ons as a visitor is answered, in their order. */
const offered = async () =>
  ((await (await callRoute(all.GET, '/api/services')).json()) as { name: string }[]).map(
    ({ name }) => name,
  )

describe('POST /api/services', () => {
  test('a service with its words in every language comes after the others, offered at once', async () => {
    const ms = { name: 'Suara latar', description: 'Satu suara, satu bilik.' }
    const { status, body } = await add({ halfDayRate: '', weeklyRate: 60, translations: { ms } })
    expect([status, body.name, body.hourlyRate, body.halfDayRate, body.weeklyRate]).toEqual([
      201,
      'Voice-over',
      '75.00',
      null,
      '60.00',
    ])
    expect([body.isAddOn, body.state, body.translations]).toEqual([false, 'offered', { ms }])
    expect(await offered()).toEqual([
      'Audio Basic',
      'Video Premium',
      'Co-host Support',
      'Voice-over',
    ])
    expect(await owner.audit()).toMatchObject([
      { action: 'create', entity: 'service', before: null, after: { name: 'Voice-over' } },
    ])
  })

  test('each rate is stored as it was entered, when it is added and when it is changed', async () => {
    const rates = (first: number) =>
      Object.fromEntries(RATES.map((name, index) => [name, `${first + index}.50`]))
    const added = await add(rates(75))
    expect(added.body).toMatchObject(rates(75))
    const { body } = await patch(rates(85), String(added.body.id))
    expect(body).toMatchObject(rates(85))
    expect(body).toMatchObject(await storedRates(Number(body.id)))
  })

  test('an add-on is added as one', async () => {
    const { body } = await add({ isAddOn: true })
    expect((await row(body.id as number)).isAddOn).toBe(true)
  })

  test.each([
    ['name', 'Audio Basic'],
    ['name', ''],
    ['description', undefined],
    ['icon', ''],
    ['hourlyRate', undefined],
    ['hourlyRate', '0'],
    ['isAddOn', 'yes'],
    ['translations', { ms: { name: 'Hanya nama' } }],
  ])('%s %j is refused beside the field', async (field, value) => {
    const { status, body } = await add({ [field]: value })
    expect([status, Object.keys(body.fields ?? {})]).toEqual([400, [field]])
    expect(await db().service.count()).toBe(3)
  })

  test('a visitor cannot, and there is an end to how many there are', async () => {
    const visitor = await callRoute(all.POST, '/api/services', { method: 'POST', body: NEW })
    expect(visitor.status).toBe(401)
    await database.sql.query(
      `INSERT INTO services (name, description, icon, hourly_rate)
       SELECT 'One of many ' || n, 'Of many', 'fas fa-music', 10 FROM generate_series(1, 97) n`,
    )
    const { status, body } = await add({})
    expect([status, body.code]).toEqual([409, 'not_changeable'])
    expect(body.message).toContain('100')
  })
})

describe('the order', () => {
  test('one place up among its kind; whoever edits another service is not told of a conflict', async () => {
    const version = (await row(1)).updatedAt.toISOString()
    expect((await patch({ position: 1 }, '2')).status).toBe(200)
    expect(await offered()).toEqual(['Video Premium', 'Audio Basic', 'Co-host Support'])
    expect((await patch({ icon: 'fas fa-film', version }, '1')).status).toBe(200)
    // The only add-on stays after the services, whatever place it is sent to.
    expect((await patch({ position: 1 }, '3')).status).toBe(200)
    expect(await offered()).toEqual(['Video Premium', 'Audio Basic', 'Co-host Support'])
  })

  test('many moves at once leave each service one place of its own', async () => {
    const ids = [
      1,
      2,
      3,
      ...(await Promise.all(
        ['A', 'B', 'C'].map(async (name) => (await add({ name })).body.id as number),
      )),
    ]
    const moves = ids.flatMap((id) => [1, 2, 5].map((position) => patch({ position }, String(id))))
    expect((await Promise.all(moves)).map(({ status }) => status)).toEqual(moves.map(() => 200))
    const rows = await db().service.findMany({ select: { position: true } })
    expect(rows.map(({ position }) => position).sort()).toEqual([1, 2, 3, 4, 5, 6])
  })

  test.each([0, 101, 1.5, '1'])('a place of %j is refused', async (position) => {
    const { status, body } = await patch({ position })
    expect([status, Object.keys(body.fields ?? {})]).toEqual([400, ['position']])
  })
})

describe('a service that is not offered', () => {
  const day = addDays(studioDate(new Date()), 10)
  const wish = {
    serviceId: 1,
    duration: 'hourly',
    date: day,
    time: '10:00',
    firstName: 'Aina',
    email: 'aina@example.com',
  }
  const ask = async (handler: Parameters<typeof callRoute>[0], path: string, body?: object) => {
    const response = await callRoute(handler, path, {
      ...(body && { method: 'POST', body }),
      params: { date: day },
    })
    return { status: response.status, body: (await response.json()) as { fields?: object } }
  }
  const { service_not_offered } = en.errors.fields
  const only = async <T>(query: string): Promise<T> =>
    (await database.sql.query<{ it: T }>(query)).rows[0]?.it as T
  afterEach(() =>
    database.sql.query(
      'DELETE FROM slot_reservations; DELETE FROM idempotency_keys; DELETE FROM bookings',
    ),
  )
  afterEach(() =>
    database.sql.query(
      'DELETE FROM slot_reservations; DELETE FROM idempotency_keys; DELETE FROM bookings',
    ),
  )

  test.each(['hidden', 'retired'])(
    '%s means neither listed nor sold, until it is offered again',
    async (state) => {
      expect((await patch({ state })).body.state).toBe(state)
      expect(await offered()).toEqual(['Video Premium', 'Co-host Support'])
      const refused = { status: 400, body: { fields: { serviceId: service_not_offered } } }
      expect(await ask(bookings.POST, '/api/bookings', wish)).toMatchObject(refused)
      expect(await ask(availability.GET, `/api/availability/${day}?serviceId=1`)).toMatchObject(
        refused,
      )
      expect(await ask(nextSlot.GET, '/api/next-slot?serviceId=1')).toMatchObject(refused)
      expect(
        await ask(members.POST, '/api/memberships', {
          customerName: 'Aina',
          customerEmail: 'aina@example.com',
          serviceId: 1,
        }),
      ).toMatchObject(refused)
      expect(await db().booking.count()).toBe(0)

      expect((await patch({ state: 'offered' })).status).toBe(200)
      expect((await ask(bookings.POST, '/api/bookings', wish)).status).toBe(201)
    },
  )

  test('a booking that there is already can still be moved', async () => {
    expect((await ask(bookings.POST, '/api/bookings', wish)).status).toBe(201)
    await patch({ state: 'retired' })
    const token = await only<string>('SELECT manage_token AS it FROM bookings')
    const path = `/api/manage/${token}/availability?date=${day}`
    const times = await callRoute(managed.GET, path, { params: { token } })
    expect(await times.json()).toMatchObject({
      availableSlots: expect.arrayContaining(['11:00', '15:00']),
    })
  })

  test('the owner books a hidden one by hand, a retired one not', async () => {
    const byHand = async (state: string) => {
      await patch({ state })
      const body = { ...wish, paid: 'link' }
      return (await owner.ask(adminBookings.POST, '/api/admin/bookings', { method: 'POST', body }))
        .status
    }
    expect([await byHand('retired'), await byHand('hidden')]).toEqual([400, 201])
  })

  test('an add-on that is hidden is not offered with a booking', async () => {
    await ask(bookings.POST, '/api/bookings', wish)
    await database.sql.query("UPDATE bookings SET status = 'confirmed', hold_expires_at = NULL")
    const id = await only<number>('SELECT id AS it FROM bookings')
    const addOns = async () =>
      (await offersFor(id, 'en', new Date()))?.addOns.map(({ name }) => name)
    expect(await addOns()).toEqual(['Co-host Support'])
    await patch({ state: 'hidden' }, '3')
    expect(await addOns()).toEqual([])
  })

  test('an unknown state is refused beside the field', async () => {
    const { status, body } = await patch({ state: 'gone' })
    expect([status, Object.keys(body.fields ?? {})]).toEqual([400, ['state']])
  })
})
