// Every status × way of paying × act, and the mail that the customer gets (docs/notices.md). Run with
// WRITE_NOTICES=1 it writes that page, otherwise it compares.
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { lengthOf } from '@/lib/availability/rules'
import { holdSlot } from '@/lib/bookings/book'
import { cancelBooking } from '@/lib/bookings/cancel'
import { createAdminBooking } from '@/lib/bookings/create-admin-booking'
import { rescheduleBooking } from '@/lib/bookings/reschedule'
import { adminBookingBody } from '@/lib/bookings/schema'
import { setStatus } from '@/lib/bookings/set-status'
import type { BookingStatus } from '@/lib/bookings/status'
import { upgradeSecret } from '@/lib/bookings/upgrade'
import { db } from '@/lib/db'
import { renderMail } from '@/lib/mail/templates'
import { syncPayment } from '@/lib/payments/sync'
import { Problem } from '@/lib/problem'
import { moneyOf } from '@/lib/sales/money'
import { DEFAULT_SITE } from '@/lib/settings/site'
import { settlements } from '@/lib/settlements'
import { longDate } from '@/lib/time'
import { letActsStand } from '@/tests/support/acts'
import { givenSessions, join } from '@/tests/support/members'
import { openShop, wish, workingDay } from '@/tests/support/shop'
import { tellAll } from '@/tests/support/told'

const PAGE = 'docs/notices.md'
const shop = openShop()
const owner = () => ({ actor: 'owner', now: new Date() })
const EMAIL = 'aina@example.com'
const [HOUR, HALF] = [268_46, 987_24]

type Made = { id: number; intent: string | null; day: number }
const STUDIO = { serviceId: 2, time: '10:00', firstName: 'Aina', email: EMAIL, locale: 'en' }
const byHand = async (day: number, payment: object): Promise<Made> => {
  const made = { ...STUDIO, date: workingDay(day), ...payment }
  const { id } = await createAdminBooking(adminBookingBody.parse(made), owner())
  return { id, intent: null, day }
}
const WAYS: Record<string, (day: number) => Promise<Made>> = {
  async card(day) {
    const date = workingDay(day)
    const { booking: id, intent } = await shop.sold({ serviceId: 2, time: '10:00', date })
    return { id, intent, day }
  },
  'at the studio': (day) => byHand(day, { paid: { method: 'cash', note: 'cash' } }),
  async 'free session'(day) {
    const about = { time: '10:00', date: workingDay(day), email: EMAIL, provenEmail: EMAIL }
    const { booking } = await holdSlot(wish({ ...about, useFreeSession: true }))
    return { id: booking.id, intent: null, day }
  },
  unpaid: (day) => byHand(day, { paid: 'link' }),
}
const STATUSES: BookingStatus[] = ['pending', 'confirmed', 'completed', 'cancelled']

const dashboard =
  (amount?: number) =>
  async ({ intent }: Made) => {
    if (intent === null) return 'nothing was paid at Stripe'
    await shop.payments.control('refund', { payment_intent: intent, amount })
    await syncPayment(settlements, intent)
    return null
  }
const set =
  (status: BookingStatus) =>
  async ({ id }: Made) => {
    await setStatus({ id, status, ...owner() })
    return null
  }
/** Does it, or says why it cannot be done. */
const ACTS: Record<string, (made: Made) => Promise<string | null>> = {
  async move({ id, day }) {
    const to = { newDate: workingDay(day), newTime: '15:00', by: 'admin' } as const
    await rescheduleBooking({ id, ...to, ...owner() })
    return null
  },
  async extend({ id }) {
    const request = { bookingId: id, length: lengthOf({ duration: 'half-day' }), addOns: [] }
    const { clientSecret } = await upgradeSecret({
      ...{ ...request, amountSen: HALF - HOUR },
      now: new Date(),
    })
    await shop.payments.pay(clientSecret.split('_secret_')[0] ?? '')
    await shop.payments.release()
    return null
  },
  async cancel({ id }) {
    await cancelBooking({ id, refund: 'none', ...owner() })
    return null
  },
  async 'cancel with refund'({ id }) {
    await cancelBooking({ id, refund: 'full', ...owner() })
    await letActsStand()
    return null
  },
  'set to pending': set('pending'),
  'set to confirmed': set('confirmed'),
  'set to completed': set('completed'),
  'refund of a part in the dashboard': dashboard(50_00),
  'refund in the dashboard': dashboard(),
  async dispute({ intent }) {
    if (intent === null) return 'nothing was paid at Stripe'
    await shop.payments.control('dispute', { payment_intent: intent })
    await syncPayment(settlements, intent)
    return null
  },
}

