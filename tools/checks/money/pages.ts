// What people read of money, on the pages of customers and of who pays for them, on the owner's sheet
// and in the owner's lists, compared with the rows and with what the owner gave back.
import { bookingSheet } from '@/lib/admin/bookings/sheet/queries'
import { owedToUs } from '@/lib/admin/money/queries'
import { thingsToDo } from '@/lib/admin/today/todo'
import { managedBooking, paidByCompany } from '@/lib/bookings/manage'
import { payToken } from '@/lib/bookings/tokens'
import { leftAtMost, NOT_ASKED } from '@/tests/history/asked'
import { movedNow } from '@/tests/history/clock'
import { EVERYBODY, type World } from '@/tests/history/world'

type Row = {
  id: number
  token: string
  email: string
  billing: unknown
  status: string
  free: boolean
  /** It waits for its payment without a deadline. */
  waits: boolean
  total: number
  /** What is neither kept nor given back on purpose; what of it may be asked for now. */
  open: number
  most: number | null
  onAccount: number
  /** The most that may be asked for, whatever the rows say went back; null where it is not known. */
  bound: number | null
  /** A transfer of it is to be looked for. */
  transfer: boolean
}

/** Somebody may have transferred the money for a booking `b`, and nobody has decided about it. */
const TRANSFER_WAITS = `(b.transfer_chosen_at IS NOT NULL AND b.transfer_decision IS NULL
  AND NOT EXISTS (SELECT 1 FROM payments q WHERE q.booking_id = b.id AND q.stripe_payment_intent_id IS NULL AND q.outcome IS NOT NULL)
  AND (EXISTS (SELECT 1 FROM slips s WHERE s.booking_id = b.id) OR (b.status IN ('pending', 'cancelled')
    AND NOT EXISTS (SELECT 1 FROM payments q WHERE q.booking_id = b.id AND q.outcome IS NOT NULL))))`

const ROWS = `SELECT b.id, b.manage_token AS token, b.email, b.billing, b.status, b.is_free_session AS free,
    b.status = 'pending' AND b.hold_expires_at IS NULL AS waits, (b.total_amount * 100)::int AS total,
    greatest((b.total_amount * 100)::int - (SELECT ${NOT_ASKED} FROM payments q WHERE q.booking_id = b.id), 0) AS open,
    CASE WHEN b.status IN ('confirmed', 'completed') THEN (b.on_account * 100)::int END AS most, (b.on_account * 100)::int AS "onAccount",
    ${leftAtMost('b')} AS bound,
    ${TRANSFER_WAITS} AS transfer
  FROM bookings b WHERE b.first_name <> 'crowd' ORDER BY b.id`

const askedOf = ({ open, most }: Row): number => Math.min(open, most ?? Infinity)
const senOf = (amount: string | undefined): number => Math.round(Number(amount) * 100)

/** Everything that somebody could read now and that is not so; `sheets`: on the owner's sheets too. */
export async function pagesWrong(world: World, { sheets = false } = {}): Promise<string[]> {
  const { rows } = await world.sql.query<Row>(ROWS)
  const problems: string[] = []
  for (const row of rows)
    problems.push(...(await ofBooking(row)), ...(sheets ? await ofSheet(row) : []))
  return [...problems, ...(await owedWrongly(rows)), ...(await todoWrongly(world, rows))]
}

async function ofBooking(row: Row): Promise<string[]> {
  const now = new Date(movedNow())
  const asked = askedOf(row)
  const said: Said[] = []
  const page = await managedBooking(row.token, 'en', now)
  said.push(['its page asks for', senOf(page?.owedAmount), asked])
  if (page?.transfer)
    said.push(['its page waits for a transfer of', senOf(page.transfer.amount), asked])
  const token = payToken({
    id: row.id,
    manageToken: row.token,
    billing: row.billing,
    email: row.email,
  })
  const payer = token === null ? null : await paidByCompany(token, 'en', now)
  if (token !== null) said.push(['who pays for it is asked for', senOf(payer?.owedAmount), asked])
  return [
    ...differences(row, said),
    // A hold whose money came and went back before it was confirmed asks nobody: it ends by itself.
    ...(row.bound !== null && asked > row.bound && (page?.payable || row.most !== null)
      ? [
          `booking ${row.id}: ${asked} sen are asked for, and without what was given back it is ${row.bound}`,
        ]
      : []),
    ...strangersOn(`the page of booking ${row.id}`, page, row.email),
    ...strangersOn(`the page of who pays for booking ${row.id}`, payer, null),
  ]
}

