import type { Subject } from '@/tests/history/act'
import type { Plan } from '@/tests/history/operation'
import type { Random } from '@/tests/history/random'
import type { Kind } from '@/tests/history/acts'
import type { Data } from '@/tests/history/data'

// Courses of events in which slots or money were once lost, or could be. Chance alone would take
// thousands of histories to come upon them; a history may follow one of them, with other steps in
// between, and what goes wrong in it, and when, is left to chance. The named ones each show one rule
// at work; tools/checks/money/mutants.mjs says which.

type Chance<T> = T | ((random: Random) => T)
/** What is fixed about a step: its data, and which of what is there it is done to (from 0 to 1). */
type Fixed = Partial<Data> & { at?: number; on?: Subject }
/** A step of a story: what it is, what is fixed about it, and what goes wrong. */
export type Beat = readonly [kind: Kind, data?: Fixed, plan?: Chance<Plan>]
export type Story = readonly Beat[]

/** What queries of the product say where stories stop them; with them a story goes wrong. */
const ROOM_LOCK = 'lock_rooms('
const RESERVATION = 'reserve_time('
const BOOKING_ROW = 'SELECT 1 FROM bookings WHERE id'
export const QUERIES = [ROOM_LOCK, RESERVATION, BOOKING_ROW]

const heldAtStripe = (random: Random): Plan => ({
  hold: { call: 1 + random.below(3), after: random.chance(0.8) },
})
const paused = (random: Random): Plan => ({
  pause: random.chance(0.4)
    ? { query: 2 + random.below(22) }
    : {
        before: random.pick([ROOM_LOCK, ROOM_LOCK, 'FOR UPDATE', 'COMMIT']),
      },
})
const cutOff = (random: Random): Plan =>
  random.chance(0.5)
    ? { kill: { at: 'stripe', call: 1 + random.below(3), after: true } }
    : random.chance(0.5)
      ? { drop: { query: 2 + random.below(20), after: random.chance(0.5) } }
      : {
          drop: {
            before: random.pick(['stripe_refund_id', 'refund_key', 'COMMIT']),
            after: random.chance(0.5),
          },
        }
const stripeFails = (random: Random): Plan => ({
  fault: {
    call: 1 + random.below(3),
    kind: random.pick(['lost', 'unreachable', 'failed', 'stored']),
    times: 9,
  },
})
/** Stripe carries the call out and answers that it failed, and that answer is kept for its key. */
const failsAfterwards = (random: Random): Plan => ({
  fault: { call: 1, kind: 'stored', times: random.pick([1, 2, 9]) },
})
/** Stripe fails for as long as the product tries, so that it spends the key. */
const storedFailure: Plan = { fault: { call: 1, kind: 'stored', times: 9 } }
/** Stopped where it is about to do this, with the locks that it has by then. */
const pausedBefore = (before: string): Plan => ({ pause: { before } })
const pausedAtRoom = pausedBefore(ROOM_LOCK)
const tooFast: Plan = { skewMs: 16 * 60_000 }
const skewed = (random: Random): Plan => ({ skewMs: random.pick([-16, 16]) * 60_000 })

const WHOLE = { part: 1 }
const PART = { part: 0.3 }
const OLDEST_FIRST = { flag: false }
const HOUR = { duration: 'hourly', hours: 1, service: 2 }
const TWO_HOURS = { ...HOUR, hours: 2 }
const FIVE_HOURS = { ...HOUR, hours: 5 }
const EIGHT_HOURS = { ...HOUR, hours: 8 }
const AINA = { customer: 0, card: 'pm_card_visa' }
const BALA = { customer: 1, card: 'pm_card_visa' }
const CHONG = { customer: 2, card: 'pm_card_visa' }
const DEWI = { customer: 3, card: 'pm_card_visa' }
const VISA = { card: 'pm_card_visa' }
const BANK = { card: 'fpx', part: 1 }
const WALLET = { card: 'grabpay', part: 1 }
/** The answer given on the page of the bank or wallet. */
const YES = { part: 1 }
const SLOWLY = { part: 0.5 }
const NO = { part: 0.3 }

/** Of what there is to choose from, what was there first. */
const FIRST = { at: 0 }
const LAST = { at: 0.99 }