/** What the customer gets now, each sentence about money and time compared with the rows. */
async function mailOf(id: number, backBefore: number, returnedBefore: number): Promise<string> {
  const mails = (await tellAll()).filter(
    ({ kind, bookingId }) => kind === 'booking_notice' && bookingId === id,
  )
  expect(mails.length).toBeLessThanOrEqual(1)
  const [mail] = mails
  const { letter } = mail ?? {}
  if (letter?.kind !== 'booking_notice') return `– (${mail?.untrue ?? 'nothing has changed'})`
  const { subject, text } = await renderMail(letter, 'en', DEFAULT_SITE)
  const words = text.replace(/\s+/g, ' ')
  const booking = await db().booking.findUniqueOrThrow({ where: { id } })
  const payments = await db().payment.findMany({ where: { bookingId: id } })
  const money = moneyOf(payments)
  const total = Math.round(Number(booking.totalAmount) * 100)
  const amountIn = (pattern: RegExp) => {
    const said = pattern.exec(words)?.[1]
    return said === undefined ? 0 : Number(said.replace(/[,.]/g, ''))
  }
  expect(words).toContain(longDate(booking.date, 'en'))
  expect(words).toContain(`${booking.time}–`)
  expect(amountIn(/We are refunding RM([\d,.]+\d)/)).toBe(money.backSen - backBefore)
  expect(amountIn(/RM([\d,.]+\d) has been returned to you by the studio/)).toBe(
    money.returnedSen - returnedBefore,
  )
  const atStudio = amountIn(
    /You paid RM([\d,.]+\d) in cash at the studio, so we will refund you there/,
  )
  expect([0, money.atStudioSen]).toContain(atStudio)
  const isPaid = total > 0 && money.settledSen + money.offPriceSen >= total
  if (/payment has been processed|Total paid/.test(words)) expect(isPaid).toBe(true)
  if (/Total paid/.test(words))
    expect(amountIn(/Total paid:? RM([\d,.]+\d)/)).toBe(money.settledSen)
  if (/not refundable/.test(words)) expect(money.settledSen).toBeGreaterThan(0)
  expect(/has been cancelled/.test(words)).toBe(
    booking.status === 'cancelled' && letter.payload.news.says === 'cancelled',
  )
  const open = amountIn(/Still to pay RM([\d,.]+\d)/)
  if (open > 0) expect(open).toBe(total - money.settledSen)
  const named =
    /^.*? (We are refunding RM[\d,.]+\d|RM[\d,.]+\d has been returned to you by|You paid RM[\d,.]+\d in cash at)/
  const more = named.exec(words)?.[1]?.replace(/ (has been returned to you by|in cash at)$/, '')
  return `${subject.replace(/: (Audio|Video) .*/, '')}${more ? ` (${more})` : ''}`.replace(
    /#\d+/,
    '#…',
  )
}

const backOf = async (id: number) =>
  moneyOf(await db().payment.findMany({ where: { bookingId: id } }))

const rows: string[] = []

describe.each(Object.keys(WAYS))('a booking paid: %s', (way) => {
  test('each act is told, or there is a reason why not', async () => {
    if (way === 'free session') {
      await join()
      await givenSessions(shop, 1, 500)
    }
    let day = 0
    const make = WAYS[way]!
    const first = await make(day++)
    rows.push(`| ${way} | – | made | ${await mailOf(first.id, 0, 0)} |`)
    for (const status of STATUSES)
      for (const [act, doIt] of Object.entries(ACTS)) {
        if (act === `set to ${status}`) continue
        const made = await make(day++)
        await tellAll()
        await setStatus({ id: made.id, status, ...owner() })
        await tellAll()
        const { backSen, returnedSen } = await backOf(made.id)
        const reason = await doIt(made).catch((error: unknown) => {
          if (error instanceof Problem) return `refused: ${error.code}`
          throw error
        })
        const said = await mailOf(made.id, backSen, returnedSen)
        const cell = reason && said.startsWith('–') ? `– (${reason})` : said
        expect(cell).not.toBe('')
        rows.push(`| ${way} | ${status} | ${act} | ${cell} |`)
      }
  }, 900_000)
})

test('the page has what the customers get', () => {
  const page = `# What customers are told

Made by \`tests/integration/mail/notices-table.test.ts\`, which does each act with a booking of each status and way of paying, after the customer was told of that status, and compares the mail with the booking and \`moneyOf\`. A dash has its reason beside it.

Beside these, by acts of their own: the reminder of a session (\`queueReminders\` in \`lib/bookings/notices.ts\`); the link to the private form for bank details, when the owner asks for them (\`lib/bank-forms\`, [053](decisions/053-bank-details.md)), which is not sent where no money waits any more; to the finance contact of a company each receipt and note (\`lib/mail/finance.ts\`, [043](decisions/043-papers.md)), without any link, and each sum that a booking's customer is asked for (\`financePaymentOf\` in \`lib/bookings/mail-now.ts\`, [059](decisions/059-finance-pays.md)), with a link that only pays; to whoever had an address before, that mails about money go to another one (\`lib/mail/warnings.ts\`, [065](decisions/065-where-money-goes.md)); and to the studio each slip of a transfer (\`slipNoticeOf\` in \`lib/bookings/mail-now.ts\`).

| paid | status | act | the customer gets |
|---|---|---|---|
${rows.join('\n')}
`
  if (process.env.WRITE_NOTICES || !existsSync(PAGE)) writeFileSync(PAGE, page)
  expect(readFileSync(PAGE, 'utf8')).toBe(page)
})
