import { beginning, onBooking, onOne, type Act, type Doing, type Subject } from '../act'
import { network } from '../network'
import { askForSecret, buyIntent, secretOf } from '../paying'
import { customerOf, lengthIn, roomIn, whoIn, whoseIs } from '../people'
import type { Reply } from '../product'
import { ALL, rowsOf } from '../rows'
import { send, summary } from '../send'
import { deliverAll } from '../webhooks'
import { ADD_ON, DAYS, type World } from '../world'

type Then = (world: World, step: Doing, reply: Reply) => Promise<string>

const book =
  (then: Then = async () => ''): Act['run'] =>
  async (world, step) => {
    const { service, day, hour, flag } = step.data
    const customer = whoIn(step)
    const length = lengthIn(step)
    const free = flag && customer.name === 'aina' && length.duration === 'hourly'
    const roomId = roomIn(step)
    const body = {
      serviceId: service,
      roomId,
      firstName: customer.name,
      email: customer.email,
      date: DAYS[day],
      time: `${hour}:00`,
      ...length,
      ...(free && { hours: 1 }),
      ...(free ? { useFreeSession: true } : { code: step.data.code }),
      ...(!free && step.data.part < 1 && { addOns: [ADD_ON] }),
    }
    let reply: Reply | null = null
    // With more to come the plan is for what comes last.
    const plan = then.length > 0 ? {} : step.plan
    const { cookie, name: whose } = customer
    const question = { body, cookie, whose }
    const operation = await send(world, 'book', question, plan, async (got) => {
      reply = got
      if (got.status >= 300) return
      const id = Number(got.body.id)
      world.touched.add(`booking ${id}`)
      if (roomId !== null && !world.chosenRooms.has(id)) world.chosenRooms.set(id, roomId)
      network.violations.push(...(await otherThanAsked(world, id, body)))
    })
    const made = reply as Reply | null
    const more = made && made.status < 300 ? await then(world, step, made) : ''
    const withCode = free || step.data.code === '' ? '' : ` with ${step.data.code}`
    const kind = `${body.duration} ${body.hours}${free ? ' free' : ''}${withCode}${body.addOns ? ' with an add-on' : ''}`
    const room = roomId === null ? '' : ` in room ${roomId}`
    return `${customer.name} ${service}${room} ${DAYS[day]} ${hour}:00 ${kind} → ${summary(operation)}${more}`
  }

type Wish = {
  serviceId: number
  roomId: number | null
  email: string
  date: string | undefined
  time: string
  duration: string
  addOns?: readonly number[]
}

type Asked = Wish & {
  id: number
  subject: Subject
  hours: number
  code: string
  useFreeSession: boolean
  addOns: number[]
}

/** What visitors asked for, as they asked. */
const askedFor = (world: World): Promise<Asked[]> =>
  rowsOf(
    world,
    `SELECT b.id, 'booking ' || b.id AS subject, b.service_id AS "serviceId", CASE WHEN b.room_chosen THEN b.studio_id END AS "roomId", b.email, b.date, b.time,
        b.duration, b.hours, coalesce(c.code, '') AS code, b.is_free_session AS "useFreeSession",
        ARRAY(SELECT a.service_id FROM booking_add_ons a WHERE a.booking_id = b.id) AS "addOns"
      FROM bookings b LEFT JOIN codes c ON c.id = b.code_id WHERE b.visitor_hash IS NOT NULL AND b.email <> '' ORDER BY b.id`,
  )

/** A booking that was given for an answer, and is another one than was asked for. */
async function otherThanAsked(world: World, id: number, wish: Wish): Promise<string[]> {
  const [row] = await rowsOf<{ got: string }>(
    world,
    `SELECT concat_ws(' ', service_id, email, date, time, duration, (SELECT count(*) FROM booking_add_ons a WHERE a.booking_id = b.id)) AS got FROM bookings b
      WHERE id = $1 AND ($2::int IS NULL OR studio_id = $2)`,
    [id, wish.roomId],
  )
  const { serviceId, email, date, time, duration, addOns = [] } = wish
  const asked = [serviceId, email, date, time.padStart(5, '0'), duration, addOns.length].join(' ')
  return row?.got === asked
    ? []
    : [`asked for ${asked}, booking ${id} was the answer (${row?.got})`]
}

const checkoutThen = (pays: boolean): Act['run'] =>
  book(async (world, step, reply) => {
    const customer = whoIn(step)
    const { id, totalAmount: total, status } = reply.body
    if (status !== 'pending') return ''
    const before = world.secrets.length
    const asked = await askForSecret(world, { id, total, customer }, pays ? {} : step.plan)
    const intent = world.secrets[before]?.intent
    if (!pays || !intent) return `, intent ${summary(asked)}`
    const paid = await buyIntent(world, intent, step.data.card)
    return `, ${paid}, ${await deliverAll(world, step)}`
  })