/** Stories that show one rule at work: where it is broken, one of these goes wrong. */
export const NAMED = {
  'a session is back before it is settled': [
    ['checkout', { ...HOUR, ...CHONG }],
    ['pay', { ...VISA, ...WHOLE }],
    ['dashboardRefund', WHOLE],
    ['time', { minutes: 2 }],
    ['deliver'],
  ],
  'the last use of a code, wanted by two': [
    ['checkout', { ...HOUR, ...CHONG, hour: 10, day: 0, code: 'LAST' }],
    ['purchase', { ...HOUR, ...DEWI, hour: 13, day: 0, code: 'LAST' }],
    ['time', { minutes: 31 }],
    ['tick'],
    ['purchase', { ...HOUR, ...DEWI, hour: 14, day: 0, code: 'LAST' }],
    ['pay', VISA],
    ['deliver'],
  ],
  'a code past its end': [['purchase', { ...HOUR, ...CHONG, code: 'OVER' }]],
  'a transfer whose card has paid': [
    ['checkout', { ...HOUR, ...CHONG }],
    ['transfer', FIRST],
    ['slip', FIRST],
    ['payByLink', { ...WHOLE, ...VISA, ...FIRST, hours: 1, flag: true }],
    ['deliver'],
    ['decideTransfer', { ...WHOLE, ...FIRST, hours: 1 }],
    ['deliver'],
  ],
  'a transfer that comes when its time is taken': [
    ['checkout', { ...HOUR, ...CHONG, hour: 10 }],
    ['transfer', FIRST],
    ['time', { minutes: 1_500 }],
    ['tick'],
    ['purchase', { ...HOUR, ...DEWI, hour: 10 }],
    ['deliver'],
    ['decideTransfer', { ...WHOLE, ...FIRST, hours: 1 }],
  ],
  'a cancellation is taken back': [
    ['purchase', { ...HOUR, ...CHONG }],
    ['deliver'],
    ['undo', { ...WHOLE, hour: 9 }],
    ['tick'],
  ],
  'looked after, then decided': [
    ['purchase', { ...HOUR, ...CHONG }],
    ['dispute'],
    ['deliver'],
    ['handle'],
    ['closeDispute'],
    ['deliver'],
  ],
  'parts that went back, were lost and were won': [
    ['purchase', { ...HOUR, ...CHONG }],
    ['dashboardRefund', PART],
    ['dispute', PART],
    ['deliver'],
    ['closeDispute', { flag: false }],
    ['dispute', SLOWLY],
    ['deliver', { flag: true }],
    ['closeDispute', { flag: true }],
    ['deliver'],
    ['cancel', WHOLE],
    ['time', { minutes: 2 }],
    ['deliver'],
  ],
  'a refund that failed and was looked after': [
    ['purchase', { ...HOUR, ...CHONG, card: 'pm_card_refundFail' }],
    ['dashboardRefund', WHOLE],
    ['time', { minutes: 70 }],
    ['deliver'],
    ['tick'],
    ['handle', FIRST],
    ['cancel', WHOLE],
    ['tick'],
  ],
  'money in another currency': [
    ['purchase', { ...HOUR, ...CHONG }],
    ['dashboardRefund', WHOLE],
    ['deliver'],
    ['foreign', { flag: true, part: 0.3, hour: 10 }],
    ['deliver'],
    ['link', { flag: true, part: 0.3, at: 0 }],
  ],
  'a booking paid in another currency': [
    ['checkout', { ...HOUR, ...CHONG }],
    ['pay', { ...VISA, part: 0.3, flag: true, hour: 17 }],
    ['deliver'],
    ['status', { to: 'confirmed' }],
    ['link', { ...FIRST, flag: true }],
    ['status', { to: 'pending' }],
    ['cancel', WHOLE],
    ['tick'],
  ],
  'another sum is accepted': [
    ['checkout', { ...HOUR, ...CHONG }],
    ['pay', { ...VISA, part: 0.3, flag: true, hour: 10 }],
    ['deliver'],
    ['status', { to: 'confirmed' }],
    ['link', { ...FIRST, flag: true }],
    ['cancel', WHOLE],
    ['tick'],
  ],
  'the tax changes between sale and payment': [
    ['checkout', { ...HOUR, ...CHONG }],
    ['settings', { flag: true }],
    ['pay', VISA],
    ['deliver'],
    ['settings', { flag: true }],
    ['dashboardRefund', PART],
    ['deliver'],
  ],
  'another company sells from now on': [
    ['purchase', { ...HOUR, ...CHONG }],
    ['settings', { flag: false }],
    ['billing'],
    ['dashboardRefund', PART],
    ['deliver'],
    ['dashboardRefund', WHOLE],
    ['deliver'],
  ],
  'linked on a later day': [
    ['buyOrder', VISA],
    ['byHand', { ...HOUR, ...CHONG, flag: false, hour: 10 }],
    ['foreign', { flag: true, hour: 10, part: 1 }],
    ['deliver'],
    ['buyOrder', VISA],
    ['time', { minutes: 1_500 }],
    ['status', { to: 'confirmed' }],
    ['link', { flag: true, ...FIRST }],
  ],
  'a refund that arrived, and then failed': [
    ['purchase', { ...HOUR, ...CHONG, card: 'pm_card_refundFail' }],
    ['dashboardRefund', PART],
    ['deliver'],
    ['time', { minutes: 70 }],
    ['deliver'],
    ['dashboardRefund', WHOLE],
    ['deliver'],
  ],
  'a settlement that is cut off': [
    ['checkout', { ...HOUR, ...CHONG }],
    ['pay', VISA],
    ['deliver', OLDEST_FIRST, { drop: { before: 'COMMIT', after: false } }],
    ['deliver'],
  ],
  // Reminded of at nine, while the mail server is away; the session begins at two.
  'reminded, and then cancelled': [
    ['purchase', { ...HOUR, ...CHONG, hour: 14, day: 0 }],
    ['tick'],
    ['mailServer', { flag: true }],
    ['time', { minutes: 20_160 }],
    ['tick'],
    ['cancel', { part: 0.3 }],
    ['mailServer', { flag: false }],
    ['time', { minutes: 70 }],
    ['tick'],
  ],
  'reminded, and then moved': [
    ['purchase', { ...HOUR, ...CHONG, hour: 14, day: 0 }],
    ['tick'],
    ['mailServer', { flag: true }],
    ['time', { minutes: 20_160 }],
    ['tick'],
    ['moveByOwner', { hour: 17, day: 0 }],
    ['mailServer', { flag: false }],
    ['time', { minutes: 70 }],
    ['tick'],
  ],
  'reminded when it has begun': [
    ['purchase', { ...EIGHT_HOURS, ...CHONG, hour: 10, day: 0 }],
    ['tick'],
    ['mailServer', { flag: true }],
    ['time', { minutes: 20_160 }],
    ['tick'],
    ['time', { minutes: 70 }],
    ['mailServer', { flag: false }],
    ['tick'],
  ],
  'reminded the day before': [
    ['purchase', { ...HOUR, ...CHONG, hour: 17, day: 0 }],
    ['tick'],
    ['time', { minutes: 20_160 }],
    ['tick'],
    ['time', { minutes: 70 }],
    ['tick'],
  ],
  'an upgrade paid by another sum': [
    ['purchase', { ...HOUR, ...CHONG, hour: 10, day: 0 }],
    ['upgrade', { flag: true, part: 1, hours: 2 }],
    ['pay', { ...VISA, part: 0.3, flag: true, hour: 10 }],
    ['deliver'],
    ['upgrade', { flag: true, part: 1, hours: 2 }],
  ],
  'a crowd of bookings': [
    ['purchase', { ...HOUR, ...CHONG }],
    ['crowd'],
    ['buyOrder', VISA],
    ['buyOrder', { ...VISA, customer: 1 }],
    ['buyOrder', { ...VISA, customer: 3 }],
    ['dashboardRefund', WHOLE],
    ['deliver'],
  ],
  // The sum of one was changed to one that the database refuses; all news is lost.
  'a payment that cannot be settled': [
    ['checkout', { ...HOUR, ...CHONG, hour: 10, day: 0 }],
    ['pay', { ...VISA, part: 0.3, flag: true, hour: 20 }],
    ['checkout', { ...HOUR, ...DEWI, hour: 14, day: 0 }],
    ['pay', { ...VISA, part: 1 }],
    ['lose', { flag: true }],
    ['time', { minutes: 2 }],
    ['tick'],
    ['time', { minutes: 70 }],
    ['tick'],
  ],
  'a payment that cannot be recorded': [
    ['purchase', { ...HOUR, ...CHONG }],
    ['foreign', { hour: 17, part: 1 }],
    ['foreign', { hour: 10, part: 1 }],
    ['dashboardRefund', { ...WHOLE, ...FIRST }],
    ['lose', { flag: true }],
    ['tick'],
  ],
  'a bank that answers after the session': [
    ['checkout', { ...HOUR, ...DEWI }],
    ['pay', { card: 'fpx' }],
    ['authorize', SLOWLY],
    ['time', { minutes: 31_680 }],
    ['authorize', YES],
    ['deliver'],
  ],
  'paid for a second time': [
    ['purchase', { ...HOUR, ...CHONG }],
    ['dashboardRefund', WHOLE],
    ['deliver'],
    ['status', { to: 'pending' }],
    ['payByLink', { ...WHOLE, ...VISA, flag: true }],
    ['deliver'],
  ],
  // The base went back, the upgrade did not: the rest is half of it.
  'an upgrade is kept, its base went back': [
    ['purchase', { ...HOUR, ...CHONG, hour: 10, day: 0 }],
    ['buyUpgrade', { ...CHONG, flag: true, part: 1, hours: 2 }],
    ['dashboardRefund', { ...WHOLE, ...FIRST }],
    ['deliver'],
    ['status', { to: 'pending' }],
    ['payByLink', { ...WHOLE, ...VISA, flag: true }],
    ['deliver'],
  ],
  // By then everything had gone back, and the whole was asked for; then one refund failed.
  'what was asked for is no longer the rest': [
    ['purchase', { ...HOUR, ...CHONG, hour: 10, day: 0 }],
    ['buyUpgrade', { ...CHONG, card: 'pm_card_refundFail', flag: true, part: 1, hours: 2 }],
    ['dashboardRefund', { ...WHOLE, ...FIRST }],
    ['dashboardRefund', { ...WHOLE, ...FIRST }],
    ['deliver'],
    ['status', { to: 'pending' }],
    ['payByLink', { ...WHOLE, flag: false }],
    ['time', { minutes: 70 }],
    ['deliver'],
    ['payByLink', { ...WHOLE, flag: false }],
  ],
  'confirmed by hand, and made longer': [
    ['byHand', { ...HOUR, ...CHONG, flag: true, hour: 10, day: 0 }],
    ['buyUpgrade', { ...CHONG, flag: true, part: 1, hours: 2 }],
    ['status', { to: 'cancelled' }],
    ['status', { to: 'pending' }],
    ['payByLink', { ...WHOLE, ...VISA, flag: true }],
    ['status', { to: 'confirmed' }],
  ],
  'restored while its refund waits': [
    ['purchase', { ...HOUR, ...CHONG, hour: 10, day: 0 }],
    ['cut', { flag: true }],
    ['cancel', WHOLE],
    ['status', { to: 'pending' }],
    ['cut', { flag: false }],
  ],
  'a slow reading of a refund': [
    ['purchase', { ...HOUR, card: 'pm_card_refundFail' }],
    ['dashboardRefund', WHOLE],
    ['deliver', OLDEST_FIRST, heldAtStripe],
    ['time', { minutes: 2 }],
    ['deliver'],
    // Long enough for every sweep to have passed it.
    ['time', { minutes: 70 }],
    ['tick'],
    ['release'],
  ],
  'money of unknown origin, its webhook lost': [
    ['purchase', HOUR],
    ['foreign'],
    ['lose', { flag: true }],
    ['tick'],
  ],
  'the decision of a dispute, its webhook lost': [
    ['purchase', HOUR],
    ['dispute'],
    ['deliver'],
    ['time', { minutes: 70 }],
    ['tick'],
    ['closeDispute'],
    ['cut', { flag: true }],
    ['deliver'],
    ['lose', { flag: true }],
    ['cut', { flag: false }],
    ['tick'],
  ],
  'two creations of one intent': [
    ['book', HOUR],
    ['intent', {}, { hold: { call: 1, after: true } }],
    ['intent', {}, storedFailure],
    ['intent'],
    ['release'],
    ['pay', { ...VISA, part: 1 }],
    ['pay', { ...VISA, part: 1 }],
    ['deliver'],
  ],
  'an upgrade that does not start': [
    ['purchase', { ...HOUR, ...CHONG, hour: 10 }],
    ['upgrade', { flag: true, part: 1 }, storedFailure],
    ['buyUpgrade', { ...CHONG, flag: false }],
  ],
  'a move that meets an upgrade': [
    ['purchase', { ...HOUR, ...CHONG, hour: 10, day: 0 }],
    ['move', { hour: 20, day: 1 }, pausedAtRoom],
    ['buyUpgrade', { ...CHONG, flag: true, part: 1 }],
    ['release'],
  ],
  'a move that meets an upgrade on hold': [
    ['purchase', { ...HOUR, ...CHONG, hour: 10, day: 0 }],
    ['move', { hour: 20, day: 1 }, pausedAtRoom],
    ['upgrade', { flag: true, part: 1 }],
    ['release'],
    ['pay', VISA],
    ['deliver'],
  ],
  'an upgrade that meets a move': [
    ['purchase', { ...HOUR, ...CHONG, hour: 10, day: 0 }],
    ['upgrade', { flag: true, part: 1 }, pausedAtRoom],
    ['moveByOwner', { hour: 14 }],
    ['release'],
    ['pay', VISA],
    ['deliver'],
  ],
  // Stripe is away for so long that the upgrade's hold is ended with its payment open.
  'a late upgrade that meets a booking': [
    ['purchase', { ...HOUR, ...CHONG, hour: 10, day: 0 }],
    ['upgrade', { flag: true, part: 1 }],
    ['cut', { flag: true }],
    ['time', { minutes: 31 }],
    ['tick'],
    ['cut', { flag: false }],
    ['pay', VISA],
    ['deliverOne', { flag: false, ...FIRST }, pausedBefore(RESERVATION)],
    ['book', { ...HOUR, ...DEWI, hour: 11, day: 0 }],
    ['release'],
  ],
  'a late upgrade of a session that was moved': [
    ['purchase', { ...HOUR, ...CHONG, hour: 10, day: 0 }],
    ['upgrade', { flag: true, part: 1 }],
    ['cut', { flag: true }],
    ['time', { minutes: 31 }],
    ['tick'],
    ['cut', { flag: false }],
    ['moveByOwner', { hour: 20, day: 0 }],
    ['pay', VISA],
    ['deliver'],
  ],
  'a change of status that meets a move': [
    ['byHand', { ...HOUR, flag: true, hour: 10, day: 0 }],
    ['status', { to: 'cancelled' }],
    ['status', { to: 'confirmed' }, pausedAtRoom],
    ['status', { to: 'confirmed' }],
    ['moveByOwner', { hour: 14, day: 0 }],
    ['status', { to: 'cancelled' }],
    ['release'],
  ],
  'paid back by the dashboard': [['purchase', HOUR], ['dashboardRefund', WHOLE], ['deliver']],
  'our own error after Stripe’s yes': [
    ['purchase', HOUR],
    [
      'cancel',
      WHOLE,
      (random) => ({ drop: { before: 'SET "stripe_refund_id"', after: random.chance(0.5) } }),
    ],
    ['tick'],
  ],
  'a refund that takes long': [
    ['purchase', HOUR],
    // The first three calls read how the payment stands.
    ['cancel', WHOLE, { hold: { call: 4, after: false } }],
    ['time', { minutes: 6 }],
    ['tick'],
    ['release'],
  ],
  'a part given back, then asked for again': [
    ['purchase', { ...HOUR, ...VISA, hour: 10, day: 0 }],
    ['deliver'],
    ['partRefund', { part: 0.5, ...FIRST }],
    ['deliver'],
    ['status', { to: 'pending', ...FIRST }],
    ['payByLink', { ...WHOLE, ...VISA, ...FIRST, hours: 1, flag: true }],
    ['deliver'],
  ],
  'an hour more that is owed': [
    ['byHand', { ...HOUR, ...CHONG, flag: true, hour: 10, day: 0 }],
    ['hourMore', { ...FIRST, flag: false }],
    ['status', { to: 'completed', ...FIRST }],
  ],
  'a part kept, and its hold over': [
    ['checkout', HOUR],
    ['received', { part: 0.5, ...FIRST, flag: false }],
    ['time', { minutes: 70 }],
    ['tick'],
    ['received', { part: 1, ...FIRST, flag: false }],
  ],
  'more than is owed at the desk': [
    ['byHand', { ...HOUR, ...CHONG, flag: false, hour: 10, day: 0 }],
    ['received', { part: 0.5, ...FIRST, flag: false }],
    ['received', { ...FIRST, flag: true }],
  ],
  'a discount at the desk': [['discount', { ...HOUR, ...CHONG, hours: 2, hour: 10, day: 0 }]],
  'a slip that nobody looks at for a week': [
    ['book', { ...HOUR, ...CHONG, hour: 10, day: 3, room: 0 }],
    ['transfer', { ...FIRST }],
    ['slip', { ...FIRST }],
    ['time', { minutes: 1_500 }],
    ['tick'],
    ['clean'],
    ['decideTransfer', { ...FIRST, ...WHOLE, hours: 1 }],
  ],
  'erased while a transfer waits': [
    ['book', { ...HOUR, ...DEWI, hour: 10, day: 0 }],
    ['transfer', { ...FIRST }],
    ['slip', { ...FIRST }],
    ['erase', { ...FIRST, ...DEWI }],
    ['decideTransfer', { ...FIRST, ...WHOLE, hours: 1 }],
  ],
  'a transfer that waits longer than its session': [
    ['time', { minutes: 20_160 }],
    ['book', { ...HOUR, ...CHONG, hour: 10, day: 3 }],
    ['transfer', { ...FIRST }],
    ['slip', { ...FIRST }],
    ['moveByOwner', { ...FIRST, hour: 13, day: 0, part: 0.5 }],
    ['time', { minutes: 290 }],
    ['tick'],
    ['decideTransfer', { ...FIRST, ...WHOLE, hours: 1 }],
  ],
  'not received, and then received': [
    ['book', { ...HOUR, ...CHONG, hour: 10, day: 0 }],
    ['transfer', { ...FIRST }],
    ['slip', { ...FIRST }],
    ['decideTransfer', { ...FIRST, ...NO }],
    ['lateMoney', FIRST],
  ],
  'not received, sold, and then received': [
    ['book', { ...HOUR, ...CHONG, hour: 10, day: 0 }],
    ['transfer', { ...FIRST }],
    ['decideTransfer', { ...FIRST, ...NO }],
    ['purchase', { ...HOUR, ...DEWI, hour: 10, day: 0, part: 1 }],
    ['lateMoney', FIRST],
    ['giveBack', { ...LAST, ...WHOLE, flag: false }],
  ],
  'a transfer of another sum than its slip': [
    ['book', { ...HOUR, ...CHONG, hour: 10, day: 0 }],
    ['transfer', { ...FIRST }],
    ['slip', { ...FIRST }],
    ['decideTransfer', { ...FIRST, ...WHOLE, hours: 2 }],
    ['received', { ...FIRST, ...WHOLE, flag: false }],
  ],
  'a transfer of more than was asked for': [
    ['book', { ...HOUR, ...CHONG, hour: 10, day: 0 }],
    ['transfer', { ...FIRST }],
    ['decideTransfer', { ...FIRST, ...WHOLE, hours: 3 }],
    ['giveBack', { ...LAST, ...WHOLE, flag: false }],
  ],
  'the same hour in the other room, by a friend': [
    ['purchase', { ...HOUR, ...CHONG, service: 5, room: 1, hour: 10, day: 0, part: 1 }],
    [
      'purchase',
      { ...HOUR, ...CHONG, service: 5, room: 2, hour: 10, day: 0, part: 1, friend: true },
    ],
    ['purchase', { ...HOUR, ...CHONG, service: 5, room: 0, hour: 10, day: 0, part: 1 }],
  ],
  'a part given back, and an hour more by link': [
    ['purchase', { ...HOUR, ...CHONG, hour: 10, day: 0, part: 1, friend: false }],
    ['billing', { ...FIRST, flag: true }],
    ['dashboardRefund', PART],
    ['deliver'],
    ['hourMore', { ...FIRST, flag: false, hours: 6, part: 1 }],
    ['payByLink', { ...FIRST, ...VISA, flag: true, hours: 1, part: 0.5 }],
    ['deliver'],
    ['partRefund', { ...FIRST, ...PART }],
    ['deliver'],
  ],
  'a part given back that fails, and is transferred': [
    ['purchase', { ...HOUR, ...CHONG, card: 'pm_card_refundFail', hour: 10, day: 0, part: 1 }],
    ['partRefund', { ...FIRST, ...PART }],
    ['deliver'],
    ['time', { minutes: 16 }],
    ['deliver'],
    ['giveBack', { ...FIRST, ...PART, flag: false }],
    ['giveBack', { ...FIRST, ...PART, flag: false }],
  ],
  'prices change before an hour more': [
    ['purchase', { ...HOUR, ...CHONG, hour: 10, day: 0, part: 1 }],
    ['prices', { flag: true }],
    ['time', { minutes: 1_500 }],
    ['tick'],
    ['hourMore', { ...FIRST, flag: false, hours: 1 }],
    ['buyUpgrade', { ...FIRST, ...VISA, flag: true, hours: 2, part: 1 }],
  ],
  'a part given back while payments are off': [
    ['purchase', { ...HOUR, ...CHONG, hour: 10, day: 0, part: 1 }],
    ['switchPayments', { flag: true }],
    ['partRefund', { ...FIRST, ...PART }],
    ['cancel', { ...FIRST, ...WHOLE }],
    ['tick'],
    ['switchPayments', { flag: false }],
    ['time', { minutes: 6 }],
    ['tick'],
  ],
  'a hold runs out while payments are off': [
    ['checkout', { ...HOUR, ...CHONG, hour: 10, day: 0, part: 1 }],
    ['switchPayments', { flag: true }],
    ['time', { minutes: 31 }],
    ['tick'],
    ['purchase', { ...HOUR, ...DEWI, hour: 10, day: 0, part: 1 }],
  ],
  'a hold is moved while its visitor pays': [
    ['checkout', { ...HOUR, ...CHONG, hour: 10, day: 0, part: 1 }],
    ['moveByOwner', { ...FIRST, hour: 14, day: 1, part: 1 }],
    ['pay', { ...VISA, ...WHOLE }],
    ['deliver'],
  ],
  'a room and a service are given up': [
    ['purchase', { ...HOUR, ...CHONG, service: 5, room: 2, hour: 10, day: 0, part: 1 }],
    ['retire', { room: 2, flag: true }],
    ['hourMore', { ...FIRST, flag: true }],
    ['retire', { room: 0, service: 5, flag: true }],
    ['moveByOwner', { ...FIRST, hour: 14, day: 1, part: 1 }],
  ],
  'money paid at the desk': [
    ['byHand', { ...HOUR, flag: true }],
    ['cancel', WHOLE],
    ['refund'],
    ['handle'],
  ],
  'money of the desk, given back and recorded': [
    ['byHand', { ...HOUR, flag: true, hour: 10, day: 0 }],
    ['giveBack', { part: 0.5, ...FIRST, flag: false }],
    ['giveBack', { ...FIRST, flag: true }],
    ['giveBack', { ...WHOLE, ...FIRST, flag: false }],
  ],
  'a part of an order, given back and recorded': [
    ['order'],
    ['received', { part: 0.5, ...FIRST, flag: false }],
    ['giveBack', { part: 0.3, ...FIRST, flag: false }, cutOff],
    ['received', { part: 1, ...FIRST, flag: false }],
    ['giveBack', { part: 0.5, ...LAST, flag: false }],
  ],
  'a refund that failed, transferred and recorded': [
    ['purchase', { ...HOUR, ...CHONG, card: 'pm_card_refundFail' }],
    ['dashboardRefund', WHOLE],
    ['time', { minutes: 70 }],
    ['deliver'],
    ['tick'],
    ['giveBack', { part: 0.5, ...FIRST, flag: false }],
    ['giveBack', { ...WHOLE, ...FIRST, flag: false }],
    ['lose', { flag: true }],
    ['tick'],
  ],
  'by hand, what Stripe gives back': [
    ['purchase', { ...HOUR, ...CHONG }],
    ['deliver'],
    ['giveBack', { part: 0.5, ...FIRST, flag: true }],
    ['dashboardRefund', WHOLE],
    ['deliver'],
  ],
  'the key is revoked': [
    ['checkout', HOUR],
    ['revoke', { flag: true }],
    ['time', { minutes: 31 }],
    ['tick'],
    ['checkout', HOUR],
    ['revoke', { flag: false }],
  ],
  'Stripe forgets an intent': [
    ['checkout', { ...HOUR, hour: 10, day: 0 }],
    ['forget'],
    ['time', { minutes: 16 }],
    ['book', { ...HOUR, hour: 10, day: 0 }],
  ],
  'one booking, two payments linked to it': [
    // What an account had before the first payment is not the site's business.
    ['buyOrder', VISA],
    ['byHand', { ...HOUR, ...CHONG, flag: false, hour: 10 }],
    ['status', { to: 'confirmed', ...LAST }],
    ['foreign', { ...WHOLE, flag: true, hour: 10 }],
    ['foreign', { ...WHOLE, flag: true, hour: 10 }],
    ['deliver'],
    ['link', { ...WHOLE, flag: true, ...FIRST }, pausedBefore(BOOKING_ROW)],
    ['link', { ...WHOLE, flag: true, ...LAST }],
    ['release'],
  ],
  'linked after the session': [
    ['checkout', { ...HOUR, ...AINA }],
    ['status', { to: 'confirmed' }],
    ['status', { to: 'completed' }],
    ['foreign', { flag: true }],
    ['deliver'],
    ['link', { flag: true }],
  ],
  'a session with an add-on': [
    ['checkout', { ...HOUR, ...CHONG, ...PART }],
    ['pay', VISA],
    ['deliver'],
  ],
  'an order at a member’s price': [['order', AINA], ['pay', VISA], ['deliver']],
  'an order paid twice': [
    ['order'],
    ['foreign', { flag: false }],
    ['deliver'],
    ['link', { flag: false }],
    ['pay', VISA],
    ['deliver'],
    ['tick'],
  ],
  'cancelled while Stripe is away': [
    ['checkout', HOUR],
    ['cut', { flag: true }],
    ['cancel', { part: 0.3 }],
    ['cut', { flag: false }],
  ],
  'news while Stripe is away': [
    ['checkout', HOUR],
    ['pay', VISA],
    ['cut', { flag: true }],
    ['deliver'],
    ['cut', { flag: false }],
  ],
  'a part given back to a member': [
    ['purchase', { ...HOUR, ...AINA }],
    ['status', { to: 'completed' }],
    ['dashboardRefund', PART],
    ['deliver'],
  ],
  'a rewarded session is cancelled': [
    ['purchase', { ...HOUR, ...BALA }],
    ['status', { to: 'completed' }],
    ['time', { minutes: 31_680 }],
    ['tick'],
    ['status', { to: 'cancelled' }],
  ],
  'completed, and not, and completed': [
    ['purchase', { ...HOUR, ...AINA }],
    ['status', { to: 'completed' }],
    ['status', { to: 'confirmed' }],
    ['status', { to: 'completed' }],
  ],
  'a session of somebody without proof': [
    ['purchase', { ...HOUR, ...CHONG }],
    ['status', { to: 'completed' }],
  ],
  'an instance whose clock is fast': [
    ['checkout', { ...HOUR, ...CHONG }],
    ['tick', {}, tooFast],
  ],
  'a hold that runs out': [
    ['checkout', { ...HOUR, ...CHONG, hour: 10, day: 0 }],
    ['time', { minutes: 16 }],
    ['tick'],
  ],
  // The first hold was ended with its payment open, because Stripe was away; the second has run out.
  'late money meets a hold that has run out': [
    ['checkout', { ...HOUR, ...CHONG, hour: 10, day: 0 }],
    ['cut', { flag: true }],
    ['time', { minutes: 31 }],
    ['book', { ...HOUR, ...DEWI, hour: 10, day: 0 }],
    ['cut', { flag: false }],
    ['intent'],
    ['time', { minutes: 16 }],
    ['pay', { ...VISA, part: 1, ...FIRST }],
    ['deliverOne', { flag: false, ...FIRST }],
    ['deliver'],
  ],
  'a move to a time that is taken': [
    ['purchase', { ...HOUR, ...CHONG, hour: 10, day: 0 }],
    ['purchase', { ...HOUR, ...DEWI, hour: 14, day: 0 }],
    ['move', { hour: 14, day: 0, ...FIRST }],
  ],
  'another sum than was due': [
    ['checkout', HOUR],
    ['pay', { ...VISA, part: 0.3, flag: true, hour: 10 }],
    ['deliver'],
  ],
  'a settlement that meets a cancellation': [
    ['checkout', HOUR],
    ['pay', VISA],
    ['deliverOne', { flag: false, ...FIRST }, pausedBefore('UPDATE "public"."bookings"')],
    ['cancel', { part: 0.3 }],
    ['release'],
  ],
  'a mail server that is down for minutes': [
    ['mailServer', { flag: true }],
    ['purchase', { ...HOUR, ...CHONG }],
    ['tick'],
    ['time', { minutes: 6 }],
    ['cancel', WHOLE],
    ['mailServer', { flag: false }],
    ['tick'],
    ['time', { minutes: 2 }],
    ['tick'],
  ],
  'a mail server that is down for hours': [
    ['purchase', { ...HOUR, ...CHONG }],
    ['mailServer', { flag: true }],
    ...Array.from({ length: 13 }, (): Story => [['time', { minutes: 61 }], ['tick']]).flat(),
    ['mailServer', { flag: false }],
    ['tick'],
  ],
  'a session in a room with turnaround': [['purchase', { ...HOUR, ...CHONG, service: 4 }]],
  'a booking in closed time': [
    ['purchase', { ...HOUR, ...CHONG, hour: 10, day: 0 }],
    ['block', { ...WHOLE, hour: 14, hours: 1, day: 0, room: 0 }],
    ['move', { hour: 14, day: 0, ...FIRST }],
  ],
  'by hand in closed time': [
    ['block', { ...WHOLE, hour: 14, hours: 1, day: 0, room: 0 }],
    ['byHand', { ...WHOLE, ...HOUR, ...DEWI, hour: 14, day: 0, flag: true }],
  ],
  'a move to the other room': [
    ['purchase', { ...HOUR, ...CHONG, service: 5, room: 0, hour: 10, day: 0 }],
    ['purchase', { ...HOUR, ...DEWI, hour: 14, day: 0 }],
    ['moveByOwner', { hour: 14, day: 0, ...FIRST }],
  ],
  'a move in the room that was chosen': [
    ['purchase', { ...HOUR, ...CHONG, service: 5, room: 1, hour: 10, day: 0 }],
    ['purchase', { ...HOUR, ...DEWI, hour: 14, day: 0 }],
    ['moveByOwner', { hour: 14, day: 0, ...FIRST }],
  ],
  'a move that meets a block': [
    ['purchase', { ...HOUR, ...CHONG, service: 5, room: 0, hour: 10, day: 0 }],
    ['purchase', { ...HOUR, ...DEWI, hour: 14, day: 0 }],
    ['moveByOwner', { hour: 14, day: 0, ...FIRST }, pausedBefore(RESERVATION)],
    ['block', { ...WHOLE, hour: 14, hours: 1, day: 0, room: 2 }],
    ['release'],
  ],
  'two of a service of one room': [
    ['purchase', { ...HOUR, ...CHONG, hour: 10, day: 0 }],
    ['book', { ...HOUR, ...DEWI, hour: 10, day: 0 }],
  ],
} satisfies Record<string, Story>

