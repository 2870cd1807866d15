import type {
  Attachment,
  AttachmentFacts,
  BookingFacts,
  BookingNotice,
  Letter,
  OrderFacts,
  OrderNotice,
  StudioBooking,
} from '@/lib/mail/schema'
import type { BookingSays, News, OrderSays } from '@/lib/notices/rules'
import { moneyOf, type Money } from '@/lib/sales/money'

/** None of any payment. */
export const NO_MONEY: Money = moneyOf([])

/** A half day on 1 December 2026, 10:00–14:00 in Kuala Lumpur. */
export const facts: BookingFacts = {
  bookingId: 42,
  firstName: 'Aisyah',
  lastName: 'binti Rahman',
  email: 'aisyah@example.com',
  phone: '+60 12-345 6789',
  serviceName: 'Audio Podcast Premium',
  room: null,
  date: '2026-12-01',
  time: '10:00',
  duration: 'half-day',
  hours: 1,
  addOns: [],
  spans: [{ startsAt: '2026-12-01T02:00:00.000Z', endsAt: '2026-12-01T06:00:00.000Z' }],
  subtotalSen: 123_456,
  taxSen: 10_185,
  taxLabel: 'Tax',
  taxPercent: 8.25,
  totalSen: 133_641,
  requirements: 'Two guests in person, one on video.\nPlease no scented candles.',
  sequence: 0,
  money: NO_MONEY,
  askedSen: 0,
}

/** A week from Thursday 3 December 2026 over the weekend, 09:00–17:00. */
export const weekly: BookingFacts = {
  ...facts,
  date: '2026-12-03',
  time: '09:00',
  duration: 'weekly',
  spans: ['03', '04', '07', '08', '09'].map((day) => ({
    startsAt: `2026-12-${day}T01:00:00.000Z`,
    endsAt: `2026-12-${day}T09:00:00.000Z`,
  })),
}

export const TOKEN = 'Zr3vX0kq9cM_2bL7tQ1wAg'

/** Nothing has changed but what a notice says first. */
export const NO_NEWS: Omit<News, 'says'> = {
  ...{ moved: false, extended: false, paidSen: 0, backSen: 0, returnedSen: 0 },
  ...{ dueSen: 0, atStudioSen: 0, stuckSen: 0, dispute: null, refused: [], documents: [] },
}
const PREVIOUS = { date: '2026-11-30', time: '16:00' }
export const FREE = [
  { date: '2026-12-01', time: '15:00' },
  { date: '2026-12-02', time: '09:00' },
  { date: '2026-12-05', time: '10:00' },
]

type Changed<Facts, Says> = Partial<Omit<Facts, 'news'>> & {
  news?: Partial<News<Says>>
}
/** A notice to the customer of a booking. */
export const notice = (
  says: BookingSays,
  { news, ...changes }: Changed<BookingNotice, BookingSays> = {},
): Extract<Letter, { kind: 'booking_notice' }> => ({
  kind: 'booking_notice',
  payload: {
    ...{ ...facts, manageToken: TOKEN, standing: 'stands', isOver: false, isFirst: true },
    ...{ previous: null, otherRoom: null, calendar: null, awaitsReceipt: false },
    ...{ alternatives: [], transfer: null, transferEnd: null },
    ...changes,
    news: { ...NO_NEWS, says, ...news },
  },
})
export const confirmed = (changes: Changed<BookingNotice, BookingSays> = {}) =>
  notice('confirmed', { calendar: 'confirmed', ...changes })
const ENDED = { standing: 'ended' } as const
const BACK = { backSen: 133_641 }
export const late = notice('late', {
  ...ENDED,
  news: { ...BACK, refused: [{ paymentId: 1, why: 'late', isUpgrade: false }] },
  alternatives: FREE,
})
export const moved = notice('moved', {
  ...{ sequence: 2, previous: PREVIOUS, calendar: 'confirmed', isFirst: false },
  news: { moved: true },
})
const OTHER_ROOM = { room: 'Studio B', before: 'Studio A', isSameTime: false }
/** To another time and room, and to another room at the same time. */
export const movedElsewhere = notice('moved', {
  ...{ sequence: 2, previous: PREVIOUS, otherRoom: OTHER_ROOM, room: 'Studio B' },
  news: { moved: true },
})
export const otherRoom = notice('moved', {
  ...{ sequence: 2, otherRoom: { ...OTHER_ROOM, isSameTime: true }, room: 'Studio B' },
  news: { moved: true },
})
export const upgraded = notice('upgraded', {
  ...{ sequence: 3, calendar: 'confirmed', isFirst: false },
  addOns: [{ name: 'Co-host Support', hours: 4 }],
  news: { extended: true, paidSen: 50_000 },
})
/** A notice to the studio. */
export const toStudio = (
  event: StudioBooking['event'],
  changes: Partial<StudioBooking> = {},
): Letter => ({
  kind: 'studio_booking',
  payload: {
    ...{ ...facts, event, news: { ...NO_NEWS, says: 'confirmed' } },
    ...{ previous: null, otherRoom: null, alternatives: [], ...changes },
  },
})

