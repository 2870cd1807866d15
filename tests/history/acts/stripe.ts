import { onEverything, onOne, type Act } from '../act'
import { intentsThat } from '../intents'
import { atStripe, network, sandboxNow } from '../network'
import { bookingsIn, paymentsThat, withSubjects } from '../rows'
import { releaseOne, summary } from '../send'
import { deliver, deliverAll, deliveries } from '../webhooks'
import { POISONED_SEN } from '../world'

/** The hour of a `foreign` act whose money the database refuses to take in. */
const POISONED_HOUR = 17

const stripe = { group: 'stripe' } as const

export const STRIPE = {
  account: onEverything(
    { ...stripe, promises: 'a way to pay that the account lacks is not offered' },
    async (_, step) => {
      const lacks = { 1: [], 0.5: ['fpx'], 0.3: ['fpx', 'grabpay'] }[step.data.part] ?? []
      await atStripe('POST', '/_sandbox/methods', {
        [step.data.flag ? 'refused' : 'withheld']: lacks,
      })
      return `lacks ${lacks.join(' and ') || 'nothing'}`
    },
  ),

  foreign: onEverything(
    {
      ...stripe,
      promises: 'money of unknown origin is shown to the owner',
      // Earlier payments of the account do not belong to this shop.
      ready: async (world) => (await paymentsThat(world, 'true')).length > 0,
    },
    async (world, step) => {
      // The exact price of something, so that it can be linked, or any other sum.
      const [first] = await bookingsIn(world, ['confirmed', 'completed'])
      const price = Math.round(Number(first?.total ?? 0) * 100)
      const isPoisoned = step.data.hour === POISONED_HOUR
      const amount = isPoisoned
        ? POISONED_SEN
        : step.data.flag && price > 0
          ? price
          : 5_000 + step.data.hour * 100
      // The same number in another currency is another sum.
      const currency = step.data.part === 0.3 ? 'usd' : 'myr'
      const { body } = await atStripe<{ id: string }>('POST', '/v1/payment_intents', {
        amount,
        currency,
        confirm: true,
        payment_method: 'pm_card_visa',
        return_url: 'http://localhost/',
      })
      return `${body.id.slice(-4)} of ${amount} ${currency}`
    },
  ),

  forget: onOne(
    {
      ...stripe,
      on: ['booking', 'order'],
      takes: 'asked',
      promises: 'a payment that Stripe does not know is closed',
      among: (world) =>
        withSubjects(
          world,
          intentsThat((one) => one.status === 'requires_payment_method' && !one.latest_charge),
          ({ id }) => id,
        ),
    },
    async (world, _, intent) => {
      sandboxNow().store.remove('payment_intent', intent.id)
      world.forgotten.add(intent.id)
      return intent.id.slice(-4)
    },
  ),

  deliver: onEverything(
    {
      ...stripe,
      carries: true,
      promises: 'what a webhook says is done before it is answered',
      ready: () => deliveries().length > 0 && !network.isOff,
    },
    deliverAll,
  ),

  deliverOne: onEverything(
    {
      ...stripe,
      carries: true,
      promises: 'webhooks may come in any order, and twice',
      ready: (_, step) => toDeliver(step.data.flag).length > 0 && !network.isOff,
    },
    async (world, step) => {
      const all = toDeliver(step.data.flag)
      const delivery = all[Math.floor(step.at * all.length)]
      if (!delivery) return null
      const type = sandboxNow().store.get('event', delivery.event)?.type
      return `${type} → ${summary(await deliver(world, delivery, step.plan))}`
    },
  ),

  lose: onEverything(
    {
      ...stripe,
      promises: 'what lost webhooks were to tell is read from lists',
      ready: () => deliveries().length > 0,
    },
    async (world, step) => {
      const waiting = deliveries()
      const gone = step.data.flag ? waiting : waiting.filter((_, index) => index % 3 === 0)
      for (const delivery of gone) {
        delivery.state = 'dropped'
        world.lost.add(delivery.event)
      }
      return `${gone.length} webhooks for good`
    },
  ),

  revoke: onEverything(
    {
      ...stripe,
      promises: 'a key that is refused counts as Stripe away',
      ready: (_, step) => network.isKeyRevoked !== step.data.flag,
    },
    async (_, step) => {
      network.isKeyRevoked = step.data.flag
      return network.isKeyRevoked ? 'the key' : 'the key is valid'
    },
  ),

  cut: onEverything(
    {
      ...stripe,
      promises: 'while Stripe is away nothing is lost, and nothing committed is refused',
      ready: (_, step) => network.isDown !== step.data.flag,
    },
    async (_, step) => {
      network.isDown = step.data.flag
      return network.isDown ? 'Stripe cannot be reached' : 'Stripe can be reached'
    },
  ),

  release: onEverything(
    {
      ...stripe,
      unpaired: 'in pairs nobody is stopped on the way',
      promises: 'whoever was stopped on the way goes on by what is so then',
      ready: (world) => world.held.length > 0,
    },
    async (world, step) => {
      const held = world.held[Math.floor(step.at * world.held.length)]
      if (!held) return null
      await releaseOne(world, held)
      return `${held.name} → ${summary(held)}`
    },
  ),
} as const satisfies Record<string, Act>

/** Also one that had arrived already: Stripe may send an event more than once. */
const toDeliver = (isAgain: boolean) =>
  sandboxNow()
    .store.all('delivery')
    .filter(({ state }) => state === 'held' || (isAgain && state === 'delivered'))
