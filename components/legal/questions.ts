import { hoursPerDay, lengthOf } from '@/lib/availability/rules'

const FULL_DAY = hoursPerDay(lengthOf({ duration: 'full-day' }))

/** The questions of /faq: keys under `faq.questions`, by group, with the page that says more. */
export const QUESTIONS = [
  {
    group: 'booking',
    items: [
      { key: 'how', more: '/booking' },
      { key: 'ahead' },
      { key: 'hours' },
      { key: 'weekend' },
      { key: 'seasons' },
      { key: 'week' },
      { key: 'move', more: '/refund-policy' },
    ],
  },
  {
    group: 'payment',
    items: [
      { key: 'tax' },
      { key: 'card' },
      { key: 'other_payment' },
      { key: 'hold' },
      { key: 'refund', more: '/refund-policy' },
      { key: 'invoice' },
    ],
  },
  {
    group: 'day',
    items: [
      { key: 'arrive' },
      { key: 'bring' },
      { key: 'people' },
      { key: 'parking' },
      { key: 'train' },
      { key: 'lobby' },
      { key: 'prayer' },
      { key: 'ramadan' },
    ],
  },
  {
    group: 'recording',
    items: [
      { key: 'skill', more: '/services' },
      { key: 'files' },
      { key: 'rights', more: '/terms' },
      { key: 'remote' },
    ],
  },
  {
    group: 'after',
    items: [{ key: 'editing' }, { key: 'membership', more: '/membership' }, { key: 'counts' }],
  },
] as const satisfies readonly { group: string; items: readonly { key: string; more?: string }[] }[]

/** What the owner has said, by the question that it answers; empty where there is nothing. */
export type Said = Record<'seasons' | 'train' | 'lobby' | 'prayer' | 'ramadan', string>

/**
 * The questions worth asking while weekends are `weekendLength` hours long (a full day that fits
 * needs no excuse), without those that only the owner could answer and has not.
 */
export const questionsFor = (weekendLength: number, said: Said) =>
  QUESTIONS.map(({ group, items }) => ({
    group,
    items: items.filter(({ key }) => {
      if (key === 'weekend') return weekendLength < FULL_DAY
      return !(key in said) || said[key as keyof Said] !== ''
    }),
  }))
