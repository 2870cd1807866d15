import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createServer, type AddressInfo } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import ICAL from 'ical.js'
import { closeDatabase, db, transaction } from '@/lib/db'
import { deliverDueMails } from '@/lib/jobs/jobs'
import * as outbox from '@/lib/mail/outbox'
import type { BookingNotice } from '@/lib/mail/schema'
import { closeTransport } from '@/lib/mail/transport'
import { MINUTE_MS } from '@/lib/time'
import { clockAhead } from '@/tests/support/wrong-clock'
import { confirmed as confirmation } from '../../unit/mail/facts'
import { SmtpServer } from './smtp-server'
import { openMailWorld } from './world'

const world = openMailWorld()

const { queueMail, resendMail } = outbox
type QueuedMail = outbox.QueuedMail

const confirmed = (n: number, more: Partial<QueuedMail> = {}) =>
  ({
    kind: 'booking_notice',
    payload: { bookingId: n },
    recipient: `guest${n}@example.com`,
    locale: 'en',
    dedupeKey: `booking_notice:${n}`,
    bookingId: n,
    ...more,
  }) as QueuedMail
/** What all notices say, but for their number. */
let words: Partial<Omit<BookingNotice, 'news'>> = {}
beforeEach(() => (words = {}))
const deliverMails = (delivery: Omit<Parameters<typeof outbox.deliverMails>[0], 'write'>) =>
  outbox.deliverMails({
    ...delivery,
    write: async (content) => {
      if (content.kind !== 'booking_notice') throw new Error('Not one of these')
      return { letter: confirmation({ ...words, ...content.payload }) }
    },
  })
const queue = (...mails: QueuedMail[]) =>
  transaction(async (tx) => {
    for (const mail of mails) await queueMail(tx, mail)
  })
const soon = () => new Date(Date.now() + 1000)
const inMinutes = (minutes: number) => new Date(Date.now() + minutes * MINUTE_MS + 1000)
const rows = () => db().mail.findMany({ orderBy: { id: 'asc' } })
const only = async () => {
  const [row, ...others] = await rows()
  if (!row || others.length > 0) throw new Error('expected one mail')
  return row
}

describe('the queue', () => {
  test('takes a cause once, whoever brings it again', async () => {
    await queue(confirmed(1))
    await Promise.all(
      Array.from({ length: 8 }, () => queue(confirmed(1, { recipient: 'other@example.com' }))),
    )
    expect(await only()).toMatchObject({
      recipient: 'guest1@example.com',
      status: 'queued',
      attempts: 0,
      bookingId: 1,
    })
  })

  test('forgets the mail of a cause that did not happen', async () => {
    await transaction(async (tx) => {
      await queueMail(tx, confirmed(1))
      throw new Error('changed my mind')
    }).catch(() => undefined)
    expect(await rows()).toEqual([])
  })
})

