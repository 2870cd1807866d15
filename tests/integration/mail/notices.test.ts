// What the studio itself is told by mail (docs/decisions/020 F4), and whoever writes (F5).
import { queueSummary } from '@/lib/admin/summary'
import { cancelBooking } from '@/lib/bookings/cancel'
import { rescheduleBooking } from '@/lib/bookings/reschedule'
import { undo, undoOf } from '@/lib/bookings/undo'
import { saveContact } from '@/lib/contacts/messages'
import { contactInput } from '@/lib/contacts/schema'
import { syncPayment } from '@/lib/payments/sync'
import { saveSetting } from '@/lib/settings/change'
import type { SettingValues } from '@/lib/settings/schema'
import { DEFAULT_SITE } from '@/lib/settings/site'
import { settlements } from '@/lib/settlements'
import { addDays, studioDate, toInstant } from '@/lib/time'
import { tellAll, type Told } from '@/tests/support/told'
import { checkout, openShop, orderCheckout, workingDay } from '@/tests/support/shop'

const shop = openShop()
type Notices = SettingValues['notices']
const ALL: Notices = { bookings: true, orders: true, changes: true, messages: true, summary: true }
const NONE: Notices = {
  bookings: false,
  orders: false,
  changes: false,
  messages: false,
  summary: false,
}
const choose = (value: Notices) =>
  saveSetting({ key: 'notices', value, version: undefined, actor: 'owner' })
const toStudio = async () =>
  (await shop.rows(`SELECT kind, payload, locale FROM mails WHERE recipient = $1 ORDER BY id`, [
    DEFAULT_SITE.email,
  ])) as { kind: string; payload: Record<string, unknown>; locale: string }[]
/** The mails that the studio gets now. */
const told = async () =>
  (await tellAll()).filter(({ recipient, letter }) => letter && recipient === DEFAULT_SITE.email)
const eventOf = ({ kind, letter }: Told) =>
  letter?.kind === 'studio_booking' ? letter.payload.event : kind

async function sold(about: Parameters<typeof checkout>[0] = {}): Promise<number> {
  const { booking, intent } = await checkout(about)
  await shop.payments.pay(intent)
  await shop.payments.release()
  return booking
}
const write = (email = 'lim@example.com', provenEmail: string | null = null) =>
  saveContact(
    contactInput.parse({ name: 'Lim', email, subject: 'other', message: 'Buy at casino.example' }),
    { provenEmail, locale: 'ms' },
  )
async function everything(): Promise<{ id: number; mails: Told[] }> {
  const id = await sold({ locale: 'ms' })
  const mails = await told()
  const by = { actor: 'customer', now: new Date() }
  await rescheduleBooking({
    id,
    newDate: workingDay(2),
    newTime: '12:00',
    by: 'customer',
    ...by,
  })
  mails.push(...(await told()))
  await cancelBooking({ id, refund: 'none', actor: 'owner', now: new Date() })
  const { intent } = await orderCheckout()
  await shop.payments.pay(intent)
  await shop.payments.release()
  await write()
  mails.push(...(await told()))
  return { id, mails }
}

describe('a mail for each event', () => {
  test('booking, move, cancellation, order and message, once each, without the customer’s link', async () => {
    const { id, mails } = await everything()
    expect(mails.map(eventOf)).toEqual([
      'made',
      'moved',
      'cancelled',
      'studio_order',
      'contact_message',
    ])
    for (const mail of mails) {
      expect(mail.locale).toBe('en')
      expect(JSON.stringify(mail.letter)).not.toContain('manageToken')
    }
    expect(mails[1]?.letter?.payload).toMatchObject({
      bookingId: id,
      time: '12:00',
      previous: { date: workingDay(), time: '09:00' },
    })
  })

  test.each([
    ['bookings', ['moved', 'cancelled', 'studio_order', 'contact_message']],
    ['changes', ['made', 'studio_order', 'contact_message']],
    ['orders', ['made', 'moved', 'cancelled', 'contact_message']],
    ['messages', ['made', 'moved', 'cancelled', 'studio_order']],
  ] as const)('none for %s when they are switched off', async (name, left) => {
    await choose({ ...ALL, [name]: false })
    expect((await everything()).mails.map(eventOf)).toEqual(left)
  })

  test('a payment that is read twice tells once', async () => {
    const { intent } = await checkout()
    await shop.payments.pay(intent)
    await shop.payments.release()
    await Promise.all(Array.from({ length: 6 }, () => syncPayment(settlements, intent)))
    expect((await told()).map(eventOf)).toEqual(['made'])
  })
})

