import type { Duration } from '@/lib/availability/rules'
import { clientSecretFor } from '@/lib/bookings/client-secret'
import { holdSlot, type HoldRequest } from '@/lib/bookings/book'
import { expireHold } from '@/lib/bookings/expire'
import { orderSecret } from '@/lib/orders/client-secret'
import { placeOrder, type OrderRequest } from '@/lib/orders/place'
import { invalidateContent } from '@/lib/cache/remembered'
import { sha256 } from '@/lib/http/request'
import { db } from '@/lib/db'
import { BLOCK_SPAN } from './blocks'
import { assertBooksBalance } from './books'
import { testDatabase, type TestDatabase } from './database'
import { startPayments, type Payments } from './payments'
import { seedMinimal } from './seed-minimal'

export type Row = Record<string, unknown>
export type Shop = {
  database: TestDatabase
  payments: Payments
  /** Rows as a second, plain connection sees them. */
  rows(sql: string, values?: unknown[]): Promise<Row[]>
  /** As checkout, then paid with a card, and told by webhook. */
  sold(about?: Wish, card?: string): Promise<Checkout>
  /** Ends a hold whose time is over while Stripe is away: its intent stays open. */
  endUnclosed(booking: number): Promise<void>
  /** As checkout, then run out and ended with its intent open: what is paid for it now comes late. */
  lapsed(about?: Wish): Promise<Checkout>
  /** What opens the own page of a booking, or of a row of another table. */
  tokenOf(id: number, table?: string): Promise<string>
  /** Blocks a room, by default the first, between two instants. */
  block(startsAt: string, endsAt: string, note?: string | null, roomId?: number): Promise<Row[]>
  /** A service in a room of its own; its id. */
  serviceInNewRoom(name: string, rate: number): Promise<number>
}

/**
 * The hooks of a test file about bookings and money: its own database with seedMinimal's rows
 * before each test, the real sandbox with webhooks held until released, and after each test the
 * books must balance. Call it at the file's top level.
 */
export function openShop(): Shop {
  const shop = {
    rows: async (sql: string, values: unknown[] = []) =>
      (await shop.database.sql.query<Row>(sql, values)).rows,
    async sold(about, card) {
      const made = await checkout(about)
      await shop.payments.pay(made.intent, card)
      await shop.payments.release()
      return made
    },
    async endUnclosed(booking) {
      await shop.payments.faults({ match: '*', status: 500 })
      expect(await expireHold({ bookingId: booking })).toBe('ended')
      await shop.payments.faults()
    },
    async lapsed(about) {
      const made = await checkout({ ...about, now: minutesAgo(22) })
      await shop.endUnclosed(made.booking)
      return made
    },
    block: (startsAt, endsAt, note = null, roomId = 1) =>
      shop.rows(BLOCK_SPAN, [startsAt, endsAt, note, roomId]),
    async serviceInNewRoom(name, rate) {
      const [row] = await shop.rows(
        `WITH room AS (INSERT INTO studios (name, position) VALUES ('Studio B', 2) RETURNING id),
          service AS (INSERT INTO services (name, description, icon, hourly_rate) VALUES ($1, '', '', $2) RETURNING id),
          serves AS (INSERT INTO service_rooms (service_id, studio_id) SELECT service.id, room.id FROM service, room)
        SELECT id FROM service`,
        [name, rate],
      )
      invalidateContent()
      return Number(row?.id)
    },
    async tokenOf(id, table = 'bookings') {
      const [row] = await shop.rows(`SELECT manage_token AS token FROM ${table} WHERE id = $1`, [
        id,
      ])
      return String(row?.token)
    },
  } as Shop
  beforeAll(async () => {
    shop.payments = await startPayments()
    shop.database = await testDatabase()
  })
  beforeEach(async () => {
    await shop.payments.begin()
    await shop.database.reset()
    await seedMinimal()
  })
  afterEach(async () => assertBooksBalance(shop.database.sql, await shop.payments.ledger()))
  afterAll(async () => {
    await shop.payments.stop()
    await shop.database.drop()
  })
  return shop
}

const DAY = 86_400_000
// seedMinimal's holidays: a test that wants an ordinary day must not land on one.
const HOLIDAYS = ['2026-12-25', '2027-01-01', '2027-02-06', '2027-02-07', '2027-02-08']

/**
 * The `nth` working day (Monday to Friday, no holiday) that lies at least ten days ahead of the
 * clock, yyyy-mm-dd.
 */
export function workingDay(nth = 0): string {
  for (let at = Date.now() + 10 * DAY, left = nth; ; at += DAY) {
    const date = new Date(at).toISOString().slice(0, 10)
    const weekday = new Date(`${date}T00:00:00Z`).getUTCDay()
    if (weekday === 0 || weekday === 6 || HOLIDAYS.includes(date)) continue
    if (left-- === 0) return date
  }
}