describe('a delivery', () => {
  test('brings the whole mail: both bodies, the calendar, the fixed id', async () => {
    await queue(confirmed(7, { locale: 'zh' }))
    expect(await deliverMails({ now: soon(), limit: 10 })).toEqual({ sent: 1, failed: 0 })
    const row = await only()
    expect(row).toMatchObject({ status: 'sent', attempts: 1, lastError: null })
    const [mail] = await world.mailbox.mails(1)
    if (!mail) throw new Error('nothing arrived')
    expect(mail.to).toEqual([{ address: 'guest7@example.com', name: '' }])
    expect(mail.replyTo[0]?.address).toBe('hello@studio.example')
    expect(`<${mail.messageId}>`).toBe(row.messageId)
    expect(mail.headers['auto-submitted']).toBe('auto-generated')
    // Of Exchange too, the studio is told where there is no such mailbox ([MS-OXCMAIL] 2.1.3.2.20).
    const suppressed = mail.headers['x-auto-response-suppress']?.split(', ')
    expect(suppressed).toEqual(['DR', 'RN', 'NRN', 'OOF', 'AutoReply'])
    expect(mail.subject).toContain('预订已确认')
    expect(mail.text).toContain('#7')
    expect(mail.html).toContain('lang="zh-Hans"')
    expect(mail.attachments?.map((file) => file.fileName)).toEqual(['booking-7.ics'])
    expect(await world.mailbox.source(mail.id)).toMatch(
      /Content-Type: text\/calendar;[^:]*method=PUBLISH/i,
    )
    const calendar = await world.mailbox.attachment(
      mail.id,
      mail.attachments?.[0]?.generatedFileName ?? '',
    )
    const event = new ICAL.Component(ICAL.parse(calendar) as unknown[]).getFirstSubcomponent(
      'vevent',
    )
    expect(String(event?.getFirstPropertyValue('uid'))).toBe('booking-7@localhost')
  })

  test('lets no one write a header or add a reader', async () => {
    const nasty = 'Eve\r\nBcc: everyone@evil.example\r\n\r\n<script>alert(1)</script>'
    words = { serviceName: nasty, firstName: nasty }
    await queue(confirmed(1, { recipient: 'guest1@example.com, second@evil.example' }))
    await deliverMails({ now: soon(), limit: 10 })
    for (const mail of await world.mailbox.mails(0)) {
      const [head = ''] = (await world.mailbox.source(mail.id)).split('\r\n\r\n')
      expect(head).not.toMatch(/^bcc:/im)
      expect(mail.to.map((to) => to.address)).not.toContain('second@evil.example')
      expect(mail.html).not.toContain('<script')
    }
  })

  test('waits while the server is away and comes through when it is back', async () => {
    await queue(confirmed(1))
    await deliverMails({ now: soon(), limit: 10 }) // Leaves an open connection in the pool.
    await world.mailbox.stop()
    await queue(confirmed(2), confirmed(3))
    expect(await deliverMails({ now: soon(), limit: 10 })).toEqual({ sent: 0, failed: 1 })
    const [, waiting, untouched] = await rows()
    expect(waiting).toMatchObject({
      status: 'queued',
      attempts: 1,
      lastError: expect.stringMatching(/^E[A-Z]+/),
    })
    const { rows: later } = await world.database.sql.query(
      `SELECT id FROM mails WHERE status = 'queued' AND next_attempt_at > now() + interval '30 seconds'`,
    )
    expect(later).toEqual([{ id: waiting?.id }])
    expect(untouched).toMatchObject({ status: 'queued', attempts: 0 })
    await world.mailbox.start()
    // The first that is taken brings the one that waits for its next attempt.
    expect(await deliverMails({ now: soon(), limit: 10 })).toEqual({ sent: 2, failed: 0 })
    expect((await rows()).map((row) => row.status)).toEqual(['sent', 'sent', 'sent'])
  })

  test('an outage of eight hours gives nothing up, and the cancellation comes after its confirmation', async () => {
    const about = { bookingId: 1, recipient: 'guest1@example.com' }
    await queue(confirmed(1))
    await world.mailbox.stop()
    // The state after the server was away for eight hours: eleven attempts, the next one much
    // later.
    await world.database.sql.query(
      `UPDATE mails SET attempts = 11, created_at = now() - interval '8 hours'`,
    )
    expect(await deliverMails({ now: soon(), limit: 10 })).toEqual({ sent: 0, failed: 1 })
    expect(await only()).toMatchObject({ status: 'queued', attempts: 12 })
    await queue(
      confirmed(1, {
        ...about,
        dedupeKey: 'booking_notice:1:cancelled',
      } as Partial<QueuedMail>),
      confirmed(2),
    )
    await world.mailbox.start()
    // The server is back, but the confirmation waits for its time: only a mail about another
    // booking is sent.
    expect(await deliverMails({ now: soon(), limit: 10 })).toEqual({ sent: 1, failed: 0 })
    expect((await rows()).map(({ status }) => status)).toEqual(['queued', 'queued', 'sent'])
    await world.database.sql.query(
      `UPDATE mails SET next_attempt_at = next_attempt_at - interval '70 minutes' WHERE id = 1`,
    )
    expect(await deliverMails({ now: soon(), limit: 10 })).toEqual({ sent: 2, failed: 0 })
    const sent = await db().mail.findMany({ where: { bookingId: 1 }, orderBy: { sentAt: 'asc' } })
    expect(sent.map(({ dedupeKey }) => dedupeKey)).toEqual([
      'booking_notice:1',
      'booking_notice:1:cancelled',
    ])
  })

  test('by many at once sends each mail once', async () => {
    await queue(...Array.from({ length: 20 }, (_, n) => confirmed(n + 1)))
    const counts = await Promise.all(
      Array.from({ length: 5 }, () => deliverMails({ now: soon(), limit: 50 })),
    )
    expect(counts.reduce((sum, { sent }) => sum + sent, 0)).toBe(20)
    const caught = await world.mailbox.mails(20)
    expect(new Set(caught.map((mail) => mail.messageId)).size).toBe(20)
    expect(caught).toHaveLength(20)
  })

  test('passes over a mail that another one is just taking', async () => {
    await queue(confirmed(1))
    await world.database.sql.query('BEGIN')
    await world.database.sql.query('SELECT id FROM mails FOR UPDATE')
    const waiting = Promise.all([
      deliverMails({ now: soon(), limit: 5 }),
      deliverMails({ now: soon(), limit: 5 }),
    ])
    await sleep(500)
    await world.database.sql.query('ROLLBACK')
    expect(await waiting).toEqual([
      { sent: 0, failed: 0 },
      { sent: 0, failed: 0 },
    ])
    expect(await deliverMails({ now: soon(), limit: 5 })).toEqual({ sent: 1, failed: 0 })
  })

  test('an instance whose clock is an hour ahead leaves alone what another one is sending', async () => {
    await queue(confirmed(1))
    await world.database.sql.query(
      `UPDATE mails SET attempts = 1, next_attempt_at = now() + interval '5 minutes'`,
    )
    clockAhead(60)
    await deliverDueMails().finally(() => jest.useRealTimers())
    expect(await only()).toMatchObject({ status: 'queued', attempts: 1 })
  })

  test('stops at its limit', async () => {
    await queue(confirmed(1), confirmed(2), confirmed(3))
    expect(await deliverMails({ now: soon(), limit: 2 })).toEqual({ sent: 2, failed: 0 })
  })

  test('killed in the middle is taken over when its lease ends, not before', async () => {
    await queue(confirmed(1))
    const silent = createServer().listen(0, '127.0.0.1')
    await once(silent, 'listening')
    const env = {
      ...process.env,
      SMTP_URL: `smtp://127.0.0.1:${(silent.address() as AddressInfo).port}`,
    }
    const child = spawn(
      process.execPath,
      ['scripts/run.mjs', 'tests/integration/mail/deliver-one.ts'],
      { env, stdio: 'ignore' },
    )
    const [socket] = await once(silent, 'connection')
    child.kill('SIGKILL')
    await once(child, 'exit')
    socket.destroy()
    silent.close()
    expect(await only()).toMatchObject({ status: 'queued', attempts: 1, lastError: null })
    expect(await deliverMails({ now: inMinutes(1), limit: 10 })).toEqual({ sent: 0, failed: 0 })
    expect(await deliverMails({ now: inMinutes(2), limit: 10 })).toEqual({ sent: 1, failed: 0 })
    expect(await world.mailbox.mails(1)).toHaveLength(1)
  })
})

