import type { Random } from './random'
import { CUSTOMERS, SERVICES } from './world'

/** What is open about an act: whom, which, when, how much. Each act uses a part of it. */
export type Data = {
  customer: number
  service: number
  day: number
  hour: number
  duration: string
  hours: number
  card: string
  minutes: number
  to: string
  part: number
  flag: boolean
  /** 0: any, or the whole house. */
  room: number
  /** '' for none. */
  code: string
  /** Somebody else books in the customer's browser. */
  friend: boolean
}

const DURATIONS = [
  [8, 'hourly'],
  [3, 'half-day'],
  [1, 'full-day'],
  [0.3, 'weekly'],
] as const
const CARDS = [
  [10, 'pm_card_visa'],
  [2, 'pm_card_pendingRefund'],
  [3, 'pm_card_refundFail'],
  [2.5, 'pm_card_threeDSecure2Required'],
  [1, 'pm_card_chargeDeclined'],
  [0.5, 'pm_card_createDispute'],
  [0.3, 'pm_card_createDisputeInquiry'],
  // Not cards: the payer is led to a page of the bank or wallet, which `authorize` answers.
  [4, 'fpx'],
  [3, 'grabpay'],
] as const
const MINUTES = [
  [4, 2],
  [3, 6],
  [3, 16],
  [2, 31],
  [1, 70],
  [1, 600],
  [0.6, 1_500],
  [1.2, 20_160],
  [0.8, 31_680],
] as const

export const dataOf = (random: Random): Data => ({
  customer: random.below(CUSTOMERS.length),
  service: random.pick(SERVICES),
  // Few times, so that customers meet.
  day: random.weighted([
    [6, 0],
    [2, 1],
    [1, 2],
    [1, 3],
  ]),
  hour: random.weighted([
    [5, 10],
    [3, 11],
    [3, 13],
    [2, 14],
    [2, 17],
    [1.5, 20],
  ]),
  duration: random.weighted(DURATIONS),
  card: random.weighted(CARDS),
  minutes: random.weighted(MINUTES),
  to: random.pick(['pending', 'confirmed', 'confirmed', 'completed', 'completed', 'cancelled']),
  part: random.pick([1, 1, 0.5, 0.3]),
  flag: random.chance(0.5),
  hours: random.pick([1, 1, 1, 1, 2, 2, 3, 4, 6, 8]),
  room: random.weighted([
    [6, 0],
    [1, 1],
    [1, 2],
  ]),
  code: random.weighted([
    [6, ''],
    [2, 'LAST'],
    [1, 'ONCE'],
    [0.5, 'FREE'],
    [0.3, 'OVER'],
  ]),
  friend: random.chance(0.12),
})
