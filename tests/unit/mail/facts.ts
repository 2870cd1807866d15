import {
  type Attachment,
  type AttachmentFacts,
  type BookingFacts,
  type LatePayment,
  type MailContent,
  type MoneyFacts,
  type OrderFacts,
  type OrderMail,
} from '@/lib/mail/schema'

/** A half day on 1 December 2026, 10:00–14:00 in Kuala Lumpur. */
export const facts: BookingFacts = {
  bookingId: 42,
  firstName: 'Aisyah',
  lastName: 'binti Rahman',
  email: 'aisyah@example.com',
  phone: '+60 12-345 6789',
  serviceName: 'Audio Podcast Premium',
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
}

/** None of any payment. */
export const NO_MONEY: MoneyFacts = {
  ...{ settledSen: 0, dueSen: 0, atStudioSen: 0, stuckSen: 0 },
  ...{ backSen: 0, returnedSen: 0, lostSen: 0 },
  inProgress: false,
}
const ALL_BACK = { ...NO_MONEY, backSen: 133_641 }

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

export const late: LatePayment = {
  ...facts,
  paymentIntentId: 'pi_3Qx7LateExample00001',
  alternatives: [
    { date: '2026-12-01', time: '15:00' },
    { date: '2026-12-02', time: '09:00' },
    { date: '2026-12-05', time: '10:00' },
  ],
}

export const TOKEN = 'Zr3vX0kq9cM_2bL7tQ1wAg'

/** One of each kind about a booking. */
export const everyMail: MailContent[] = [
  { kind: 'booking_confirmed', payload: { ...facts, manageToken: TOKEN } },
  {
    kind: 'booking_rescheduled',
    payload: {
      ...facts,
      sequence: 2,
      manageToken: TOKEN,
      previous: { date: '2026-11-30', time: '16:00' },
    },
  },
  { kind: 'booking_reminder', payload: { ...facts, manageToken: TOKEN } },
  {
    kind: 'booking_upgraded',
    payload: {
      ...facts,
      sequence: 3,
      manageToken: TOKEN,
      addOns: [{ name: 'Co-host Support', hours: 4 }],
      paidSen: 50_000,
    },
  },
  {
    kind: 'upgrade_refund',
    payload: { ...facts, manageToken: TOKEN, refundedSen: 133_641, money: ALL_BACK },
  },
  {
    kind: 'booking_cancelled',
    payload: { ...facts, sequence: 1, manageToken: TOKEN, refund: 'full', money: ALL_BACK },
  },
  { kind: 'late_payment_refund', payload: { ...late, manageToken: TOKEN } },
  { kind: 'late_payment_studio', payload: late },
  { kind: 'studio_booking', payload: { ...facts, event: 'made' } },
  {
    kind: 'studio_booking',
    payload: { ...facts, event: 'moved', previous: { date: '2026-11-30', time: '16:00' } },
  },
  { kind: 'studio_booking', payload: { ...facts, event: 'upgraded' } },
  { kind: 'studio_booking', payload: { ...facts, event: 'cancelled' } },
  { kind: 'booking_unpaid', payload: { ...facts, manageToken: TOKEN } },
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
  manageToken: TOKEN,
}
export const DELIVERY = 'https://files.example/cut-1'

/** One of each kind about an order. */
export const orderMails: OrderMail[] = [
  { kind: 'order_received', payload: order },
  { kind: 'order_footage', payload: order },
  { kind: 'order_delivered', payload: { ...order, link: DELIVERY, round: 0 } },
  {
    kind: 'order_refunded',
    payload: { ...order, why: 'duplicate', refundedSen: 493_62, paymentIntentId: 'pi_3Qx7' },
  },
]

/** What follows a mail that went without it. */
export const later = (
  attachment: Attachment,
  about: AttachmentFacts['about'] = { booking: 42 },
): MailContent => ({
  kind: 'attachment',
  payload: { mailId: 7, attachment, name: 'Aisyah', about, manageToken: TOKEN },
})

const summaryLine = {
  bookingId: 42,
  serviceName: 'Audio Podcast Premium',
  date: '2026-12-01',
  time: '10:00',
  totalSen: 133_641,
}

/** One of each kind about neither. */
export const otherMails: MailContent[] = [
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
  { kind: 'test_mail', payload: {} },
  { kind: 'contact_received', payload: {} },
  { kind: 'contact_received', payload: { message: 'Hello,\nis Friday free?' } },
  { kind: 'studio_order', payload: order },
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