const OTHERS: readonly Story[] = [
  // Money that is back before it is settled.
  [['checkout', HOUR], ['pay', VISA], ['dashboardRefund', WHOLE], ['deliver']],
  // Looked after, and then it changes.
  [
    ['purchase', { ...HOUR, card: 'pm_card_refundFail' }],
    ['cancel', WHOLE],
    ['time', { minutes: 2 }],
    ['deliver'],
    ['handle'],
    ['dashboardRefund', WHOLE],
    ['deliver'],
  ],
  // A slow reading that ends after a newer one.
  [
    ['checkout', HOUR],
    ['pay', VISA],
    ['deliver', OLDEST_FIRST, heldAtStripe],
    ['deliver'],
    ['dashboardRefund'],
    ['deliver'],
    // Long enough for every sweep to have passed it.
    ['time', { minutes: 70 }],
    ['tick'],
    ['release'],
  ],
  [
    ['purchase', HOUR],
    ['dispute'],
    ['deliver', OLDEST_FIRST, heldAtStripe],
    ['closeDispute'],
    ['deliver'],
    // Long enough for every sweep to have passed it.
    ['time', { minutes: 70 }],
    ['tick'],
    ['release'],
  ],
  // Webhooks that never come.
  [
    ['purchase', HOUR],
    ['dashboardRefund'],
    ['lose', { flag: true }],
    ['tick'],
    ['time', { minutes: 16 }],
  ],
  [['purchase', HOUR], ['dispute'], ['lose', { flag: true }], ['time', { minutes: 31 }]],
  // Two intents for one payment.
  [
    ['book', HOUR],
    ['intent', {}, failsAfterwards],
    ['intent'],
    ['pay', { ...VISA, part: 1 }],
    ['pay', { ...VISA, part: 1 }],
    ['deliver'],
  ],
  [
    ['book', HOUR],
    ['intent', {}, { hold: { call: 1, after: true } }],
    ['intent', {}, failsAfterwards],
    ['intent'],
    ['release'],
    ['pay', { ...VISA, part: 1 }],
    ['pay', { ...VISA, part: 1 }],
    ['deliver'],
  ],
  [
    ['book', HOUR],
    ['intent', {}, heldAtStripe],
    ['time', { minutes: 2 }],
    ['intent'],
    ['pay', VISA],
    ['release'],
    ['pay', VISA],
    ['deliver'],
  ],
  [
    ['book', HOUR],
    ['intent', {}, cutOff],
    ['intent', {}, paused],
    ['intent'],
    ['release'],
    ['pay', VISA],
    ['pay', VISA],
    ['deliver'],
  ],
  // Upgrades that fail to start, wait, or meet other changes.
  [
    ['purchase', { ...HOUR, ...CHONG }],
    ['upgrade', { flag: true, part: 1 }, stripeFails],
    ['buyUpgrade', { ...CHONG, flag: false }],
  ],
  [
    ['purchase', { ...HOUR, ...CHONG }],
    ['upgrade', { flag: false }, stripeFails],
    ['buyUpgrade', { ...CHONG, flag: true, part: 1 }],
  ],
  [
    ['purchase', { ...HOUR, ...CHONG }],
    ['upgrade', { flag: true }, cutOff],
    ['buyUpgrade', { ...CHONG, flag: true }],
  ],
  [
    ['purchase', { ...HOUR, ...CHONG, hour: 10 }],
    ['upgrade', { flag: true }],
    ['move', { hour: 20, day: 1 }],
    ['pay', VISA],
    ['deliver'],
  ],
  [
    ['purchase', { ...HOUR, ...CHONG, hour: 10 }],
    ['upgrade', { flag: true }],
    ['moveByOwner', { hour: 14 }],
    ['pay', VISA],
    ['deliver'],
  ],
  [
    ['purchase', { ...HOUR, ...CHONG }],
    ['upgrade', { flag: false }, paused],
    ['buyUpgrade', { ...CHONG, flag: true, part: 1 }],
    ['release'],
    ['pay', VISA],
    ['deliver'],
  ],
  [
    ['purchase', { ...HOUR, ...CHONG }],
    ['upgrade', { flag: true, part: 1 }, paused],
    ['buyUpgrade', { ...CHONG, flag: false }],
    ['release'],
    ['pay', VISA],
    ['deliver'],
  ],
  // Our own error after Stripe's yes, and refunds repeated.
  [['purchase', HOUR], ['cancel', WHOLE, cutOff], ['tick'], ['time', { minutes: 70 }], ['tick']],
  [
    ['purchase', HOUR],
    ['cancel', WHOLE, (random) => ({ drop: { query: 8 + random.below(24), after: true } })],
    ['tick'],
  ],
  [['purchase', HOUR], ['cancel', WHOLE, stripeFails], ['time', { minutes: 6 }], ['tick']],
  [['buyOrder', VISA], ['refundOrder', {}, cutOff], ['time', { minutes: 6 }], ['tick']],
  [
    ['purchase', { ...HOUR, card: 'pm_card_refundFail' }],
    ['cancel', WHOLE],
    ['time', { minutes: 2 }],
    ['deliver'],
    ['refund'],
  ],
  [
    ['purchase', HOUR],
    ['revoke', { flag: true }],
    ['cancel', WHOLE],
    ['tick'],
    ['revoke', { flag: false }],
    ['tick'],
  ],
  // One payment for one booking.
  [
    ['checkout', { ...HOUR, ...AINA }],
    ['status', { to: 'confirmed' }],
    ['foreign', { flag: true }],
    ['deliver'],
    ['link', { flag: true }],
    ['status', { to: 'completed' }],
    ['pay', VISA],
    ['deliver'],
    ['tick'],
  ],
  [
    ['checkout', { ...HOUR, ...AINA }],
    ['status', { to: 'confirmed' }],
    ['foreign', { flag: true }],
    ['deliver'],
    ['link', { flag: true }],
    ['pay', VISA],
    ['deliver'],
    ['status', { to: 'completed' }],
    ['time', { minutes: 70 }],
    ['dashboardRefund', PART],
  ],
  // A cancellation whose aftermath fails.
  [
    ['checkout', HOUR],
    ['cancel', { part: 0.3 }, stripeFails],
  ],
  // Members: spending, rewards and free sessions.
  [
    ['purchase', { ...HOUR, ...BALA }],
    ['status', { to: 'completed' }],
    ['cancel', WHOLE],
  ],
  [
    ['purchase', { ...HOUR, ...BALA }],
    ['status', { to: 'completed' }],
    ['status', { to: 'cancelled' }],
  ],
  [
    ['book', { ...HOUR, ...AINA, flag: true }],
    ['cancel', WHOLE],
    ['book', { ...HOUR, ...AINA, flag: true }],
  ],
  [
    ['purchase', { ...HOUR, ...BALA }],
    ['status', { to: 'completed' }],
    ['time', { minutes: 31_680 }],
    ['tick'],
    ['status', { to: 'confirmed' }],
    ['status', { to: 'completed' }],
  ],
  // Instances whose clocks differ.
  [
    ['checkout', { ...HOUR, ...CHONG, hour: 10, day: 0 }],
    ['book', { ...HOUR, ...DEWI, hour: 10, day: 0 }, skewed],
    ['pay', VISA],
  ],
  [
    ['checkout', { ...HOUR, ...CHONG }],
    ['tick', {}, skewed],
  ],
  // Money that comes late, beside whoever has the time by then.
  [
    ['checkout', { ...HOUR, ...CHONG, hour: 10, day: 0 }],
    ['time', { minutes: 31 }],
    ['book', { ...HOUR, ...DEWI, hour: 10, day: 0 }, heldAtStripe],
    ['pay', VISA],
    ['deliver'],
    ['release'],
  ],
  [
    ['checkout', { ...HOUR, ...CHONG, hour: 10, day: 0 }],
    ['pay', VISA],
    ['time', { minutes: 16 }],
    ['deliver', OLDEST_FIRST, paused],
    ['cancel', WHOLE],
    ['release'],
  ],
  [
    ['checkout', { ...HOUR, ...CHONG, hour: 10, day: 0 }],
    ['pay', VISA],
    ['deliver', OLDEST_FIRST, paused],
    ['status', { to: 'cancelled' }],
    ['release'],
  ],
  [
    ['checkout', { ...HOUR, ...CHONG, hour: 10, day: 0 }],
    ['time', { minutes: 16 }],
    ['tick', {}, heldAtStripe],
    ['pay', VISA],
    ['purchase', { ...HOUR, ...DEWI, hour: 10, day: 0 }],
    ['release'],
    ['deliver'],
  ],
  [
    ['checkout', { ...HOUR, ...CHONG, hour: 10, day: 0 }],
    ['time', { minutes: 16 }],
    ['tick', {}, paused],
    ['pay', VISA],
    ['release'],
    ['deliver'],
  ],
  // Two customers at once.
  [
    ['book', { ...HOUR, ...CHONG, hour: 10, day: 0 }, paused],
    ['purchase', { ...HOUR, ...DEWI, hour: 10, day: 0 }],
    ['release'],
  ],
  [
    ['book', { ...CHONG, service: 2, duration: 'half-day', hour: 10, day: 0 }, paused],
    ['purchase', { ...HOUR, ...DEWI, hour: 11, day: 0 }],
    ['release'],
  ],
  [
    ['moveByOwner', { hour: 14, day: 0 }, paused],
    ['purchase', { ...HOUR, ...DEWI, hour: 14, day: 0 }],
    ['release'],
  ],
  // An instance dies while it applies what a webhook said.
  [['checkout', HOUR], ['pay', VISA], ['deliver', OLDEST_FIRST, cutOff], ['deliver']],
  [['checkout', HOUR], ['pay', VISA], ['deliver', OLDEST_FIRST, stripeFails], ['deliver']],
  [['order'], ['pay', VISA], ['deliver', OLDEST_FIRST, cutOff], ['lose', { flag: true }], ['tick']],
  // Two at once for one payment.
  [
    ['checkout', HOUR],
    ['pay', VISA],
    ['deliver', OLDEST_FIRST, paused],
    ['look'],
    ['deliver'],
    ['release'],
  ],
  [
    ['purchase', HOUR],
    ['dashboardRefund', PART],
    ['deliver', OLDEST_FIRST, paused],
    ['dashboardRefund', PART],
    ['deliver'],
    ['release'],
  ],
  // Banks and wallets: approved without a return; refused, then a card; abandoned, and the time
  // sold to somebody else; late, because Stripe was away; slow, past every hold.
  [
    ['checkout', HOUR],
    ['pay', BANK],
    ['authorize', YES],
    ['deliver', OLDEST_FIRST, cutOff],
  ],
  [['order'], ['pay', WALLET], ['authorize', YES], ['lose', { flag: true }], ['tick']],
  [
    ['checkout', HOUR],
    ['pay', BANK],
    ['authorize', NO],
    ['pay', { ...VISA, part: 1 }],
    ['deliver'],
  ],
  [
    ['checkout', { ...HOUR, ...CHONG, hour: 10, day: 0 }],
    ['pay', BANK],
    ['time', { minutes: 16 }],
    ['tick', {}, paused],
    ['authorize', YES],
    ['release'],
    ['deliver'],
  ],
  [
    ['checkout', { ...HOUR, ...CHONG, hour: 10, day: 0 }],
    ['pay', WALLET],
    ['time', { minutes: 16 }],
    ['tick'],
    ['time', { minutes: 16 }],
    ['book', { ...HOUR, ...DEWI, hour: 10, day: 0 }, heldAtStripe],
    ['authorize', YES],
    ['release'],
    ['deliver'],
  ],
  [
    ['checkout', { ...HOUR, ...CHONG, hour: 10, day: 0 }],
    ['pay', BANK],
    ['cut', { flag: true }],
    ['time', { minutes: 70 }],
    ['tick'],
    ['cut', { flag: false }],
    ['book', { ...HOUR, ...DEWI, hour: 10, day: 0 }],
    ['authorize', YES],
    ['deliver'],
    ['finishRefund'],
    ['deliver'],
  ],
  [
    ['checkout', { ...HOUR, ...CHONG, hour: 10, day: 0 }],
    ['pay', BANK],
    ['authorize', SLOWLY],
    ['time', { minutes: 70 }],
    ['book', { ...HOUR, ...DEWI, hour: 10, day: 0 }],
    ['tick'],
    ['authorize', YES],
    ['deliver'],
  ],
  [
    ['purchase', { ...HOUR, ...CHONG, hour: 10, day: 0 }],
    ['upgrade', { flag: true, part: 1 }],
    ['pay', BANK],
    ['moveByOwner', { hour: 14 }],
    ['authorize', YES],
    ['deliver'],
  ],
  // Several hours: late, and an hour in their middle is sold; made longer while the wallet takes its
  // time; moved, cancelled and paid back by the bank; a part of them given back to a member.
  [
    ['checkout', { ...FIVE_HOURS, ...CHONG, hour: 10, day: 0 }],
    ['pay', BANK],
    ['cut', { flag: true }],
    ['time', { minutes: 70 }],
    ['tick'],
    ['cut', { flag: false }],
    ['book', { ...HOUR, ...DEWI, hour: 13, day: 0 }],
    ['authorize', YES],
    ['deliver'],
    ['finishRefund', { flag: false }],
    ['deliver'],
    ['refund'],
  ],
  [
    ['purchase', { ...TWO_HOURS, ...CHONG, hour: 10, day: 0 }],
    ['upgrade', { flag: true, part: 1, hours: 3 }],
    ['pay', WALLET],
    ['authorize', SLOWLY],
    ['book', { ...TWO_HOURS, ...DEWI, hour: 11, day: 0 }, heldAtStripe],
    ['time', { minutes: 31 }],
    ['tick'],
    ['authorize', YES],
    ['release'],
    ['deliver'],
  ],
  [
    ['checkout', { ...EIGHT_HOURS, ...CHONG, hour: 10, day: 0 }],
    ['pay', BANK],
    ['authorize', YES],
    ['deliver'],
    ['moveByOwner', { hour: 11, day: 1 }, paused],
    ['cancel', WHOLE, cutOff],
    ['release'],
    ['tick'],
    ['finishRefund', { flag: true }],
    ['deliver'],
  ],
  [
    ['purchase', { ...FIVE_HOURS, ...AINA, hour: 10 }],
    ['status', { to: 'completed' }],
    ['dashboardRefund', PART],
    ['deliver'],
  ],
  // Refunds that take days, fail, and are made again.
  [
    ['checkout', HOUR],
    ['pay', BANK],
    ['authorize', YES],
    ['deliver'],
    ['cancel', WHOLE, cutOff],
    ['tick'],
    ['finishRefund', { flag: false }],
    ['deliver'],
    ['refund'],
    ['finishRefund', { flag: true }],
    ['lose', { flag: true }],
    ['tick'],
  ],
  [
    ['order'],
    ['pay', WALLET],
    ['authorize', YES],
    ['deliver'],
    ['refundOrder'],
    ['deliver'],
    ['finishRefund', { flag: false }],
    ['deliver'],
    ['handle'],
  ],
  // The account loses a payment method between one payment and the next.
  [
    ['checkout', HOUR],
    ['account', { flag: true, part: 0.3 }],
    ['checkout', { ...HOUR, ...DEWI, hour: 14 }, heldAtStripe],
    ['pay', BANK],
    ['account', YES],
    ['release'],
    ['authorize', YES],
    ['deliver'],
  ],
  // A booking made in the console is paid by its link, in two tabs, and while the owner cancels it.
  [
    ['byHand', { ...HOUR, ...CHONG, flag: false, hour: 10, day: 0 }],
    ['payByLink', { ...LAST, ...WHOLE, flag: false }, heldAtStripe],
    ['payByLink', { ...LAST, ...WHOLE, ...VISA, flag: true }],
    ['release'],
    ['deliver'],
  ],
  [
    ['byHand', { ...HOUR, ...CHONG, flag: false, hour: 10, day: 0 }],
    ['payByLink', { ...LAST, ...WHOLE, ...VISA, flag: true }],
    ['cancel', { ...LAST, ...WHOLE }, paused],
    ['deliver'],
    ['release'],
    ['tick'],
  ],
]

