import { paymentAlert } from '@/lib/admin/attention/queries'
import { bookingSheet } from '@/lib/admin/bookings/sheet/queries'
import { ordersById } from '@/lib/admin/orders/queries'
import { studioDate } from '@/lib/time'
import { choose, onOne, type Act, type Doing, type Subject } from '../act'
import { factsOf } from '../facts'
import { atStripe, network, sandboxNow } from '../network'
import {
  bookingsIn,
  byTransfer,
  byTransferSen,
  LIVE,
  ordersThat,
  paymentsThat,
  rowsOf,
  WHOSE,
  withSubjects,
} from '../rows'
import { send, summary } from '../send'
import { tally } from '../tried'
import { OWNER, type World } from '../world'

const owner = { group: 'owner' } as const
const ofMoney = { ...owner, on: ['booking', 'order'] } as const
const ofBookings = { ...owner, on: ['booking'] } as const

const OPEN =
  "handled_at IS NULL AND (outcome IN ('needs_attention', 'refund_due') OR disputed OR (outcome = 'refunded' AND refund_status = 'failed'))"

type Purchase = { bookingId: number | null; orderId: number | null }
type Linkable = Purchase & { id: number; subject: Subject | null }

/** A booking or an order that money of unknown origin may be for. */
async function unpaidFor(world: World, step: Doing): Promise<Purchase | null> {
  const bookings = await rowsOf<{ id: number }>(
    world,
    `SELECT id FROM bookings WHERE status IN ('confirmed', 'completed') AND NOT EXISTS (SELECT 1 FROM payments p WHERE p.booking_id = bookings.id AND p.outcome = 'confirmed') ORDER BY id`,
  )
  const orders = await rowsOf<{ id: number }>(
    world,
    `SELECT id FROM video_editing_orders WHERE paid_at IS NULL ORDER BY id`,
  )
  const booking =
    step.data.flag || orders.length === 0 ? choose(bookings, step.data.part / 2) : null
  const orderRow = booking ? null : choose(orders, step.data.part / 2)
  if (!booking && !orderRow) return null
  return { bookingId: booking?.id ?? null, orderId: orderRow?.id ?? null }
}