const upgrade = (pays: boolean, promises: string): Act =>
  onBooking(
    {
      leaves: ['confirmed', 'completed'],
      group: 'visitor',
      promises,
      ...(!pays && { isClocked: true as const }),
      needs: ['confirmed', 'completed'],
    },
    async (world, step, booking) => {
      const customer = customerOf(booking.email)
      const longer =
        booking.duration !== 'hourly'
          ? { duration: 'full-day' }
          : step.data.hours > 1
            ? { duration: 'hourly', hours: booking.hours + 1 }
            : { duration: 'half-day' }
      const wanted = {
        ...(step.data.flag ? longer : { duration: booking.duration }),
        addOns: !step.data.flag || step.data.part < 1 ? [ADD_ON] : [],
      }
      const { cookie, name: whose } = customer
      const question = { params: { token: booking.token }, cookie, whose }
      let amount = ''
      const asked = await send(
        world,
        'upgrade',
        { ...question, body: { ...wanted, amount: '0.01' } },
        {},
        (reply) => {
          amount = String(reply.body.totalAmount ?? '')
        },
      )
      if (!amount) return `booking ${booking.id} ${JSON.stringify(wanted)} → ${summary(asked)}`
      const before = world.secrets.length
      const operation = await send(
        world,
        'upgrade',
        { ...question, body: { ...wanted, amount } },
        pays ? {} : step.plan,
        async (reply) => {
          if (reply.status === 200) await secretOf(world, customer, reply.body.clientSecret)
        },
      )
      const intent = world.secrets[before]?.intent
      const paid =
        pays && intent
          ? `, ${await buyIntent(world, intent, step.data.card)}, ${await deliverAll(world, step)}`
          : ''
      return `booking ${booking.id} ${JSON.stringify(wanted)} for ${amount} → ${summary(operation)}${paid}`
    },
  )

const visitor = { group: 'visitor' } as const
const ofBookings = { ...visitor, on: ['booking'] } as const

export const VISITOR = {
  book: beginning(
    {
      ...visitor,
      begins: 'booking',
      isClocked: true,
      leaves: ['pending', 'confirmed'],
      gives: 'nothing',
      promises: 'who asks for a free time holds it, and gets what they asked for',
    },
    book(),
  ),

  checkout: beginning(
    {
      ...visitor,
      begins: 'booking',
      isClocked: true,
      leaves: ['pending', 'confirmed'],
      gives: 'asked',
      promises: 'who holds a time is asked for its price',
    },
    checkoutThen(false),
  ),

  purchase: beginning(
    {
      ...visitor,
      begins: 'booking',
      leaves: ['pending', 'confirmed'],
      promises: 'what is paid is confirmed',
    },
    checkoutThen(true),
  ),

  upgrade: upgrade(false, 'more of a session is priced, and its time held'),
  buyUpgrade: upgrade(true, 'more of a session that is paid is part of it'),

  move: onBooking(
    {
      ...ofBookings,
      leaves: ['pending', 'confirmed'],
      promises: 'a session is moved whole, or not at all',
      needs: ['pending', 'confirmed'],
    },
    async (world, step, booking) => {
      const { day, hour } = step.data
      const operation = await send(
        world,
        'moveByCustomer',
        {
          params: { token: booking.token },
          ...whoseIs(booking),
          body: { newDate: DAYS[day], newTime: `${hour}:00` },
        },
        step.plan,
      )
      return `booking ${booking.id} to ${DAYS[day]} ${hour}:00 → ${summary(operation)}`
    },
  ),

  bookFree: beginning(
    {
      ...visitor,
      begins: 'booking',
      leaves: ['confirmed'],
      gives: 'nothing',
      promises: 'a free session is used once',
      way: ['time'],
    },
    (world, step) =>
      book()(world, {
        ...step,
        data: { ...step.data, customer: 0, flag: true, duration: 'hourly', friend: false },
      }),
  ),

  // A lost answer, a press too many, another tab.
  askAgain: onOne(
    {
      ...ofBookings,
      promises: 'the same request again sells nothing twice, and names nobody else',
      way: ['checkout'],
      among: askedFor,
    },
    async (world, step, { id, subject: _, ...asked }) => {
      const { cookie, name: whose } = customerOf(asked.email)
      const question = { body: { ...asked, firstName: whose }, cookie, whose }
      let got = ''
      const again = await send(world, 'book', question, step.plan, async ({ status, body }) => {
        if (status >= 300) return
        got = `, booking ${String(body.id)}`
        world.touched.add(`booking ${Number(body.id)}`)
        if (question.body.roomId !== null)
          world.chosenRooms.set(Number(body.id), question.body.roomId)
        network.violations.push(...(await otherThanAsked(world, Number(body.id), question.body)))
      })
      return `booking ${id} → ${summary(again)}${got}`
    },
  ),

  readPage: onBooking(
    {
      ...ofBookings,
      carries: true,
      promises: 'a page says what the rows say, of its own booking alone',
      way: ['purchase'],
      needs: ALL,
    },
    async (world, step, booking) => {
      const { whose } = whoseIs(booking)
      const question = { params: { token: booking.token }, whose }
      const read = await send(world, 'manage', question, step.plan)
      return `booking ${booking.id} → ${summary(read)}`
    },
  ),

  join: onBooking(
    {
      ...ofBookings,
      promises: 'who joins has the counters of what is counted, and no more',
      way: ['purchase'],
      needs: ALL,
    },
    async (world, step, { email, id }) => {
      if (email === '') return null
      const { cookie, name: whose } = customerOf(email)
      const joined = await send(
        world,
        'join',
        { body: { customerName: whose, customerEmail: email, serviceId: 2 }, cookie, whose },
        step.plan,
      )
      return `who has booking ${id} → ${summary(joined)}`
    },
  ),
} as const satisfies Record<string, Act>