const ANYWHERE = { ...HOUR, service: 5, room: 0, hour: 10, day: 0 }
const WEEK = { ...ANYWHERE, duration: 'weekly' }
const CLOSED = { ...WHOLE, hour: 10, hours: 1, day: 0, room: 0 }

/** Two rooms, and time that is closed although somebody has it. */
const ROOMS: readonly Story[] = [
  // Two at one hour, and a third who finds none; then a way out of closed time.
  [
    ['purchase', { ...ANYWHERE, ...CHONG }],
    ['purchase', { ...ANYWHERE, ...DEWI }],
    ['book', { ...ANYWHERE, ...AINA }],
    ['block', CLOSED],
    ['move', { hour: 13, day: 0, ...FIRST }],
    ['moveByOwner', { hour: 13, day: 0, ...LAST }],
    ['cancel', WHOLE],
  ],
  // Weeks in both rooms, and a day of them is closed every week.
  [
    ['purchase', { ...WEEK, ...AINA }],
    ['purchase', { ...WEEK, ...BALA }],
    ['block', { ...CLOSED, day: 1, part: 0.5, room: 1 }],
    ['moveByOwner', { hour: 11, day: 0, ...FIRST }],
    ['purchase', { ...ANYWHERE, ...CHONG, day: 1 }],
  ],
  // Several hours around the turnaround of room B.
  [
    ['purchase', { ...ANYWHERE, ...FIVE_HOURS, ...AINA, service: 5, room: 1 }],
    ['purchase', { ...ANYWHERE, ...TWO_HOURS, ...DEWI, service: 5, hour: 11 }],
    ['book', { ...ANYWHERE, ...CHONG, hour: 13 }],
    ['byHand', { ...ANYWHERE, ...CHONG, hour: 13, flag: true, part: 0.3 }],
    ['buyUpgrade', { ...DEWI, flag: true, hours: 2, ...LAST }],
    ['move', { hour: 14, day: 0 }],
  ],
  // Held when it was closed: it may be paid.
  [
    ['checkout', { ...ANYWHERE, ...CHONG }],
    ['block', CLOSED, paused],
    ['pay', VISA],
    ['release'],
    ['deliver'],
    ['unblock'],
  ],
  [
    ['purchase', { ...ANYWHERE, ...CHONG }],
    ['upgrade', { flag: true, part: 1, hours: 2 }],
    ['block', { ...CLOSED, hour: 11 }],
    ['pay', VISA],
    ['deliver'],
  ],
  // Paid late, when one room is closed or both are.
  [
    ['checkout', { ...ANYWHERE, ...CHONG }],
    ['cut', { flag: true }],
    ['time', { minutes: 31 }],
    ['tick'],
    ['block', { ...CLOSED, room: 1 }],
    ['cut', { flag: false }],
    ['pay', VISA],
    ['deliver', OLDEST_FIRST, paused],
    ['purchase', { ...ANYWHERE, ...DEWI }],
    ['release'],
  ],
  [
    ['checkout', { ...ANYWHERE, ...CHONG }],
    ['cut', { flag: true }],
    ['time', { minutes: 31 }],
    ['tick'],
    ['cut', { flag: false }],
    ['pay', VISA],
    ['deliver', OLDEST_FIRST, paused],
    ['block', CLOSED],
    ['release'],
  ],
  // Given back by the owner after it was closed.
  [
    ['purchase', { ...ANYWHERE, ...CHONG }],
    ['status', { to: 'cancelled' }],
    ['block', CLOSED],
    ['status', { to: 'confirmed' }],
    ['unblock', { part: 0.3 }],
    ['status', { to: 'confirmed' }],
  ],
  // Whoever moves between rooms meets whoever books one of them.
  [
    ['purchase', { ...ANYWHERE, ...CHONG }],
    ['purchase', { ...HOUR, ...DEWI, hour: 14, day: 0 }],
    ['moveByOwner', { hour: 14, day: 0, ...FIRST }, paused],
    ['purchase', { ...HOUR, ...AINA, service: 4, hour: 14, day: 0 }],
    ['release'],
  ],
]

// What a run is to have tried, whatever its seed.
const WANTED = [
  'parts that went back, were lost and were won',
  'a refund that failed and was looked after',
  'money in another currency',
  'a booking paid in another currency',
  'a payment that cannot be recorded',
  'a payment that cannot be settled',
  'a bank that answers after the session',
  'paid for a second time',
  'reminded, and then cancelled',
  'money of the desk, given back and recorded',
  'a refund that failed, transferred and recorded',
] as const satisfies (keyof typeof NAMED)[]

export const STORIES: readonly Story[] = [
  ...Object.values(NAMED),
  ...OTHERS,
  ...ROOMS,
  ...ROOMS,
  ...WANTED.flatMap((name): Story[] => [NAMED[name], NAMED[name]]),
]
