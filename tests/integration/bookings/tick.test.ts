// Real life: a free plan runs the jobs once a day and ends the call after some seconds.
import { runDueJobs } from '@/lib/jobs/jobs'
import { closeTransport } from '@/lib/mail/transport'
import { Mailbox } from '@/tests/integration/mail/mailbox'
import { openShop } from '@/tests/support/shop'

let mailbox: Mailbox
beforeAll(async () => {
  mailbox = await Mailbox.open()
  process.env.SMTP_URL = mailbox.url
})
const shop = openShop()
afterAll(async () => {
  closeTransport()
  await mailbox.close()
})

const queue = (count: number) =>
  shop.rows(
    `INSERT INTO mails (dedupe_key, kind, recipient, locale, payload, message_id)
     SELECT 'm' || n, 'test_mail', 'aina@example.com', 'en', '{}', '<m' || n || '@x>'
     FROM generate_series(1, $1::int) n`,
    [count],
  )
const sent = async () =>
  Number((await shop.rows(`SELECT count(*) FROM mails WHERE status = 'sent'`))[0]?.count)

test('one tick sends all mails that wait, however many', async () => {
  await queue(45)
  await runDueJobs(new Date(Date.now() + 40_000))
  expect(await sent()).toBe(45)
})

test('a tick begins nothing when its time is over, and the next one goes on', async () => {
  await queue(5)
  expect(await runDueJobs(new Date(Date.now() - 1))).toEqual([])
  expect(await sent()).toBe(0)
  expect(await runDueJobs(new Date(Date.now() + 40_000))).toContain('deliver_mails')
  expect(await sent()).toBe(5)
})
