import * as z from 'zod/mini'
import type { AlertKind } from '@/lib/admin/attention/schema'
import type { Extension } from '@/lib/bookings/schema'
import { date } from '@/lib/text'

export const todayQuery = z.object({
  date: z.optional(date()),
  /** All of what is to be done. */
  todo: z.optional(z.literal('all')),
})

/** One session as Today shows it; instants are ISO. */
export type TodaySession = {
  id: number
  /** To be sent with a change. */
  version: string
  roomId: number
  from: string
  to: string
  name: string
  /** As typed, and in the international form without its plus; null where there is none. */
  phone: string | null
  whatsApp: string | null
  /** What can be sent to the customer, in their own language. */
  texts: { about: string; late: string }
  service: string
  people: number | null
  addOns: string[]
  wishes: string | null
  /** `held`: being paid; `unpaid`: to be paid by link. Null for whoever may see no money. */
  state: 'paid' | 'owed' | 'unpaid' | 'held' | 'free' | null
  owedSen: number | null
  member: boolean
  arrivedAt: string | null
  noShowAt: string | null
  /** From when its room is free before its end. */
  freeFrom: string | null
  /** One hour more of the session that is on; null for the others, and where none can be sold. */
  hour: {
    priceSen: number | null
    state: Extension['state']
    /** Who, or what, has the room then. */
    clash: { at: string; who: string } | null
  } | null
}

/** Hours that nobody has; `offer`: the first of them that a visitor can book now, if there is one. */
export type TodayGap = { roomId: number; from: string; to: string; offer: string | null }

export type TodoKind =
  | ('refund_failed' | AlertKind)
  | (
      | 'unpaid_over'
      | 'order_late'
      | 'order_due'
      | 'message'
      | 'mail_failed'
      | 'part_paid'
      | 'unpaid'
      | 'clash'
    )
  | ('slip' | 'transfer' | 'trouble')

type Transfer = {
  id: number
  version: string
  /** Other bookings for which the same slip was sent. */
  sameSlip: number[]
}

/** One thing to do: who, how much, by when; `href` (without language) leads to where it is done. */
export type Todo = {
  key: string
  kind: TodoKind
  name: string
  amountSen: number | null
  at: string | null
  href: string
  /** A booking whose transfer the owner says is there or not. */
  transfer?: Transfer
}

export type Today = {
  date: string
  rooms: { id: number; name: string }[]
  /** Of this day and the next, earliest first. */
  sessions: TodaySession[]
  gaps: TodayGap[]
  /** Null for crew, who decide nothing of this. */
  todo: Todo[] | null
  /** How many more there are to do than are listed. */
  more: number
  /** Booked minutes of this day and the six after it. */
  week: { date: string; minutes: number; open: number }[]
}
