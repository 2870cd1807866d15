import { WARNINGS } from '@/lib/availability/by-hand'
import { extensionOf } from '@/lib/bookings/extend'
import { senOf } from '@/lib/money'
import { beginning, onBooking, onOne, type Act, type Doing } from '../act'
import { factsOf } from '../facts'
import { runJobs } from '../jobs'
import { network } from '../network'
import { lengthIn, roomIn } from '../people'
import type { Route } from '../product'
import { ALL, bookingsIn, LIVE, ordersThat, rowsOf, type BookingRow } from '../rows'
import { send, summary } from '../send'
import { deliverAll } from '../webhooks'
import { CUSTOMERS, DAYS, OWNER, passTime, type Customer, type World } from '../world'

const owner = { group: 'owner' } as const
const ofBookings = { ...owner, on: ['booking'] } as const

/** Everything about a booking that an act changes and undo restores, and what has left because of it. */
async function actedOn(world: World, id: number): Promise<string> {
  const rows = await rowsOf<{ intent: string | null }>(
    world,
    `SELECT stripe_payment_intent_id AS intent FROM payments WHERE booking_id = $1 AND outcome IS NOT NULL ORDER BY id`,
    [id],
  )
  const [facts] = await rowsOf<{ facts: string }>(
    world,
    `SELECT jsonb_build_array(to_jsonb(b) - ARRAY['updated_at', 'calendar_sequence'],
      (SELECT jsonb_agg(to_jsonb(r) - 'id' ORDER BY r.starts_at) FROM slot_reservations r
        WHERE r.booking_id = b.id AND r.upgrade_id IS NULL),
      (SELECT jsonb_agg(jsonb_build_array(p.id, p.outcome, p.reason, p.refund_reason, p.refunded_amount, p.handled_at) ORDER BY p.id)
        FROM payments p WHERE p.booking_id = b.id AND p.outcome IS NOT NULL),
      (SELECT count(*) FROM mails m WHERE m.booking_id = b.id AND m.status = 'sent'),
      (SELECT jsonb_agg(jsonb_build_array(m.sessions_completed, m.free_sessions_used, m.total_spent, m.referral_earnings)
        ORDER BY m.id) FROM memberships m))::text AS facts
    FROM bookings b WHERE b.id = $1`,
    [id],
  )
  return [
    facts?.facts,
    ...rows.map(({ intent }) => (intent ? factsOf(intent) : 'at the studio')),
  ].join()
}

const orderTo = (promises: string, choice: (from: string) => string): Act =>
  onOne(
    {
      ...owner,
      on: ['order'],
      promises,
      among: (world) => ordersThat(world, `status NOT IN ('cancelled', 'refunded')`),
    },
    async (world, step, row) => {
      const to = choice(row.status)
      const operation = await send(
        world,
        'setOrderStatus',
        { params: { id: row.id }, cookie: OWNER.cookie, body: { status: to } },
        step.plan,
      )
      return `order ${row.id} from ${row.status} to ${to} → ${summary(operation)}`
    },
  )

const NEXT: Record<string, string> = {
  pending: 'cancelled',
  paid: 'in_progress',
  in_progress: 'delivered',
  delivered: 'completed',
  completed: 'in_progress',
}

/** What an hour costs today, in sen, where an hour more of a booking costs that; else null. */
async function rateOfMore(world: World, { id }: BookingRow): Promise<number | null> {
  const [row] = await rowsOf<{ sen: number }>(
    world,
    `SELECT (r.hourly_rate * 100)::int AS sen FROM bookings b JOIN rates_at(now()) r ON r.service_id = b.service_id
      WHERE b.id = $1 AND b.duration = 'hourly' AND b.hours < 3 AND NOT b.is_free_session
        AND NOT EXISTS (SELECT 1 FROM booking_add_ons a WHERE a.booking_id = b.id)
        AND NOT EXISTS (SELECT 1 FROM sales s WHERE s.booking_id = b.id AND s.lines::text LIKE '%"discount"%')`,
    [id],
  )
  return row?.sen ?? null
}