export const OWNERS_MONEY = {
  handle: onOne(
    {
      ...ofMoney,
      takes: 'paid',
      promises: 'what was looked after is shown again only when it changes',
      among: (world) => paymentsThat(world, OPEN),
    },
    async (world, step, payment) => {
      const facts = factsOf(payment.intent)
      const { ways } = await paymentAlert(payment.id)
      const money = choose(ways, step.at) ?? undefined
      const operation = await send(
        world,
        'lookAfter',
        { params: { id: payment.id }, cookie: OWNER.cookie, body: { note: 'Looked after', money } },
        step.plan,
        (reply) => {
          if (reply.status === 200) world.handled.push({ payment: payment.id, facts })
        },
      )
      return `payment ${payment.id} → ${summary(operation)}`
    },
  ),

  refund: onOne(
    {
      ...ofMoney,
      takes: 'paid',
      promises: 'what is to be given back is asked for once',
      among: (world, { data: { flag } }) =>
        paymentsThat(world, flag ? "outcome = 'needs_attention'" : OPEN),
    },
    async (world, step, payment) => {
      const operation = await send(
        world,
        'refundPayment',
        { params: { id: payment.id }, cookie: OWNER.cookie, headers: {} },
        step.plan,
      )
      return `payment ${payment.id} → ${summary(operation)}`
    },
  ),

  // Of any settled payment, as much as the administrator is shown, or a part of it.
  partRefund: onOne(
    {
      ...ofMoney,
      takes: 'paid',
      promises: 'what is given back on purpose is not asked for again',
      among: (world) => paymentsThat(world, "outcome = 'confirmed'"),
    },
    async (world, step, payment) => {
      const { refundable } = await paymentAlert(payment.id)
      const amountSen = Math.max(1, Math.floor(refundable * Math.min(step.data.part, 1)))
      const operation = await send(
        world,
        'refundPayment',
        { params: { id: payment.id }, cookie: OWNER.cookie, body: { amountSen, reason: 'A part' } },
        step.plan,
      )
      return `${amountSen} of payment ${payment.id} → ${summary(operation)}`
    },
  ),

  // Given back by the owner and recorded, in whole or in part: what the studio received itself, or what
  // Stripe did not give back. With a slip of the finger, one sen more than is here, or what Stripe would
  // give back.
  giveBack: onOne(
    {
      ...ofMoney,
      takes: 'paid',
      promises: 'no more is given back than is here',
      among(world, { data: { flag } }) {
        const isOpen = `outcome IN ('confirmed', 'needs_attention')`
        const isOurs = `(stripe_payment_intent_id IS NULL OR reason = 'refund_failed')`
        return paymentsThat(world, flag ? isOpen : `${isOpen} AND ${isOurs}`)
      },
    },
    async (world, step, payment) => {
      const { byHandSen: most } = await paymentAlert(payment.id)
      const isMore = step.data.flag && payment.intent === null
      const part = Math.max(1, Math.floor(most * Math.min(step.data.part, 1)))
      const isAll = !isMore && step.data.part >= 1
      const operation = await send(
        world,
        'refundPayment',
        {
          params: { id: payment.id },
          cookie: OWNER.cookie,
          body: {
            ...(isAll ? {} : { amountSen: isMore ? most + 1 : part }),
            returned: { method: 'transfer', date: studioDate(new Date()), reference: 'CIMB 99' },
          },
        },
        step.plan,
      )
      return `${isAll ? 'all' : isMore ? most + 1 : part} of payment ${payment.id} by hand → ${summary(operation)}`
    },
  ),

  // At the studio: what is owed, a part of it, or, with a slip of the finger, one sen more.
  received: onOne(
    {
      ...ofMoney,
      promises: 'no more is recorded than is owed',
      among: async (world): Promise<{ id: number; subject: Subject }[]> => [
        ...(await bookingsIn(world, LIVE)),
        ...(await ordersThat(world, `status = 'pending'`)),
      ],
    },
    async (world, step, to) => {
      const isBooking = to.subject.startsWith('booking')
      const owed = isBooking
        ? (await bookingSheet(to.id, 'en'))?.sheet.owedSen
        : (await ordersById([to.id]))[0]?.owedSen
      if (!owed) return null
      const amountSen = step.data.flag
        ? owed + 1
        : Math.max(1, Math.floor(owed * Math.min(step.data.part, 1)))
      const operation = await send(
        world,
        'recordPayment',
        {
          cookie: OWNER.cookie,
          body: {
            ...(isBooking ? { bookingId: to.id } : { orderId: to.id }),
            ...{ amountSen, method: 'transfer', date: studioDate(new Date()), reference: 'Slip' },
          },
        },
        step.plan,
      )
      return `${amountSen} for ${to.subject} → ${summary(operation)}`
    },
  ),

  link: onOne(
    {
      ...ofMoney,
      promises: 'one purchase is paid by what is linked to it, once',
      among: (world) =>
        rowsOf<Linkable>(
          world,
          `SELECT id, ${WHOSE}, booking_id AS "bookingId", order_id AS "orderId" FROM payments WHERE handled_at IS NULL AND (purpose = 'unmatched' OR (reason = 'amount_mismatch' AND purpose <> 'upgrade')) ORDER BY id`,
        ),
    },
    async (world, step, payment) => {
      // Another sum than was due is accepted for what it was paid for.
      const own = payment.bookingId !== null || payment.orderId !== null ? payment : null
      const to = own ?? (await unpaidFor(world, step))
      if (!to) return null
      const body = to.bookingId === null ? { orderId: to.orderId } : { bookingId: to.bookingId }
      if (to.bookingId !== null) world.touched.add(`booking ${to.bookingId}`)
      if (to.orderId !== null) world.touched.add(`order ${to.orderId}`)
      const operation = await send(
        world,
        'lookAfter',
        {
          params: { id: payment.id },
          cookie: OWNER.cookie,
          body: { ...body, note: 'It was for this' },
        },
        step.plan,
      )
      return `payment ${payment.id} to ${JSON.stringify(body)} → ${summary(operation)}`
    },
  ),

  decideTransfer: onOne(
    {
      ...ofBookings,
      promises: 'what came by transfer is recorded to the sen',
      among: byTransfer,
    },
    async (world, step, booking) => {
      const received = step.data.part > 0.3
      const asked = (await bookingSheet(booking.id, 'en'))?.sheet.transfer?.sen ?? 0
      // What is in the account: as a rule what was asked for, else a part of it, or more.
      const amountSen = { 2: Math.ceil(asked / 2), 3: asked + 1_000 }[step.data.hours] ?? asked
      const before = await byTransferSen(world, booking.id)
      const decided = await send(
        world,
        'decideTransfer',
        {
          params: { id: booking.id },
          cookie: OWNER.cookie,
          body: { received, ...(received && { amountSen }) },
        },
        step.plan,
        async ({ status: answered }) => {
          const came = (await byTransferSen(world, booking.id)) - before
          if (answered < 300 && received && amountSen !== asked)
            tally(world, 'a transfer of another sum')
          if (answered < 300 && came !== (received ? amountSen : 0))
            network.violations.push(
              `${received ? amountSen : 0} sen of a transfer came, and ${came} are recorded`,
            )
        },
      )
      const what = received ? `${amountSen} of ${asked} received` : 'not received'
      return `booking ${booking.id} ${what} → ${summary(decided)}`
    },
  ),

  // Money of a transfer that was not found before.
  lateMoney: onOne(
    {
      ...ofBookings,
      promises: 'late money is always recorded, as what it is',
      among: (world) =>
        rowsOf<{ id: number; subject: Subject; sen: number }>(
          world,
          `SELECT id, 'booking ' || id AS subject, (total_amount * 100)::int AS sen FROM bookings WHERE transfer_decision = 'not_received' ORDER BY id`,
        ),
    },
    async (world, step, { id: bookingId, sen: amountSen }) => {
      const recorded = await send(
        world,
        'recordPayment',
        {
          cookie: OWNER.cookie,
          body: {
            ...{ bookingId, amountSen, notOwed: true, method: 'transfer' },
            ...{ date: studioDate(new Date()), reference: 'Slip' },
          },
        },
        step.plan,
        ({ status: answered, body: { code } }) => {
          if (answered < 300) tally(world, 'late money of a transfer')
          if (answered >= 400 && answered < 500)
            network.violations.push(`late money of a transfer cannot be recorded: ${String(code)}`)
        },
      )
      return `${amountSen} for booking ${bookingId} → ${summary(recorded)}`
    },
  ),

  dashboardRefund: onOne(
    {
      ...ofMoney,
      takes: 'paid',
      promises: 'a refund in Stripe’s dashboard has its note, and is not asked for again',
      among: (world) =>
        withSubjects(
          world,
          sandboxNow()
            .store.all('charge')
            .filter((one) => one.paid && !one.disputed && one.amount_refunded < one.amount),
          ({ payment_intent }) => payment_intent,
        ),
    },
    async (_, step, charge) => {
      const left = charge.amount - charge.amount_refunded
      const amount = Math.max(1, Math.floor(left * step.data.part))
      const { status: answered } = await atStripe('POST', '/_sandbox/refund', {
        payment_intent: charge.payment_intent,
        amount,
      })
      return `${String(charge.payment_intent).slice(-4)} ${amount} of ${left} → ${answered}`
    },
  ),

  askForAccount: onOne(
    {
      ...ofMoney,
      takes: 'paid',
      promises: 'who is to be transferred money is asked where to',
      way: ['received', 'cancel'],
      among: (world) => paymentsThat(world, 'outcome IS NOT NULL'),
    },
    async (world, step, { id }) => {
      const question = { params: { id }, cookie: OWNER.cookie }
      return `payment ${id} → ${summary(await send(world, 'askForAccount', question, step.plan))}`
    },
  ),

  withdrawForm: onOne(
    {
      ...ofMoney,
      takes: 'paid',
      promises: 'a form that is withdrawn takes no account any more',
      way: ['received', 'cancel', 'askForAccount'],
      among: (world) =>
        paymentsThat(world, 'EXISTS (SELECT 1 FROM bank_forms f WHERE f.payment_id = payments.id)'),
    },
    async (world, step, { id }) => {
      const question = { params: { id }, cookie: OWNER.cookie }
      return `payment ${id} → ${summary(await send(world, 'withdrawForm', question, step.plan))}`
    },
  ),
} as const satisfies Record<string, Act>
