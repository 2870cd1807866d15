import { db, transaction } from '@/lib/db'
import { deliverMails, queueMail } from '@/lib/mail/outbox'
import { testDatabase, type TestDatabase } from '@/tests/support/database'
import { facts } from '../../unit/mail/facts'
import { bookingsToWriteAbout } from './world'

let database: TestDatabase
beforeAll(async () => {
  delete process.env.SMTP_URL
  database = await testDatabase()
  await bookingsToWriteAbout(database)
})
afterAll(() => database.drop())

test('without SMTP_URL a mail stays queued and spends no attempt', async () => {
  const mail = {
    recipient: facts.email,
    locale: 'en',
    dedupeKey: 'booking_confirmed:42:0',
    bookingId: 42,
  } as const
  await transaction((tx) => queueMail(tx, { kind: 'booking_confirmed', payload: facts, ...mail }))
  for (let i = 0; i < 2; i++)
    expect(await deliverMails({ now: new Date(Date.now() + 1000), limit: 5 })).toEqual({
      sent: 0,
      failed: 0,
    })
  expect(await db().mail.findMany()).toMatchObject([
    { status: 'queued', attempts: 0, sentAt: null },
  ])
})