const byHand = (
  paid: (step: Doing) => { method: string } | 'link' | 'later',
  promises: string,
): Act =>
  beginning({ ...owner, begins: 'booking', promises }, async (world, step) => {
    const { customer: index, service, day, hour } = step.data
    const customer = CUSTOMERS[index] as Customer
    const length = lengthIn(step)
    const way = paid(step)
    const operation = await send(
      world,
      'createAdminBooking',
      {
        cookie: OWNER.cookie,
        body: {
          serviceId: service,
          roomId: roomIn(step),
          firstName: customer.name,
          email: customer.email,
          date: DAYS[day],
          time: `${hour}:00`,
          ...length,
          paid: way,
          ...(step.data.part < 1 && { despite: WARNINGS }),
        },
      },
      step.plan,
      ({ status, body }) => {
        if (status < 300) world.touched.add(`booking ${Number(body.id)}`)
      },
    )
    const how = typeof way === 'string' ? way : way.method
    const what = `${hour}:00 ${length.duration} ${length.hours} ${how}`
    return `${customer.name} ${DAYS[day]} ${what} → ${summary(operation)}`
  })

export const OWNERS = {
  moveByOwner: onBooking(
    {
      ...ofBookings,
      leaves: ['pending', 'confirmed'],
      promises: 'a session is moved whole, and closed time is taken only after a warning',
      needs: ['pending', 'confirmed'],
    },
    async (world, step, booking) => {
      const { day, hour } = step.data
      const operation = await send(
        world,
        'moveByOwner',
        {
          params: { id: booking.id },
          ...OWNER,
          body: {
            ...{ newDate: DAYS[day], newTime: `${hour}:00` },
            ...(step.data.part < 1 && { despite: WARNINGS }),
          },
        },
        step.plan,
      )
      return `booking ${booking.id} to ${DAYS[day]} ${hour}:00 → ${summary(operation)}`
    },
  ),

  cancel: onBooking(
    {
      ...ofBookings,
      leaves: ['cancelled'],
      promises: 'what is promised of the money happens, and what is committed is not refused',
      needs: LIVE,
    },
    async (world, step, booking) => {
      const refund = step.data.part === 1 ? 'full' : 'none'
      const operation = await send(
        world,
        'cancelBooking',
        { params: { id: booking.id }, cookie: OWNER.cookie, body: { refund } },
        step.plan,
        async (reply) => {
          const [now] = await rowsOf<{ status: string }>(
            world,
            'SELECT status FROM bookings WHERE id = $1',
            [booking.id],
          )
          // With the connection to the database lost nobody can know whether the last word arrived.
          if (reply.status === 503 && now?.status === 'cancelled' && !step.plan.drop)
            network.violations.push('cancelBooking answered 503 after it had cancelled')
        },
      )
      return `booking ${booking.id} refund ${refund} → ${summary(operation)}`
    },
  ),

  status: onBooking(
    {
      ...ofBookings,
      promises: 'a state that is set by hand has its time, and its money is shown',
      needs: ALL,
    },
    async (world, step, booking) => {
      const operation = await send(
        world,
        'setStatus',
        { params: { id: booking.id }, cookie: OWNER.cookie, body: { status: step.data.to } },
        step.plan,
      )
      return `booking ${booking.id} from ${booking.status} to ${step.data.to} → ${summary(operation)}`
    },
  ),

  // An act of the owner, the jobs, and the act taken back.
  undo: onOne(
    {
      ...ofBookings,
      needs: LIVE,
      leaves: LIVE,
      promises: 'nobody was told of what is taken back, and all is as it was',
      // Whoever was stopped on the way could go on in between.
      among: async (world) => (world.held.length > 0 ? [] : bookingsIn(world, LIVE)),
    },
    async (world, step, booking) => {
      const { day, hour, part, to } = step.data
      const acts: [Route, unknown][] = [
        ['cancelBooking', { refund: part < 0.5 ? 'none' : 'full' }],
        ['moveByOwner', { newDate: DAYS[day], newTime: `${hour}:00`, despite: WARNINGS }],
        ['setStatus', { status: to }],
      ]
      const [route, body] = acts[hour % acts.length] as [Route, unknown]
      const question = { params: { id: booking.id }, cookie: OWNER.cookie }
      // What a bank decides within minutes, and what Stripe had to tell, is not the jobs' work; what follows
      // from that, a refund that a bank refuses, has its own minutes.
      for (let round = 0; round < 2; round++) {
        await passTime(world, 2.5)
        await deliverAll(world)
        await runJobs(world)
      }
      const before = await actedOn(world, booking.id)
      let act: { id: string } | null = null
      const done = await send(
        world,
        route,
        { ...question, body },
        {},
        ({ status, body: reply }) => {
          if (status === 200) act = reply.undo as { id: string } | null
        },
      )
      if (!act) return `booking ${booking.id} ${route} → ${summary(done)}`
      const meanwhile = await actedOn(world, booking.id)
      await passTime(world, 0.05)
      await runJobs(world)
      const isQuiet = meanwhile === (await actedOn(world, booking.id))
      const { id } = act as { id: string }
      const back = await send(world, 'undoAct', { ...question, body: { act: id } }, {})
      if (!isQuiet)
        network.violations.push(
          `the jobs went on with ${route} of booking ${booking.id}, which can be taken back`,
        )
      if (summary(back) === '200' && (await actedOn(world, booking.id)) !== before)
        network.violations.push(
          `${route} of booking ${booking.id} was taken back, and not all is as before`,
        )
      return `booking ${booking.id} ${route} taken back → ${summary(back)}`
    },
  ),

  byHand: byHand(
    ({ data: { flag } }) => (flag ? { method: 'cash' } : 'link'),
    'a booking by hand has a free time, and what is paid is confirmed',
  ),
  byHandLater: byHand(() => 'later', 'what is sold to be paid later is owed'),

  discount: beginning(
    { ...owner, begins: 'booking', promises: 'a discount is on the receipt' },
    async (world, step) => {
      const { customer: index, service, day, hour, hours } = step.data
      const customer = CUSTOMERS[index] as Customer
      const operation = await send(
        world,
        'createAdminBooking',
        {
          cookie: OWNER.cookie,
          body: {
            ...{ serviceId: service, firstName: customer.name, email: customer.email },
            ...{ date: DAYS[day], time: `${hour}:00`, paid: { method: 'duitnow' } },
            discount: { percent: hours * 10, reason: 'Regular guest' },
          },
        },
        step.plan,
        ({ status, body }) => {
          if (status < 300) world.touched.add(`booking ${Number(body.id)}`)
        },
      )
      return `${customer.name} ${DAYS[day]} ${hour}:00 less ${hours * 10} % → ${summary(operation)}`
    },
  ),

  // An hour more at the price that is shown: received at the studio, by link, or owed.
  hourMore: onBooking(
    {
      ...ofBookings,
      leaves: ['pending', 'confirmed'],
      promises: 'an hour more costs what an hour costs today',
      needs: ['pending', 'confirmed'],
    },
    async (world, step, booking) => {
      const offer = await extensionOf(booking.id, { hours: 1, addOns: [] }, 'en', new Date()).catch(
        () => null,
      )
      if (!offer?.price) return null
      const rate = await rateOfMore(world, booking)
      if (rate !== null && senOf(offer.price.subtotal) !== rate)
        network.violations.push(
          `an hour more of booking ${booking.id} costs ${offer.price.subtotal}, its service is at ${rate} sen`,
        )
      const pay = step.data.flag ? { method: 'cash' } : step.data.hours > 4 ? 'link' : 'later'
      const operation = await send(
        world,
        'extendBooking',
        {
          params: { id: booking.id },
          cookie: OWNER.cookie,
          body: { pay, priceSen: senOf(offer.price.totalAmount), despite: WARNINGS },
        },
        step.plan,
      )
      const how = typeof pay === 'string' ? pay : 'cash'
      return `booking ${booking.id} ${how} ${offer.price.totalAmount} → ${summary(operation)}`
    },
  ),

  footageReceived: onOne(
    {
      ...owner,
      on: ['order'],
      promises: 'an order is due from when its footage is there',
      way: ['buyOrder'],
      among: (world) => ordersThat(world, 'true'),
    },
    async (world, step, { id }) => {
      const question = { params: { id }, cookie: OWNER.cookie, body: {} }
      return `order ${id} → ${summary(await send(world, 'footageReceived', question, step.plan))}`
    },
  ),

  // From a page that was opened before the order changed.
  staleOrder: onOne(
    {
      ...owner,
      on: ['order'],
      promises: 'who saw another state of an order changes nothing',
      way: ['buyOrder'],
      among: (world) => ordersThat(world, `status NOT IN ('cancelled', 'refunded')`),
    },
    async (world, step, { id }) => {
      const body = { status: 'cancelled', version: '2020-01-01T00:00:00.000Z' }
      const question = { params: { id }, cookie: OWNER.cookie, body }
      const refused = await send(world, 'setOrderStatus', question, step.plan, ({ status }) => {
        if (status < 300)
          network.violations.push(`order ${id} was changed by who saw another state of it`)
      })
      return `order ${id} → ${summary(refused)}`
    },
  ),

  orderStatus: orderTo('an order goes on by its states', (from) => NEXT[from] ?? 'cancelled'),
  refundOrder: orderTo('a refunded order’s money goes back', () => 'refunded'),
} as const satisfies Record<string, Act>
