import type { Subject, Thing } from './act'
import { rowsOf } from './rows'
import { IN_BOTH_ROOMS, type World } from './world'

type Attribute = { name: string; on: readonly Thing[]; booking?: string; order?: string }

const BOOKING = ['booking'] as const
const BOTH = ['booking', 'order'] as const
const MEMBER = (email: string) =>
  `EXISTS (SELECT 1 FROM memberships m WHERE m.customer_email = ${email})`
const LINE = (sale: string, kind: string) =>
  `EXISTS (SELECT 1 FROM sales s WHERE ${sale} AND s.lines::text LIKE '%"${kind}"%')`
const WITH_ADD_ON = 'EXISTS (SELECT 1 FROM booking_add_ons a WHERE a.booking_id = b.id)'
const PAID_TWICE = (of: string) =>
  `(SELECT count(*) FROM payments p WHERE ${of} AND p.outcome IS NOT NULL) > 1`
const day = (at: string) => `((${at}) AT TIME ZONE 'Asia/Kuala_Lumpur')::date`

/** What bookings (the row `b`) and orders (`o`) that are acted on can be like. */
export const ATTRIBUTES = [
  { name: 'an hour', on: BOOKING, booking: `b.duration = 'hourly' AND b.hours = 1` },
  { name: 'several hours', on: BOOKING, booking: `b.duration = 'hourly' AND b.hours > 1` },
  { name: 'half a day', on: BOOKING, booking: `b.duration = 'half-day'` },
  { name: 'a full day', on: BOOKING, booking: `b.duration = 'full-day'` },
  { name: 'a week', on: BOOKING, booking: `b.duration = 'weekly'` },
  {
    name: 'across midnight',
    on: BOOKING,
    booking: `b.duration <> 'weekly' AND ${day('b.starts_at')} <> ${day(`b.ends_at - interval '1 second'`)}`,
  },
  { name: 'one room', on: BOOKING, booking: `b.service_id <> ${IN_BOTH_ROOMS}` },
  { name: 'two rooms', on: BOOKING, booking: `b.service_id = ${IN_BOTH_ROOMS}` },
  {
    name: 'turnaround',
    on: BOOKING,
    booking: `EXISTS (SELECT 1 FROM studios r WHERE r.id = b.studio_id AND r.turnaround_minutes > 0)`,
  },
  {
    name: 'a stranger',
    on: BOTH,
    booking: `NOT ${MEMBER('b.email')}`,
    order: `NOT ${MEMBER('o.customer_email')}`,
  },
  {
    name: 'a member',
    on: BOTH,
    booking: MEMBER('b.email'),
    order: MEMBER('o.customer_email'),
  },
  {
    name: 'a company',
    on: BOTH,
    booking: 'b.billing IS NOT NULL',
    order: 'o.billing IS NOT NULL',
  },
  {
    name: 'a shared device',
    on: BOOKING,
    booking: `EXISTS (SELECT 1 FROM bookings c WHERE c.visitor_hash = b.visitor_hash AND c.email <> b.email)`,
  },
  {
    name: 'a plain price',
    on: BOTH,
    booking: `b.code_id IS NULL AND NOT b.is_free_session AND b.total_amount > 0 AND NOT ${WITH_ADD_ON} AND NOT ${LINE('s.booking_id = b.id', 'discount')}`,
    order: 'o.discount IS NULL AND NOT o.rush_service',
  },
  { name: 'a code', on: BOOKING, booking: 'b.code_id IS NOT NULL' },
  {
    name: 'a discount',
    on: BOTH,
    booking: `b.code_id IS NULL AND ${LINE('s.booking_id = b.id', 'discount')}`,
    order: 'o.discount IS NOT NULL',
  },
  { name: 'an add-on', on: BOTH, booking: WITH_ADD_ON, order: 'o.rush_service' },
  { name: 'free', on: BOOKING, booking: 'b.is_free_session OR b.total_amount = 0' },
  {
    name: 'several payments',
    on: BOTH,
    booking: PAID_TWICE('p.booking_id = b.id'),
    order: PAID_TWICE('p.order_id = o.id'),
  },
] as const satisfies readonly Attribute[]

const ALL: readonly Attribute[] = ATTRIBUTES

const told = (thing: Thing): string =>
  `to_jsonb(array_remove(ARRAY[${ALL.map(({ name, [thing]: holds }) =>
    holds ? `CASE WHEN ${holds} THEN '${name}' END` : 'NULL',
  ).join(', ')}]::text[], NULL))`

/** What is there, with what each is like. The rows that make lists long do not count. */
export async function attributesNow(world: World): Promise<Map<Subject, readonly string[]>> {
  const rows = await rowsOf<{ subject: Subject; attributes: string[] }>(
    world,
    `SELECT 'booking ' || b.id AS subject, ${told('booking')} AS attributes FROM bookings b WHERE b.first_name <> 'crowd'
     UNION ALL SELECT 'order ' || o.id, ${told('order')} FROM video_editing_orders o`,
  )
  return new Map(rows.map(({ subject, attributes }) => [subject, attributes]))
}
