import { hoursPerDay, lengthOf } from '@/lib/availability/rules'

const FULL_DAY = hoursPerDay(lengthOf({ duration: 'full-day' }))

/** The questions of /faq: keys under `faq.questions`, by group, with the page that has details. */
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
    items: [
      { key: 'editing', more: '/#editing' },
      { key: 'membership', more: '/membership' },
      { key: 'counts' },
    ],
  },
] as const satisfies readonly { group: string; items: readonly { key: string; more?: string }[] }[]

/** The owner's information, by the question it answers; empty where there is none. */
export type OwnerAnswers = Record<'seasons' | 'train' | 'lobby' | 'prayer' | 'ramadan', string>

/**
 * The questions to show: the one about full days on weekends only while weekends (`weekendLength`
 * hours) are too short for one, and those that need the owner's information only when there is
 * some.
 */
export const questionsFor = (weekendLength: number, answers: OwnerAnswers) =>
  QUESTIONS.map(({ group, items }) => ({
    group,
    items: items.filter(({ key }) => {
      if (key === 'weekend') return weekendLength < FULL_DAY
      return !(key in answers) || answers[key as keyof OwnerAnswers] !== ''
    }),
  }))