/** At least one of each kind about a booking. */
export const everyMail: Letter[] = [
  confirmed(),
  moved,
  movedElsewhere,
  otherRoom,
  { kind: 'booking_reminder', payload: { ...facts, manageToken: TOKEN } },
  upgraded,
  notice('upgrade_refund', { news: BACK }),
  notice('cancelled', { ...ENDED, sequence: 1, calendar: 'cancelled', news: BACK }),
  late,
  toStudio('late', { alternatives: FREE }),
  toStudio('made'),
  toStudio('moved', { previous: PREVIOUS }),
  toStudio('moved', { otherRoom: { ...OTHER_ROOM, isSameTime: true }, room: 'Studio B' }),
  toStudio('upgraded'),
  toStudio('cancelled'),
  notice('unpaid', { standing: 'waits', askedSen: facts.totalSen }),
  notice('unpaid', { standing: 'waits', askedSen: facts.totalSen, isFirst: false }),
  notice('pending', { standing: 'waits' }),
  notice('paid', { isOver: true, news: { paidSen: 133_641 } }),
  notice('completed', { standing: 'done', isOver: true }),
  notice('restored'),
  notice('dispute', { news: { dispute: 'opened' } }),
  notice('dispute', { news: { dispute: 'lost' } }),
  notice('dispute', { news: { dispute: 'over' } }),
  notice('refund', { news: BACK }),
  notice('refund_failed', { news: { stuckSen: 133_641 } }),
  notice('documents', { news: { documents: [2] } }),
  notice('cancelled', {
    standing: 'ended',
    isOver: true,
    news: { paidSen: 133_641, returnedSen: 1, atStudioSen: 2, dueSen: 3, dispute: 'opened' },
  }),
  notice('unpaid', {
    ...{ standing: 'waits', askedSen: facts.totalSen, previous: PREVIOUS },
    news: {
      ...{ moved: true, extended: true, paidSen: 1 },
      refused: [
        { paymentId: 1, why: 'duplicate', isUpgrade: false },
        { paymentId: 2, why: 'late', isUpgrade: true },
      ],
    },
  }),
]

/** A rushed edit at a member's price, due on 1 December 2026. */
export const order: OrderFacts = {
  orderId: 42,
  name: 'Aisyah binti Rahman',
  email: 'aisyah@example.com',
  phone: '+60 12-345 6789',
  tier: 'standard',
  length: '5-10 mins',
  rush: true,
  priceSen: 338_00,
  discount: 'member',
  discountSen: 37_00,
  rushSen: 118_00,
  taxSen: 37_62,
  taxLabel: 'Tax',
  taxPercent: 8.25,
  totalSen: 493_62,
  dueDate: '2026-12-01',
  requirements: 'Subtitles in Malay.\nNo music.',
}
export const DELIVERY = 'https://files.example/cut-1'

/** A notice to the customer of an order. */
export const orderNotice = (
  says: OrderSays,
  { news, ...changes }: Changed<OrderNotice, OrderSays> = {},
): Letter => ({
  kind: 'order_notice',
  payload: {
    ...{
      ...order,
      manageToken: TOKEN,
      money: NO_MONEY,
      owedSen: 0,
      awaitsReceipt: false,
      link: null,
      round: 0,
    },
    ...changes,
    news: { ...NO_NEWS, says, ...news },
  },
})

/** At least one of each kind about an order. */
export const orderMails: Letter[] = [
  orderNotice('received'),
  orderNotice('part', { owedSen: 100_00 }),
  orderNotice('footage'),
  orderNotice('delivered', { link: DELIVERY, round: 1 }),
  orderNotice('duplicate', { news: { backSen: 493_62 } }),
  orderNotice('late', { news: { backSen: 493_62 } }),
  orderNotice('ended', { news: { backSen: 493_62 } }),
  orderNotice('resumed'),
  orderNotice('refund', { news: { backSen: 1_00 } }),
  orderNotice('refund_failed', { news: { stuckSen: 493_62 } }),
  orderNotice('dispute', { news: { dispute: 'opened' } }),
  orderNotice('documents', { news: { documents: [2] } }),
]

/** What follows a mail that went without it. */
export const later = (
  attachment: Attachment,
  about: AttachmentFacts['about'] = { booking: 42 },
): Letter => ({
  kind: 'attachment',
  payload: {
    ...{ mailId: 7, attachment, name: 'Aisyah', about, manageToken: TOKEN },
    ...{ documents: [], calendar: null },
  },
})