test('a mail server that takes its time gets each mail once', async () => {
  await queue(confirmed(1))
  const slow = await SmtpServer.open({ delayMs: 11_000 })
  const child = spawn(
    process.execPath,
    ['scripts/run.mjs', 'tests/integration/mail/deliver-one.ts'],
    { env: { ...process.env, SMTP_URL: slow.url }, stdio: 'ignore' },
  )
  const isWaiting = ({ status, lastError }: Awaited<ReturnType<typeof only>>) =>
    status === 'queued' && lastError === null
  while (isWaiting(await only())) await sleep(100)
  expect(await only()).toMatchObject({ status: 'sent', attempts: 1 })
  expect(slow.mails).toBe(1)
  child.kill('SIGKILL')
  await slow.close()
}, 60_000)

describe('a mail that is refused for the twelfth time', () => {
  const LIMIT = '550 5.4.5 Daily user sending limit exceeded'
  /** By a server in place of ours. */
  async function refused(answers: Parameters<typeof SmtpServer.open>[0]) {
    await world.mailbox.stop()
    const server = await SmtpServer.open(answers, Number(new URL(world.mailbox.url).port))
    await world.database.sql.query('UPDATE mails SET attempts = 11')
    await deliverMails({ now: soon(), limit: 10 })
    closeTransport()
    await server.close()
    return (await rows()).map(({ status, lastError }) => `${status} ${lastError ?? ''}`)
  }
  const age = (days: number) =>
    world.database.sql.query(`UPDATE mails SET created_at = now() - make_interval(days => $1)`, [
      days,
    ])

  test('waits while the server takes no mail at all, as beyond a limit for a day', async () => {
    await queue(confirmed(1), confirmed(2))
    await age(2)
    const waits = 'queued EMESSAGE 550 DATA'
    expect(await refused({ mail: LIMIT })).toEqual([waits, waits])
    await world.mailbox.start()
    expect(await deliverMails({ now: inMinutes(61), limit: 10 })).toEqual({ sent: 2, failed: 0 })
  })

  test('is given up after three days of that', async () => {
    await queue(confirmed(1))
    await age(3)
    expect(await refused({ mail: LIMIT })).toEqual(['failed EMESSAGE 550 DATA'])
  })

  test('is given up where the server has taken another one in the last hours', async () => {
    await queue(confirmed(1))
    await deliverMails({ now: soon(), limit: 10 })
    await queue(confirmed(2))
    const answers = { recipient: () => '550 5.1.1 No such user' }
    expect(await refused(answers)).toEqual(['sent ', 'failed EENVELOPE 550 RCPT TO'])
  })

  test('waits where the server refuses the connection', async () => {
    await queue(confirmed(1), confirmed(2))
    const greeting = { greeting: '554 5.7.1 No SMTP service here' }
    expect(await refused(greeting)).toEqual(['queued EPROTOCOL 554 CONN', 'queued '])
  })
})

