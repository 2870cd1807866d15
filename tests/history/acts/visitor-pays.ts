import { managedBooking } from '@/lib/bookings/manage'
import { onBooking, onOne, type Act } from '../act'
import { atStripe, sandboxNow } from '../network'
import { askForSecret, payable, payIntent, secretOf } from '../paying'
import { customerOf } from '../people'
import { ALL, bookingsIn, byTransfer, withSubjects } from '../rows'
import { send, summary } from '../send'
import { POISONED_SEN, type World } from '../world'

const visitor = { group: 'visitor' } as const
const ofBookings = { ...visitor, on: ['booking'] } as const
const ofMoney = { ...visitor, on: ['booking', 'order'] } as const

/** The hours of a `pay` act in which the currency is changed; and the sum to one that is refused. */
const FOREIGN_HOUR = 17
const POISONED_SUM_HOUR = 20

const SLIP = [
  '--slip',
  'Content-Disposition: form-data; name="file"; filename="slip.pdf"',
  'Content-Type: application/pdf',
  '',
  '%PDF-1.7',
  '--slip--',
  '',
].join('\r\n')

const intentsToPay = (world: World) =>
  withSubjects(
    world,
    payable(world).map((intent) => ({ intent })),
    ({ intent }) => intent,
  )

export const VISITOR_PAYS = {
  intent: onBooking(
    {
      ...ofBookings,
      isClocked: true,
      leaves: ['pending'],
      promises: 'a hold has one payment that can be paid',
      needs: ['pending'],
    },
    async (world, step, booking) => {
      const customer = customerOf(booking.email)
      const asked = await askForSecret(world, { ...booking, customer }, step.plan)
      return `booking ${booking.id} → ${summary(asked)}`
    },
  ),

  pay: onOne(
    {
      ...ofMoney,
      takes: 'asked',
      promises: 'what is paid is for what its payer was shown',
      among: intentsToPay,
    },
    async (world, step, { intent: wanted }) => {
      // Somebody with the key changes the sum, or its currency, behind the site's back.
      const { part, flag, hour } = step.data
      const changed =
        hour === FOREIGN_HOUR
          ? { currency: 'usd' }
          : { amount: String(hour === POISONED_SUM_HOUR ? POISONED_SEN : 2_000) }
      if (part === 0.3 && flag) await atStripe('POST', `/v1/payment_intents/${wanted}`, changed)
      const end = await payIntent(world, wanted, step.data.card)
      return `${wanted.slice(-4)} with ${step.data.card} → ${end}`
    },
  ),

  look: onOne(
    {
      ...ofMoney,
      carries: true,
      takes: 'asked',
      promises: 'who has paid reads what became of it, and of nothing else',
      among: (world) => withSubjects(world, world.secrets, ({ intent }) => intent),
    },
    async (world, step, seen) => {
      const isOrder =
        'order_id' in (sandboxNow().store.get('payment_intent', seen.intent)?.metadata ?? {})
      const operation = await send(
        world,
        isOrder ? 'paidOrder' : 'paidBooking',
        {
          params: { paymentIntentId: seen.intent },
          cookie: seen.customer.cookie,
          whose: seen.customer.name,
          headers: { 'x-client-secret': seen.secret },
        },
        step.plan,
      )
      return `${seen.intent.slice(-4)} → ${summary(operation)}`
    },
  ),

  // In any state of the booking: the link of one that is held, paid or cancelled is requested, too.
  payByLink: onOne(
    {
      ...ofBookings,
      promises: 'a link asks for what is owed, and no more',
      async among(world, { data: { part } }) {
        const waiting = await bookingsIn(world, ['pending'])
        return part === 1 && waiting.length > 0 ? waiting : bookingsIn(world, ALL)
      },
    },
    async (world, step, booking) => {
      const customer = customerOf(booking.email)
      const before = world.secrets.length
      // What its page asks for; in an older tab it is still the whole.
      const page = await managedBooking(booking.token, 'en', new Date())
      const amount = step.data.hours > 4 ? booking.total : page?.owedAmount
      const whose = customer.name
      const question = { params: { token: booking.token }, body: { amount }, whose }
      const asked = await send(world, 'payByLink', question, step.plan, async (reply) => {
        if (reply.status === 200) await secretOf(world, customer, reply.body.clientSecret)
      })
      const intent = world.secrets[before]?.intent
      if (!step.data.flag || !intent) return `booking ${booking.id} → ${summary(asked)}`
      const paid = await payIntent(world, intent, step.data.card)
      return `booking ${booking.id} → ${summary(asked)}, ${paid}`
    },
  ),

  transfer: onBooking(
    {
      ...ofBookings,
      leaves: ['pending'],
      promises: 'a hold waits for its transfer',
      needs: ['pending'],
    },
    async (world, step, booking) => {
      const { provenCookie: cookie, name: whose } = customerOf(booking.email)
      const question = { params: { id: booking.id }, cookie, whose }
      const chosen = await send(world, 'chooseTransfer', question, step.plan)
      return `booking ${booking.id} → ${summary(chosen)}`
    },
  ),

  slip: onOne(
    {
      ...ofBookings,
      promises: 'the owner is shown a slip until they decide',
      among: byTransfer,
    },
    async (world, step, booking) => {
      const sent = await send(
        world,
        'sendSlip',
        {
          params: { token: booking.token },
          body: SLIP,
          headers: { 'content-type': 'multipart/form-data; boundary=slip' },
        },
        step.plan,
      )
      return `booking ${booking.id} → ${summary(sent)}`
    },
  ),

  decline: onOne(
    {
      ...ofMoney,
      takes: 'asked',
      promises: 'who is declined can pay in another way',
      way: ['checkout'],
      among: intentsToPay,
    },
    async (world, _, { intent }) =>
      `${intent.slice(-4)} → ${await payIntent(world, intent, 'pm_card_chargeDeclined')}`,
  ),
} as const satisfies Record<string, Act>
