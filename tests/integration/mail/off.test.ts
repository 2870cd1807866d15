import { currentMail } from '@/lib/current-mail'
import { db, transaction } from '@/lib/db'
import { deliverMails, queueMail } from '@/lib/mail/outbox'
import { testDatabase, type TestDatabase } from '@/tests/support/database'
import { facts } from '../../unit/mail/facts'

let database: TestDatabase
beforeAll(async () => {
  delete process.env.SMTP_URL
  database = await testDatabase()
})
afterAll(() => database.drop())

test('without SMTP_URL a mail stays queued and spends no attempt', async () => {
  const mail = {
    recipient: facts.email,
    locale: 'en',
    dedupeKey: 'test_mail:1',
  } as const
  await transaction((tx) => queueMail(tx, { kind: 'test_mail', payload: {}, ...mail }))
  for (let i = 0; i < 2; i++)
    expect(
      await deliverMails({ now: new Date(Date.now() + 1000), limit: 5, write: currentMail }),
    ).toEqual({
      sent: 0,
      failed: 0,
    })
  expect(await db().mail.findMany()).toMatchObject([
    { status: 'queued', attempts: 0, sentAt: null },
  ])
})