async function ofSheet(row: Row): Promise<string[]> {
  const { sheet } = (await bookingSheet(row.id, 'en')) ?? {}
  const onSheet = row.free || row.status === 'cancelled' ? 0 : row.open
  return differences(row, [
    ['its sheet has owed', sheet?.owedSen ?? NaN, onSheet],
    ...(sheet?.transfer
      ? ([
          ['its sheet waits for a transfer of', sheet.transfer.sen, row.open || row.total],
        ] as const)
      : []),
  ])
}

type Said = readonly [who: string, shown: number, known: number]

const differences = ({ id }: Row, said: readonly Said[]): string[] =>
  said
    .filter(([, shown, known]) => shown !== known)
    .map(([who, shown, known]) => `booking ${id}: ${who} ${shown} sen, it is ${known}`)

/** Who is named on a page that is another's; `email`: whose it is, null for somebody without a name. */
function strangersOn(what: string, page: unknown, email: string | null): string[] {
  const text = JSON.stringify(page)
  return EVERYBODY.filter(
    (one) => one.email !== email && new RegExp(`\\b${one.name}\\b`, 'i').test(text),
  ).map(({ name }) => `${what} names ${name}`)
}

/** The console's list of what is owed. */
async function owedWrongly(rows: readonly Row[]): Promise<string[]> {
  const shown = new Map((await owedToUs()).map(({ id, owedSen }) => [id, owedSen]))
  return rows.flatMap((row) => {
    const isListed = row.waits || ((row.most ?? 0) > 0 && row.status !== 'cancelled')
    const known = isListed ? askedOf(row) : 0
    const said = shown.get(row.id) ?? 0
    return said === known
      ? []
      : [`the list of what is owed has ${said} sen of booking ${row.id}, it is ${known}`]
  })
}

/** What of orders is neither kept nor given back on purpose, by where the owner finds them. */
const OPEN_ORDERS = `SELECT '/admin/orders?q=%23' || o.id AS href,
    greatest((o.total_amount * 100)::int - (SELECT ${NOT_ASKED} FROM payments q WHERE q.order_id = o.id), 0) AS open
  FROM video_editing_orders o`
const OF_PURCHASE = ['unpaid_over', 'unpaid', 'part_paid', 'slip', 'transfer']

/** The owner's list of what is to do: each transfer to look for is in it, and each sum is what is open. */
async function todoWrongly(world: World, rows: readonly Row[]): Promise<string[]> {
  const { rows: todo } = await thingsToDo('en', new Date(movedNow()))
  const { rows: orders } = await world.sql.query<{ href: string; open: number }>(OPEN_ORDERS)
  const problems = todo.flatMap(({ kind, href, amountSen }) => {
    if (!OF_PURCHASE.includes(kind)) return []
    const row = rows.find(({ id }) => href === `/admin/bookings/${id}`)
    const order = orders.find((one) => href === one.href)
    const known = row ? [row.open, askedOf(row), row.open || row.total] : order && [order.open]
    return known?.includes(amountSen ?? -1)
      ? []
      : [`To do has ${amountSen} sen at ${href} (${kind}), it is ${known?.[0]}`]
  })
  const listed = todo
    .filter(({ kind }) => kind === 'slip' || kind === 'transfer')
    .map(({ href }) => href)
  const waiting = rows.filter(({ transfer }) => transfer)
  return [
    ...problems,
    ...waiting
      .filter(({ id }) => !listed.includes(`/admin/bookings/${id}`))
      .map(({ id }) => `booking ${id} waits for a transfer, and To do does not have it`),
  ]
}

/**
 * Transfers that nobody has decided about, and that are gone: deleted, or without the customer whose
 * money may have come.
 */
export async function underWayLost(world: World): Promise<string[]> {
  const { rows } = await world.sql.query<{ id: number; email: string; isUnderWay: boolean }>(
    `SELECT b.id, b.email, ${TRANSFER_WAITS} AS "isUnderWay" FROM bookings b WHERE b.transfer_chosen_at IS NOT NULL`,
  )
  const problems = [...world.underWay].flatMap(([id, email]) => {
    const row = rows.find((one) => one.id === id)
    if (!row) return [`the transfer of booking ${id} was not decided about, and it is gone`]
    return row.isUnderWay && row.email !== email
      ? [`the transfer of booking ${id} was not decided about, and its customer is gone`]
      : []
  })
  world.underWay = new Map(rows.filter((row) => row.isUnderWay).map(({ id, email }) => [id, email]))
  return problems
}