test('takes one mail at a time, with any query plan', async () => {
  await queue(confirmed(1), confirmed(2), confirmed(3))
  // The plan that searches the next mail once for each row.
  const plan = ['hashjoin', 'mergejoin', 'hashagg', 'sort', 'material', 'indexscan', 'bitmapscan']
  const { rows: here } = await world.database.sql.query<{ name: string }>(
    'SELECT quote_ident(current_database()) AS name',
  )
  const alter = (change: string) =>
    world.database.sql.query(`ALTER DATABASE ${here[0]?.name} ${change}`)
  for (const name of plan) await alter(`SET enable_${name} = off`)
  await closeDatabase() // the next connection has it
  try {
    expect(await deliverMails({ now: soon(), limit: 1 })).toEqual({ sent: 1, failed: 0 })
    expect((await rows()).map(({ attempts }) => attempts)).toEqual([1, 0, 0])
  } finally {
    await alter('RESET ALL')
    await closeDatabase()
  }
})

describe('a mail that cannot be made', () => {
  const broken = (n: number) => confirmed(n, { payload: { bookingId: 0 } } as Partial<QueuedMail>)

  test('does not hold up the next one, and says nothing of the person in its error', async () => {
    await queue(broken(1), confirmed(2))
    expect(await deliverMails({ now: soon(), limit: 10 })).toEqual({ sent: 1, failed: 1 })
    const [bad, good] = await rows()
    expect(good?.status).toBe('sent')
    expect(bad).toMatchObject({ status: 'queued', attempts: 1, lastError: 'ZodError' })
  })

  test('is given up after twelve attempts and can be sent again by hand', async () => {
    await queue(broken(1))
    const { id, messageId } = await only()
    await world.database.sql.query('UPDATE mails SET attempts = 11')
    expect(await deliverMails({ now: soon(), limit: 10 })).toEqual({ sent: 0, failed: 1 })
    expect(await only()).toMatchObject({ status: 'failed', attempts: 12 })
    expect(await deliverMails({ now: inMinutes(600), limit: 10 })).toEqual({ sent: 0, failed: 0 })
    await world.database.sql.query('UPDATE mails SET payload = $1', [
      JSON.stringify({ bookingId: 1 }),
    ])
    expect(await resendMail(id, 'owner')).toBe(true)
    expect(await deliverMails({ now: soon(), limit: 10 })).toEqual({ sent: 1, failed: 0 })
    expect(await only()).toMatchObject({ status: 'sent', messageId })
  })
})

test('sending again: a sent mail gets a new id, one on its way is left alone, an unknown one is refused', async () => {
  await queue(confirmed(1))
  const { id, messageId } = await only()
  expect(await resendMail(id, 'owner')).toBe(false)
  await deliverMails({ now: soon(), limit: 10 })
  expect(await resendMail(id, 'owner')).toBe(true)
  await deliverMails({ now: soon(), limit: 10 })
  expect((await only()).messageId).not.toBe(messageId)
  expect(await world.mailbox.mails(2)).toHaveLength(2)
  expect(await resendMail(id + 1, 'owner')).toBe(false)
})
