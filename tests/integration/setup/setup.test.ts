// First-run set-up: what it says is missing, and what each step does to an empty database.
import { POST } from '@/app/api/admin/setup/[step]/route'
import { db } from '@/lib/db'
import { isFreshInstallation, setupStatus } from '@/lib/setup/queries'
import { openItems } from '@/lib/setup/rules'
import { closeTransport } from '@/lib/mail/transport'
import { testDatabase, truncate, type TestDatabase } from '@/tests/support/database'
import { startPayments, type Payments } from '@/tests/support/payments'
import { ownerCalls } from '../admin/admin-calls'
import { Mailbox } from '../mail/mailbox'

let database: TestDatabase
let payments: Payments
let mailbox: Mailbox
let owner: Awaited<ReturnType<typeof ownerCalls>>
beforeAll(async () => {
  payments = await startPayments()
  mailbox = await Mailbox.open()
  process.env.SMTP_URL = mailbox.url
  database = await testDatabase()
  owner = await ownerCalls(database.sql)
})
beforeEach(async () => {
  await payments.begin()
  await truncate(
    database.sql,
    'audit_log, service_rooms, services, studios, holidays, settings, mails, rate_limits',
  )
})
afterAll(async () => {
  closeTransport()
  await mailbox.close()
  await payments.stop()
  await database.drop()
})

const ask = <T = Record<string, unknown>>(step: string, body: object = {}) =>
  owner.ask<T>(POST, `/api/admin/setup/${step}`, { method: 'POST', body, params: { step } })
const keys = async () => openItems(await setupStatus(new Date())).map(({ key }) => key)

test('an empty installation is fresh, and says what it lacks', async () => {
  expect(await isFreshInstallation()).toBe(true)
  expect(await keys()).toEqual([
    'servicesNone',
    'paymentsSandbox',
    'mailUnproven',
    'holidaysNone',
    'placeholders',
  ])
})

test('the prepared services come with their room, once, after those there are', async () => {
  expect(await ask('services')).toMatchObject({ status: 200, body: { added: 11 } })
  expect(await isFreshInstallation()).toBe(false)
  await db().service.deleteMany({ where: { name: 'Remote Interview' } })
  await db().service.updateMany({
    where: { name: 'Audio Podcast Basic' },
    data: { hourlyRate: '110.00' },
  })
  expect((await ask('services')).body).toEqual({ added: 1 })
  const rows = await db().service.findMany({ orderBy: { position: 'asc' } })
  expect(rows).toHaveLength(11)
  expect(rows.at(-1)).toMatchObject({ name: 'Remote Interview', position: 12 })
  expect(String(rows[0]?.hourlyRate)).toBe('110')
  expect((await owner.audit()).filter(({ entity }) => entity === 'service')).toHaveLength(12)
})

test('two who add the services at once add them once', async () => {
  const answers = await Promise.all([ask('services'), ask('services')])
  expect(answers.map(({ body }) => body.added).sort()).toEqual([0, 11])
  expect(await db().service.count()).toBe(11)
  expect(await db().serviceRoom.count({ where: { roomId: 1 } })).toBe(9)
})

test('the holidays to come are added; one that was entered by hand stays', async () => {
  await db().holiday.create({ data: { date: '2027-12-25', name: 'Ours' } })
  const { body } = await ask<{ added: number; knownUntil: string }>('holidays')
  expect(body.knownUntil).toBe('2028-12-25')
  expect(await db().holiday.count()).toBe(body.added + 1)
  expect((await db().holiday.findUnique({ where: { date: '2027-12-25' } }))?.name).toBe('Ours')
  const today = new Date().toISOString().slice(0, 10)
  expect(await db().holiday.count({ where: { date: { lt: today } } })).toBe(0)
  expect(await keys()).not.toContain('holidaysShort')
  await db().holiday.deleteMany({ where: { date: { gt: '2027-02-01' } } })
  expect(await keys()).toContain('holidaysShort')
})

test('the room is made, renamed and recorded; a name is needed', async () => {
  expect(await ask('room', { name: ' ' })).toMatchObject({
    status: 400,
    body: { fields: { name: 'Please fill in this field.' } },
  })
  await ask('room', { name: 'The Loft' })
  await ask('room', { name: 'The Attic' })
  expect(await db().room.findMany()).toMatchObject([{ id: 1, name: 'The Attic' }])
  expect((await owner.audit()).map(({ action }) => action)).toEqual(['create', 'update'])
})

describe('payments', () => {
  test.each([
    [null, 'accepted'],
    [401, 'refused'],
    [500, 'away'],
  ])('Stripe answers %j: %s', async (status, result) => {
    if (status) await payments.faults({ match: 'GET /v1/payment_intents', status, times: 5 })
    const { body } = await ask('payments')
    expect(body).toMatchObject({ keys: 'sandbox', checked: { result } })
    expect((await setupStatus(new Date())).payments).toEqual(body)
    expect((await keys()).includes('paymentsRefused')).toBe(result === 'refused')
    await payments.faults()
    expect((await ask('payments')).body).toMatchObject({ checked: { result: 'accepted' } })
  })

  test('a check of other keys does not count', async () => {
    await ask('payments')
    await database.sql.query(
      `UPDATE settings SET value = jsonb_set(value, '{payments,keys}', '"others"') WHERE key = 'setup'`,
    )
    expect((await setupStatus(new Date())).payments.checked).toBeNull()
  })
})

describe('mail', () => {
  test('the test mail arrives, and the address is not kept', async () => {
    const { status, body } = await ask('mail', { email: 'Owner@Example.com', locale: 'ms' })
    expect([status, body]).toMatchObject([200, { state: 'proven', failure: null }])
    expect(await mailbox.mails(1)).toMatchObject([
      { to: [{ address: 'owner@example.com' }], subject: expect.stringContaining('E-mel ujian') },
    ])
    const { rows } = await database.sql.query(
      `SELECT string_agg(v, '') AS kept FROM (SELECT value::text AS v FROM settings UNION ALL SELECT after::text FROM audit_log) x`,
    )
    expect(rows[0].kept).toContain('failure')
    expect(rows[0].kept).not.toContain('owner@example.com')
  })

  test('a mail server that is away is reported until a later mail is delivered', async () => {
    await mailbox.stop()
    expect((await ask('mail', { email: 'a@example.com' })).body).toMatchObject({
      state: 'failed',
      failure: expect.stringMatching(/ESOCKET|ECONNECTION/),
    })
    expect(await keys()).toContain('mailFailed')
    await mailbox.start()
    expect((await ask('mail', { email: 'a@example.com' })).body).toMatchObject({ state: 'proven' })
  })

  test('no mail is sent without an address', async () => {
    expect(await ask('mail', { email: 'nobody' })).toMatchObject({
      status: 400,
      body: { fields: { email: expect.any(String) } },
    })
  })
})

test('set-up that was finished stays finished, and opens no more', async () => {
  await ask('finish')
  expect(await isFreshInstallation()).toBe(false)
  const { finishedAt } = await setupStatus(new Date())
  await ask('finish')
  expect((await setupStatus(new Date())).finishedAt).toBe(finishedAt)
  expect(await owner.audit()).toHaveLength(1)
})

test('an unknown step is not found', async () => {
  expect((await ask('everything')).status).toBe(404)
})