const summaryLine = {
  bookingId: 42,
  serviceName: 'Audio Podcast Premium',
  date: '2026-12-01',
  time: '10:00',
  totalSen: 133_641,
}

/** One of each kind about neither. */
export const otherMails: Letter[] = [
  {
    kind: 'contact_message',
    payload: {
      contactId: 7,
      name: 'Lim Wei',
      email: 'lim.wei@example.com',
      phone: '+60 12-345 6789',
      company: 'Lim & Sons Sdn Bhd',
      industry: 'retail',
      companySize: '11-50',
      designation: 'Marketing Manager',
      experience: '3-5',
      topics: 'Food, family businesses',
      subject: 'sponsorship',
      message: 'Hello,\nwe would like to sponsor an episode.\n\nLim',
    },
  },
  { kind: 'membership_welcome', payload: { referralCode: 'ACDEFGHJ', proven: true } },
  { kind: 'membership_welcome', payload: { referralCode: 'ACDEFGHJ', proven: false } },
  { kind: 'membership_already', payload: {} },
  { kind: 'sign_in_code', payload: { code: '482913', until: '14:35' } },
  {
    kind: 'sign_in_code',
    payload: { code: 'ACDE-FGHJ-KMNP-QRTU', until: '14:35', untilDate: '2026-12-08', uses: 3 },
  },
  {
    kind: 'invitation',
    payload: { code: TOKEN, expiresAt: '2026-12-08T04:05:00.000Z' },
  },
  {
    kind: 'bank_form',
    payload: {
      ...{ code: TOKEN, name: 'Aisyah binti Rahman', about: { booking: 42 } },
      ...{ amountSen: 133_641, expiresAt: '2026-12-08T04:05:00.000Z' },
    },
  },
  {
    kind: 'setting_changed',
    payload: {
      ...{ key: 'transfer', by: 'aina', at: '2026-12-01T04:05:00.000Z' },
      changes: [
        { path: ['bank'], before: 'Maybank', after: 'CIMB' },
        { path: ['number'], before: '…3456', after: '…9911' },
        { path: ['duitnow'], before: null, after: '' },
      ],
    },
  },
  ...(['email', 'financeEmail'] as const).flatMap((field) =>
    (['owner', 'former'] as const).map((reader): Letter => {
      const facts = { by: 'aina', at: '2026-12-01T04:05:00.000Z', address: 's…@example.com' }
      const about = field === 'email' ? { booking: 42 } : { order: 7 }
      return { kind: 'contact_changed', payload: { ...facts, field, reader, about } }
    }),
  ),
  { kind: 'test_mail', payload: {} },
  { kind: 'contact_received', payload: {} },
  { kind: 'contact_received', payload: { message: 'Hello,\nis Friday free?' } },
  {
    kind: 'contact_reply',
    payload: {
      text: 'Hi Lim,\nFriday is free.',
      subject: 'sponsorship',
      message: 'Hello,\nis Friday free?',
      inReplyTo: null,
    },
  },
  ...(['receipt', 'credit_note'] as const).map((document): Letter => {
    const facts = { document, number: 'R-000042', documentId: 7, totalSen: 107_17 }
    return { kind: 'finance_document', payload: { ...facts, about: { booking: 42 } } }
  }),
  ...[null, 53_59].map((askedSen): Letter => {
    const facts = {
      amountSen: 107_17,
      askedSen,
      serviceName: 'Audio Basic',
      payToken: `42-pay-${TOKEN}`,
    }
    const slot = { date: '2026-12-01', time: '10:00' }
    return { kind: 'finance_payment', payload: { ...facts, ...slot, about: { booking: 42 } } }
  }),
  { kind: 'studio_order', payload: order },
  ...[null, '2026-12-01T04:05:00.000Z'].map((until): Letter => {
    const slip = { bookingId: 42, name: 'Lim Wei', amountSen: 107_17, until, sameSlip: [41] }
    return { kind: 'studio_slip', payload: { ...slip, date: '2026-12-01', time: '10:00' } }
  }),
  {
    kind: 'studio_trouble',
    payload: { kind: 'uploads', job: null, since: '2026-12-01T04:05:00.000Z', isOver: false },
  },
  {
    kind: 'studio_trouble',
    payload: { kind: 'job', job: 'sweep_stripe', since: '2026-12-01T04:05:00.000Z', isOver: true },
  },
  {
    kind: 'studio_summary',
    payload: {
      date: '2026-12-01',
      since: '2026-11-30T00:00:00.000Z',
      made: [summaryLine],
      changed: [
        { ...summaryLine, event: 'moved' },
        { ...summaryLine, event: 'upgraded' },
        { ...summaryLine, event: 'cancelled' },
      ],
      today: [{ ...summaryLine, until: '14:00' }],
      orders: [{ orderId: 7, totalSen: 493_62 }],
      messages: 2,
      attention: 1,
    },
  },
]