describe('the daily summary', () => {
  const today = studioDate(new Date())
  const at = (days: number, time: string) => toInstant(addDays(today, days), time)
  const summaries = async () =>
    (await toStudio()).filter(({ kind }) => kind === 'studio_summary').map((one) => one.payload)
  // As many as the pool has connections: one that needs two would wait for 15 s.
  const tenAsk = async (now: Date) => {
    const begun = Date.now()
    const answers = await Promise.all(Array.from({ length: 10 }, () => queueSummary(now)))
    expect(Date.now() - begun).toBeLessThan(10_000)
    return answers
  }

  test('once a day from 08:00 on, however many ask, with what is new since the last', async () => {
    await choose({ ...NONE, summary: true })
    await tenAsk(at(0, '07:00'))
    await tenAsk(at(0, '08:00'))
    await shop.rows(`UPDATE studio_summary SET told_until = now() - interval '1 hour'`)
    const { id } = await everything()
    await tenAsk(at(1, '07:59'))
    expect(await summaries()).toEqual([])
    const answers = await tenAsk(at(1, '08:00'))
    expect(answers.filter(Boolean)).toHaveLength(1)
    await tenAsk(at(1, '23:00'))
    const [summary, ...more] = await summaries()
    expect(more).toEqual([])
    expect(summary).toMatchObject({
      date: addDays(today, 1),
      made: [{ bookingId: id }],
      changed: [
        { bookingId: id, event: 'moved' },
        { bookingId: id, event: 'cancelled' },
      ],
      today: [],
      orders: [{ orderId: expect.any(Number) as number }],
      messages: 1,
    })
    expect(JSON.stringify(summary)).not.toMatch(/Aina|Lim|example\.com/)
    // The day after: nothing of this is told again, and nothing is left to say.
    await tenAsk(at(2, '08:00'))
    expect(await summaries()).toHaveLength(1)
  })

  test('what was taken back at once is not told, and what was done again after it is', async () => {
    await choose({ ...NONE, summary: true })
    await queueSummary(at(0, '09:00'))
    await shop.rows(`UPDATE studio_summary SET told_until = now() - interval '1 hour'`)
    const ids = [await sold(), await sold({ time: '12:00' })]
    const by = { actor: 'owner', now: new Date() }
    for (const id of ids) {
      await cancelBooking({ id, refund: 'none', ...by })
      await undo({ id, act: (await undoOf(id, 'owner'))?.id ?? '', actor: 'owner' })
    }
    await cancelBooking({ id: ids[1] ?? 0, refund: 'none', ...by })
    await queueSummary(at(1, '09:00'))
    const [{ changed } = {}] = await summaries()
    expect(changed).toMatchObject([{ bookingId: ids[1], event: 'cancelled' }])
  })

  test('after days without a job it tells of all of them, once', async () => {
    await choose({ ...NONE, summary: true })
    await queueSummary(at(0, '09:00'))
    await shop.rows(`UPDATE studio_summary SET told_until = now() - interval '1 hour'`)
    const id = await sold()
    await tenAsk(at(5, '16:30'))
    expect(await summaries()).toMatchObject([{ made: [{ bookingId: id }] }])
  })

  // Seen on hosts whose free plan runs jobs once a day, at an hour of their own.
  test('real life: one tick a day, at three in the morning, sends one summary for each day', async () => {
    await choose({ ...NONE, summary: true })
    await queueSummary(at(0, '03:00'))
    await shop.rows(`UPDATE studio_summary SET told_until = now() - interval '1 hour'`)
    const id = await sold()
    await tenAsk(at(1, '03:00'))
    expect(await summaries()).toMatchObject([{ made: [{ bookingId: id }] }])
    await tenAsk(at(2, '03:00'))
    expect(await summaries()).toHaveLength(1)
  })

  test('says what is on today', async () => {
    await choose({ ...NONE, summary: true })
    const id = await sold()
    await queueSummary(at(0, '09:00'))
    await queueSummary(toInstant(workingDay(), '08:00'))
    expect(await summaries()).toMatchObject([
      { today: [{ bookingId: id, time: '09:00', until: '10:00' }] },
    ])
  })

  test('names the room of each session where there are several on offer', async () => {
    await choose({ ...NONE, summary: true })
    await sold()
    const tell = async () => {
      await shop.rows(`DELETE FROM mails`)
      await queueSummary(at(0, '09:00'))
      await shop.rows(`UPDATE studio_summary SET day = to_char(now(), 'YYYY-MM-DD')`)
      await queueSummary(toInstant(workingDay(), '08:00'))
      return (await summaries())[0]
    }
    const alone = await tell()
    expect(alone).toMatchObject({ today: [{ time: '09:00' }] })
    expect(JSON.stringify(alone)).not.toContain('room')
    await shop.rows(`INSERT INTO studios (name) VALUES ('Studio B')`)
    expect(await tell()).toMatchObject({ today: [{ time: '09:00', room: 'Studio A' }] })
  })

  test('no mail is sent while it is off, and what is told begins when it is switched on', async () => {
    await choose(NONE)
    await queueSummary(at(0, '09:00'))
    await shop.rows(`UPDATE studio_summary SET told_until = now() - interval '1 hour'`)
    await sold()
    await tenAsk(at(1, '08:00'))
    expect(await toStudio()).toEqual([])
    await choose({ ...NONE, summary: true })
    await tenAsk(at(1, '09:00'))
    await tenAsk(at(2, '08:00'))
    expect(await summaries()).toEqual([])
  })
})

describe('whoever writes', () => {
  const copies = () =>
    shop.rows(`SELECT recipient, locale, payload FROM mails WHERE kind = 'contact_received'`)

  test('gets an acknowledgement without any of the input, once a day', async () => {
    await write()
    await write()
    expect(await copies()).toEqual([{ recipient: 'lim@example.com', locale: 'ms', payload: {} }])
  })

  test('gets a copy of each message where this browser has proven the address', async () => {
    await write('lim@example.com', 'lim@example.com')
    await write('lim@example.com', 'lim@example.com')
    await write('other@example.com', 'lim@example.com')
    expect((await copies()).map(({ recipient, payload }) => [recipient, payload])).toEqual([
      ['lim@example.com', { message: 'Buy at casino.example' }],
      ['lim@example.com', { message: 'Buy at casino.example' }],
      ['other@example.com', {}],
    ])
  })

  test('not where it is the studio itself', async () => {
    await write(DEFAULT_SITE.email)
    expect(await copies()).toEqual([])
  })
})
