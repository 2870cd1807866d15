import type { Client } from 'pg'

type Row = Record<string, unknown>

const STARTS = '2026-12-01T01:00:00Z'
const ENDS = '2026-12-01T02:00:00Z'
const BASE = { date: '2026-12-01', time: '09:00', starts_at: STARTS, ends_at: ENDS }
let serial = 0
const unique = (prefix: string) => `${prefix}${++serial}`

/**
 * A row of each table that the database accepts once parents() is there; made anew for each use, so
 * keys do not repeat.
 */
export const valid = {
  services: () => ({
    name: unique('Service '),
    description: 'd',
    icon: 'i',
    hourly_rate: '99.00',
  }),
  bookings: () => ({
    ...BASE,
    service_id: 1,
    studio_id: 1,
    first_name: 'Aina',
    email: 'aina@example.com',
    total_amount: '107.17',
    hold_expires_at: ENDS,
    visitor_hash: unique('visitor'),
    manage_token: unique('token'),
  }),
  slot_reservations: () => ({ studio_id: 1, booking_id: 1, starts_at: STARTS, ends_at: ENDS }),
  studios: () => ({ name: unique('Room ') }),
  feeds: () => ({
    ...{ studio_id: 1, name: unique('Calendar ') },
    address: 'https://calendar.example/basic.ics',
  }),
  blocks: () => ({ first_day: '2026-12-01', last_day: '2026-12-02' }),
  codes: () => ({ code: unique('RAYA'), name: 'Raya', percent: 10 }),
  price_sets: () => ({ valid_from: STARTS, applied_at: null }),
  service_prices: () => ({ set_id: 1, service_id: 1, hourly_rate: '99.00' }),
  local_keys: () => ({ id: 1, value: Buffer.alloc(32) }),
  booking_add_ons: () => ({
    booking_id: 1,
    service_id: 1,
    hours: 2,
    hourly_rate: '80.00',
    total_amount: '160.00',
  }),
  booking_notes: () => ({ booking_id: 1, text: 'Comes with a dog.', author: 'owner' }),
  slips: () => ({
    ...{ booking_id: 1, type: 'application/pdf' },
    ...{ data: Buffer.from('%PDF-1.7'), digest: Buffer.alloc(32) },
  }),
  bank_forms: () => ({ payment_id: 1, token_hash: unique('hash'), expires_at: ENDS }),
  undoable_acts: () => ({ booking_id: 1, actor: 'owner', before: '{}', after: '{}', until: ENDS }),
  stripe_key_refusals: () => ({ id: 1 }),
  payment_method_refusals: () => ({ method: 'fpx' }),
  troubles: () => ({ kind: unique('trouble').replace(/[^a-z]/g, '_') }),
  unread_intents: () => ({ intent_id: 'pi_1' }),
  stripe_payouts: () => ({
    id: unique('po_'),
    amount: '100.00',
    currency: 'myr',
    status: 'paid',
    itemised: true,
    arrives_at: STARTS,
    created_at: STARTS,
  }),
  stripe_balance_lines: () => ({
    id: unique('txn_'),
    type: 'charge',
    category: 'charge',
    amount: '100.00',
    fee: '4.00',
    net: '96.00',
    currency: 'myr',
    available_at: STARTS,
    created_at: STARTS,
  }),
  payment_days: () => ({
    day: '2026-12-01',
    sold: 'session',
    service_id: 1,
    method: 'card',
    came: '100.00',
    gone: '0',
  }),
  studio_summary: () => ({ day: '2026-12-01', told_until: '2026-12-01T00:00:00Z' }),
  payments: () => ({
    booking_id: 1,
    purpose: 'booking',
    amount: '107.17',
    idempotency_key: unique('key'),
  }),
  sales: () => ({
    kind: 'upgrade',
    booking_id: 1,
    lines: '[{ "amountSen": 25700 }]',
    subtotal: '257.00',
    tax_amount: '21.20',
    tax_rate: '0.0825',
    tax_label: 'Tax',
    total_amount: '278.20',
  }),
  notices: () => ({ audience: 'customer', booking_id: 1, says: 'confirmed', told: '{}' }),
  booking_upgrades: () => ({
    booking_id: 1,
    payment_id: 1,
    sale_id: 2,
    from_duration: 'hourly',
    from_starts_at: STARTS,
    from_total: '107.17',
    duration: 'half-day',
    add_ons: '[]',
    hold_expires_at: ENDS,
  }),
  part_refunds: () => ({
    payment_id: 1,
    amount: '20.00',
    off_price: '20.00',
    status: 'due',
  }),
  receipts: () => ({
    kind: 'receipt',
    number: ++serial,
    payment_id: 1,
    locale: 'en',
    issued_at: STARTS,
    seller: '{}',
    buyer: '{}',
    lines: '[]',
    subtotal: '99.00',
    tax_amount: '8.17',
    tax_rate: '0.0825',
    tax_label: 'Tax',
    total_amount: '107.17',
  }),
  receipt_counters: () => ({ kind: 'receipt', last: 1 }),
  sessions: () => ({ id: unique('session'), kind: 'admin', user_id: 1, expires_at: ENDS }),
  video_editing_orders: () => ({
    customer_name: 'Aina',
    customer_email: 'aina@example.com',
    tier: 'basic',
    duration: '<60s',
    price: '90.00',
    total_amount: '97.43',
    manage_token: unique('order'),
  }),
  memberships: () => ({
    customer_name: 'Aina',
    customer_email: unique('member') + '@example.com',
    service_id: 1,
    referral_code: unique('CODE'),
    email_proven_at: '2026-11-01T00:00:00Z',
  }),
  membership_sessions: () => ({
    membership_id: 1,
    session_date: '2026-12-01',
    session_time: '09:00',
    duration: 'hourly',
  }),
  referral_rewards: () => ({ referrer_membership_id: 1, referred_membership_id: 2 }),
  contacts: () => ({ name: 'Aina', email: 'aina@example.com', subject: 'other', message: 'Hello' }),
  contact_replies: () => ({ contact_id: 1, text: 'Friday is free.', author: 'owner' }),
  customers: () => ({
    key: unique('mail:a'),
    first_name: 'Aina',
    email: '',
    locale: 'en',
    known_as: 'Aina',
    own_at: STARTS,
    last_at: STARTS,
    own_member: false,
    is_member: false,
  }),
  portfolio_items: () => ({
    title: unique('Item '),
    description: 'd',
    type: 'podcast',
    updated_at: ENDS,
  }),
  blog_posts: () => ({
    slug: unique('post-'),
    title: 't',
    excerpt: 'e',
    content: 'c',
    category: 'studio-news',
  }),
  holidays: () => ({
    date: '2026-12-25',
    name: 'Christmas Day',
    translations: '{"ms":{"name":"Hari Krismas"}}',
  }),
  users: () => ({ username: unique('user'), password: 'x' }),
  calendar_addresses: () => ({ user_id: 1, token_hash: unique('hash'), locale: 'en' }),
  push_subscriptions: () => ({
    session_id: 'of another phone',
    endpoint: unique('https://push.example.com/'),
    ...{ p256dh: 'x', auth: 'x', server_key: 'x', locale: 'en' },
  }),
  push_choices: () => ({ user_id: 1 }),
  pushes: () => ({
    subscription_id: 1,
    topic: unique('booking-'),
    kind: 'bookings',
    booking_id: 1,
  }),
  user_invitations: () => ({
    token_hash: unique('token'),
    email: unique('email'),
    ...{ role: 'crew', locale: 'en', invited_by: 1, expires_at: '2026-12-08T01:00:00Z' },
  }),
  passkeys: () => ({
    user_id: 1,
    credential_id: unique('credential'),
    public_key: Buffer.alloc(77),
    name: 'Phone',
  }),
  mails: () => ({
    dedupe_key: unique('mail'),
    kind: 'k',
    recipient: 'a@example.com',
    locale: 'en',
    payload: {},
    message_id: unique('<id>'),
  }),
} satisfies Record<string, () => Row>