export const minutesAgo = (minutes: number): Date => new Date(Date.now() - minutes * 60_000)

/** Nobody but the person is billed. */
export const NO_COMPANY = {
  company: null,
  companyRegistration: null,
  companyIdKind: null,
  companyTin: null,
  companySst: null,
  companyAddress: null,
  companyPostcode: null,
  companyCity: null,
  companyState: null,
  companyCountry: null,
  poNumber: null,
  financeEmail: null,
}

export type Wish = Partial<Omit<HoldRequest, 'visitorHash' | 'holderHash' | 'networkHash'>> & {
  who?: string
  from?: string
  network?: string
}

/**
 * What a visitor `who` (from the address `from` of a `network`) asks for: by default one hour of
 * service 1 at 09:00 on workingDay(). The price is not said unless given.
 */
export function wish({
  who = 'aina',
  from = who,
  network = from,
  ...rest
}: Wish = {}): HoldRequest {
  const email = rest.email ?? `${who}@example.com`
  return {
    serviceId: 1,
    roomId: null,
    firstName: 'Aina',
    lastName: 'Rahman',
    email,
    phone: null,
    addOns: [],
    code: null,
    requirements: null,
    ...NO_COMPANY,
    date: workingDay(),
    time: '09:00',
    duration: 'hourly' as Duration,
    hours: 1,
    totalSen: null,
    // A week is only for a proven email.
    provenEmail: rest.duration === 'weekly' ? email : null,
    useFreeSession: false,
    locale: 'en',
    now: new Date(),
    isStranger: false,
    ...rest,
    visitorHash: sha256(who),
    holderHash: sha256(from),
    networkHash: sha256(network),
  }
}

export const visitor = (who = 'aina'): string => sha256(who)

/** What a promise rejects with; fails when it does not. */
export const refusal = (promise: Promise<unknown>): Promise<unknown> =>
  promise.then(
    (value) => {
      throw new Error(`not refused: ${JSON.stringify(value)}`)
    },
    (error: unknown) => error,
  )

/**
 * Makes a hold older than it is: its end is the database's business, so it cannot be made in the
 * past.
 */
export const age = (booking: number, minutes: number): Promise<number> => db().$executeRaw`
  UPDATE bookings SET created_at = created_at - make_interval(secs => ${minutes * 60}::double precision),
    hold_expires_at = hold_expires_at - make_interval(secs => ${minutes * 60}::double precision)
  WHERE id = ${booking}`

const ageTo = (booking: number, made: Date | undefined) =>
  made && made.getTime() < Date.now() ? age(booking, (Date.now() - made.getTime()) / 60_000) : null

/** Holds the slot, as if it had been at `now` when that is in the past; the booking's id. */
export async function hold({ now, ...about }: Wish = {}): Promise<number> {
  const { booking } = await holdSlot(wish({ ...about, ...(now && now > new Date() && { now }) }))
  await ageTo(booking.id, now)
  return booking.id
}

export type Checkout = { booking: number; intent: string; secret: string }

/** As hold, and asks for its PaymentIntent: the ids of both. */
export async function checkout({ now, ...about }: Wish = {}): Promise<Checkout> {
  const { booking } = await holdSlot(wish(about))
  const amount = Math.round(Number(booking.totalAmount) * 100)
  const { clientSecret: secret } = await clientSecretFor({
    bookingId: booking.id,
    visitorHash: sha256(about.who ?? 'aina'),
    amountSen: amount,
  })
  await ageTo(booking.id, now)
  return { booking: booking.id, intent: secret.split('_secret_')[0] ?? '', secret }
}

type OrderWish = Partial<Omit<OrderRequest, 'visitorHash'>> & { who?: string }

/** What a visitor `who` orders: by default a standard edit of up to two minutes, as a guest. */
export function orderWish({ who = 'aina', ...rest }: OrderWish = {}): OrderRequest {
  return {
    customerName: 'Aina Rahman',
    customerEmail: `${who}@example.com`,
    customerPhone: null,
    requirements: null,
    footageLinks: ['https://drive.example/footage'],
    ...NO_COMPANY,
    tier: 'standard',
    duration: '60-120s',
    rushService: false,
    price: null,
    rushPrice: null,
    totalAmount: null,
    provenEmail: null,
    locale: 'en',
    now: new Date(),
    ...rest,
    visitorHash: sha256(who),
  }
}

/** Places an order and asks for its PaymentIntent: the ids of both. */
export async function orderCheckout(
  about: OrderWish = {},
): Promise<{ order: number; intent: string; secret: string }> {
  const wished = orderWish(about)
  const { order } = await placeOrder(wished)
  const secret = await orderSecret({
    orderId: order.id,
    visitorHash: wished.visitorHash,
    now: wished.now,
  })
  return { order: order.id, intent: secret.split('_secret_')[0] ?? '', secret }
}