export type Table = keyof typeof valid

/** The sale of each row that was made, all of it taxed at nothing. */
const SALES: Partial<Record<Table, string>> = {
  bookings: saleOf('session', 'booking_id', 'total_amount', '0'),
  video_editing_orders: saleOf(
    'edit',
    'order_id',
    'price + coalesce(rush_price, 0)',
    'total_amount - price - coalesce(rush_price, 0)',
  ),
}
function saleOf(kind: string, column: string, subtotal: string, tax: string): string {
  return `INSERT INTO sales (kind, ${column}, lines, subtotal, tax_amount, tax_rate, tax_label, total_amount, currency)
    SELECT '${kind}', id, jsonb_build_array(jsonb_build_object('amountSen', (${subtotal}) * 100)), ${subtotal}, ${tax}, 0, 'Tax',
      total_amount, currency FROM made RETURNING 1`
}

/**
 * Inserts the table's valid row with `changes` applied, and its sale where it is something sold; its
 * id, where it has one.
 */
export async function insert(sql: Client, table: Table, changes: Row = {}): Promise<unknown> {
  const row: Row = { ...valid[table](), ...changes }
  if (table === 'payments' && !('sale_id' in row)) {
    const { rows: sales } = await sql.query<Row>(
      'SELECT id FROM sales WHERE booking_id = $1 OR order_id = $2 ORDER BY id LIMIT 1',
      [row.booking_id, row.order_id],
    )
    row.sale_id = sales[0]?.id
  }
  const columns = Object.keys(row)
  const places = columns.map((_, index) => `$${index + 1}`)
  const { rows } = await sql.query<Row>(
    `WITH made AS (INSERT INTO ${table} (${columns.join(', ')}) VALUES (${places.join(', ')}) RETURNING *),
      sold AS (${SALES[table] ?? 'SELECT 1'})
    SELECT made.* FROM made`,
    Object.values(row),
  )
  return rows[0]?.id
}

/**
 * What the rows above refer to by id: room 1 and 2, service 1, user 1, booking 1 (no hold),
 * payments 1 and 2 for upgrades with sales 2 and 3, order 1, message 1, members 1 and 2.
 */
export async function parents(sql: Client): Promise<void> {
  await sql.query(`INSERT INTO studios (name) VALUES ('A'), ('B')`)
  await sql.query(`INSERT INTO users (username, password) VALUES ('owner', 'x')`)
  for (const id of ['of a phone', 'of another phone']) await insert(sql, 'sessions', { id })
  await insert(sql, 'push_subscriptions', { session_id: 'of a phone' })
  await insert(sql, 'services')
  await insert(sql, 'price_sets', { valid_from: '2026-01-01T00:00:00Z' })
  await insert(sql, 'bookings', { status: 'confirmed', hold_expires_at: null })
  for (const sale_id of [2, 3]) {
    await insert(sql, 'sales')
    await insert(sql, 'payments', { purpose: 'upgrade', status: 'canceled', sale_id })
  }
  await insert(sql, 'part_refunds')
  await insert(sql, 'contacts')
  await insert(sql, 'video_editing_orders')
  await insert(sql, 'memberships')
  await insert(sql, 'memberships')
  await insert(sql, 'bookings', { status: 'confirmed', hold_expires_at: null })
}
