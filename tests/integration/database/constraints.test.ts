import { testDatabase, type TestDatabase } from '@/tests/support/database'
import { insert, parents, valid, type Table } from './rows'

type Change = Record<string, unknown>

const ENDS = '2026-12-01T02:00:00Z'
const hoursOf = (opens: number, closes: number) =>
  JSON.stringify({ weekday: { opens, closes }, weekend: { opens: 10, closes: 17 } })

// [constraint, table, what makes the valid row wrong, rows that are there before it]
const REFUSED: [name: string, table: Table, wrong: Change, before?: Change[]][] = [
  ['slot_reservations_no_overlap', 'slot_reservations', { booking_id: 2 }, [{}]],
  [
    'slot_reservations_no_overlap',
    'slot_reservations',
    { booking_id: 2, starts_at: '2026-12-01T01:59:59.999Z', ends_at: '2026-12-01T03:00:00Z' },
    [{}],
  ],
  [
    'slot_reservations_no_overlap',
    'slot_reservations',
    { booking_id: 2, starts_at: '2026-12-01T02:00:00Z', ends_at: '2026-12-01T03:00:00Z' },
    [{ reserved_until: '2026-12-01T02:30:00Z' }],
  ],
  ['slot_reservations_turnaround', 'slot_reservations', { reserved_until: ENDS }],
  ['studios_state', 'studios', { state: 'closed' }],
  ['studios_turnaround', 'studios', { turnaround_minutes: 45 }],
  ['studios_hours', 'studios', { hours: hoursOf(9, 9) }],
  ['studios_hours', 'studios', { hours: hoursOf(9, 25) }],
  ['studios_hours', 'studios', { hours: hoursOf(-1, 9) }],
  ['studios_hours', 'studios', { hours: '{}' }],
  ['codes_code', 'codes', { code: 'AB' }],
  ['codes_lists', 'codes', { weekdays: null }],
  ['codes_one_going', 'codes', { code: 'RAYA' }, [{ code: 'RAYA' }]],
  ['codes_percent', 'codes', { percent: 101 }],
  ['codes_amount', 'codes', { percent: null, amount: '0.00' }],
  ['codes_off', 'codes', { amount: '10.00' }],
  ['codes_off', 'codes', { percent: null }],
  ['codes_first_day', 'codes', { first_day: 'today' }],
  ['codes_last_day', 'codes', { first_day: '2026-12-02', last_day: '2026-12-01' }],
  ['codes_hours', 'codes', { from_hour: 10, to_hour: 10 }],
  ['codes_hours', 'codes', { from_hour: 10 }],
  ['codes_max_uses', 'codes', { max_uses: 0 }],
  ['blocks_minutes', 'blocks', { from_minute: 600, to_minute: 600 }],
  ['blocks_minutes', 'blocks', { to_minute: 1441 }],
  ['blocks_minutes', 'blocks', { from_minute: -1 }],
  ['blocks_days', 'blocks', { last_day: '2026-11-30' }],
  ['blocks_repeats', 'blocks', { repeats: 'monthly' }],
  ['blocks_repeats', 'blocks', { repeats: 'weekly' }],
  ['blocks_repeats', 'blocks', { repeats_until: '2026-12-31' }],
  ['blocks_repeats', 'blocks', { repeats: 'yearly', last_day: '2027-12-01' }],
  ['blocks_skips', 'blocks', { skips: null }],
  ['blocks_feed', 'blocks', { feed_id: 1, visitor_note: 'Closed' }],
  ['blocks_feed', 'blocks', { feed_id: 1, repeats: 'yearly' }],
  ['feeds_error', 'feeds', { error: 'gone' }],
  ['feeds_error', 'feeds', { error_detail: '404' }],
  ['slot_reservations_order', 'slot_reservations', { ends_at: '2026-12-01T01:00:00Z' }],
  ['services_rates', 'services', { hourly_rate: '0.00' }],
  ['services_rates', 'services', { half_day_rate: '-1.00' }],
  ['services_rates', 'services', { full_day_rate: '0' }],
  ['services_rates', 'services', { weekly_rate: '0' }],
  ['services_state', 'services', { state: 'gone' }],
  ['services_former_rate', 'services', { hourly_rate: '99.00', former_hourly_rate: '99.00' }],
  ['price_sets_applied', 'price_sets', { applied_at: '2025-01-01T00:00:00Z' }],
  ['service_prices_rates', 'service_prices', { hourly_rate: '0.00' }],
  ['service_prices_rates', 'service_prices', { half_day_rate: '-1.00' }],
  ['service_prices_rates', 'service_prices', { full_day_rate: '0' }],
  ['service_prices_rates', 'service_prices', { weekly_rate: '0' }],
  ['service_prices_former_rate', 'service_prices', { former_hourly_rate: '99.00' }],
  ['bookings_status', 'bookings', { status: 'paid' }],
  ['bookings_duration', 'bookings', { duration: 'daily' }],
  ['bookings_hours', 'bookings', { hours: 0 }],
  ['bookings_hours', 'bookings', { hours: 9 }],
  ['bookings_hours', 'bookings', { duration: 'half-day', hours: 2 }],
  ['bookings_date', 'bookings', { date: '1 December 2026' }],
  ['bookings_date', 'bookings', { time: '9am' }],
  ['bookings_phone_e164', 'bookings', { phone: '012', phone_e164: '012' }],
  ['bookings_phone_e164', 'bookings', { phone: null, phone_e164: '+60123456789' }],
  ['contacts_phone_e164', 'contacts', { phone: null, phone_e164: '' }],
  [
    'video_editing_orders_phone_e164',
    'video_editing_orders',
    { customer_phone: null, phone_e164: '+60123456789' },
  ],
  ['memberships_phone_e164', 'memberships', { customer_phone: '012', phone_e164: '60123' }],
  ['customers_key', 'customers', { key: 'aina@example.com' }],
  ['customers_merged', 'customers', { id: 1, merged_into_id: 1 }],
  ['bookings_order', 'bookings', { ends_at: '2026-12-01T01:00:00Z' }],
  ['bookings_amounts', 'bookings', { total_amount: '-1.00' }],
  ['booking_upgrades_amounts', 'booking_upgrades', { from_total: '-1.00' }],
  ['booking_upgrades_paid', 'booking_upgrades', { payment_id: null }],
  ['bookings_on_account', 'bookings', { on_account: '-0.01' }],
  ['bookings_on_account', 'bookings', { on_account: '107.18' }],
  ['bookings_locale', 'bookings', { locale: 'French' }],
  ['bookings_cancelled', 'bookings', { status: 'cancelled' }],
  ['bookings_cancelled', 'bookings', { cancelled_at: '2026-12-01T01:00:00Z' }],
  [
    'bookings_one_hold_per_visitor',
    'bookings',
    { visitor_hash: 'same' },
    [{ visitor_hash: 'same' }],
  ],
  ['booking_add_ons_hours', 'booking_add_ons', { hours: 0, total_amount: '0' }],
  ['booking_add_ons_hours', 'booking_add_ons', { total_amount: '160.01' }],
  ['bookings_cancel_reason', 'bookings', { cancel_reason: 'admin' }],
  [
    'bookings_cancel_reason',
    'bookings',
    { status: 'cancelled', cancelled_at: '2026-12-01T01:00:00Z', cancel_reason: 'weather' },
  ],
  ['bookings_people', 'bookings', { people: 0 }],
  [
    'bookings_arrival',
    'bookings',
    { arrived_at: '2026-12-01T01:00:00Z', no_show_at: '2026-12-01T01:00:00Z' },
  ],
  [
    'bookings_arrival',
    'bookings',
    {
      status: 'cancelled',
      cancelled_at: '2026-12-01T01:00:00Z',
      no_show_at: '2026-12-01T01:00:00Z',
    },
  ],
  ['booking_notes_text', 'booking_notes', { text: '' }],
  ['booking_notes_text', 'booking_notes', { text: 'a'.repeat(2001) }],
  ['contacts_locale', 'contacts', { locale: 'French' }],
  ['contact_replies_text', 'contact_replies', { text: '' }],
  ['contact_replies_text', 'contact_replies', { text: 'a'.repeat(5001) }],
  ['slips_file', 'slips', { type: 'text/html' }],
  ['slips_file', 'slips', { data: Buffer.alloc(0) }],
  ['bank_forms_answer', 'bank_forms', { sealed: 'v1.x' }],
  ['bookings_transfer', 'bookings', { transfer_decision: 'received' }],
  [
    'bookings_transfer',
    'bookings',
    { transfer_chosen_at: '2026-12-01T01:00:00Z', transfer_decision: 'no' },
  ],
  ['undoable_acts_facts', 'undoable_acts', { after: '[]' }],
  ['booking_upgrades_durations', 'booking_upgrades', { duration: 'daily' }],
  ['booking_upgrades_durations', 'booking_upgrades', { from_duration: 'daily' }],
  ['booking_upgrades_hours', 'booking_upgrades', { hours: 9 }],
  ['booking_upgrades_hours', 'booking_upgrades', { from_hours: 0 }],
  ['booking_upgrades_hours', 'booking_upgrades', { duration: 'half-day', hours: 4 }],
  ['membership_sessions_duration', 'membership_sessions', { duration: 'daily' }],
  [
    'video_editing_orders_cancel_reason',
    'video_editing_orders',
    { status: 'cancelled', cancel_reason: 'weather' },
  ],
  ['booking_upgrades_status', 'booking_upgrades', { status: 'lost' }],
  ['booking_upgrades_one_held', 'booking_upgrades', { payment_id: 2, sale_id: 3 }, [{}]],
  ['sales_kind', 'sales', { kind: 'edit' }],
  ['sales_kind', 'sales', { order_id: 1 }],
  ['sales_kind', 'sales', { kind: 'coffee' }],
  ['sales_lines', 'sales', { lines: '[{ "amountSen": 25701 }]' }],
  ['sales_lines', 'sales', { lines: '[]', subtotal: '0', tax_amount: '0', total_amount: '0' }],
  ['sales_total', 'sales', { total_amount: '278.21' }],
  ['sales_one_session', 'sales', { kind: 'session' }],
  ['sales_one_edit', 'sales', { kind: 'edit', booking_id: null, order_id: 1 }],
  ['notices_audience', 'notices', { audience: 'everybody' }],
  ['pushes_kind', 'pushes', { kind: 'gossip' }],
  ['pushes_about', 'pushes', { booking_id: null }],
  ['push_choices_quiet', 'push_choices', { quiet_from: '22:00' }],
  ['notices_subject', 'notices', { order_id: 1 }],
  ['notices_subject', 'notices', { booking_id: null }],
  ['notices_told', 'notices', { told: '[]' }],
  ['payments_method', 'payments', { method: 'cash', stripe_payment_intent_id: 'pi_1' }],
  ['payments_method', 'payments', { method: 'card' }],
  ['payments_purpose', 'payments', { booking_id: null }],
  ['payments_purpose', 'payments', { purpose: 'order' }],
  ['payments_purpose', 'payments', { purpose: 'unmatched' }],
  ['payments_purpose', 'payments', { purpose: 'gift' }],
  ['payments_purpose', 'payments', { order_id: 1 }],
  ['payments_outcome', 'payments', { status: 'succeeded', outcome: 'lost' }],
  ['payments_amounts', 'payments', { refunded_amount: '107.18' }],
  ['payments_status', 'payments', { status: 'lost' }],
  ['payments_refund_status', 'payments', { refund_status: 'canceled' }],
  ['payments_reason', 'payments', { reason: 'whim' }],
  ['payments_refund_reason', 'payments', { refund_reason: 'refund_failed' }],
  ['payments_dispute_status', 'payments', { dispute_status: 'open' }],
  [
    'payments_refund_due_at_stripe',
    'payments',
    { status: 'succeeded', outcome: 'refund_due', stripe_payment_intent_id: null },
  ],
  ['receipt_counters_kind', 'receipt_counters', { kind: 'invoice' }],
  ['receipt_counters_last', 'receipt_counters', { last: -1 }],
  ['receipts_kind', 'receipts', { kind: 'invoice' }],
  ['receipts_kind', 'receipts', { kind: 'credit_note' }],
  ['receipts_kind', 'receipts', { stripe_refund_id: 're_1' }],
  ['receipts_number', 'receipts', { number: 0 }],
  ['receipts_amounts', 'receipts', { subtotal: '0', tax_amount: '0', total_amount: '0' }],
  ['receipts_amounts', 'receipts', { subtotal: '107.18', tax_amount: '-0.01' }],
  ['receipts_tax_kind', 'receipts', { tax_kind: 'gst' }],
  ['receipts_locale', 'receipts', { locale: 'French' }],
  ['receipts_one_per_payment', 'receipts', {}, [{}]],
  ['receipts_one_per_refund', 'receipts', NOTE(), [{ id: 1 }, NOTE()]],
  ['receipts_one_per_part', 'receipts', PART_NOTE(), [{ id: 1 }, PART_NOTE()]],
  ['part_refunds_amounts', 'part_refunds', { amount: '0', off_price: '0' }],
  ['part_refunds_amounts', 'part_refunds', { off_price: '-0.01' }],
  ['part_refunds_amounts', 'part_refunds', { off_price: '20.01' }],
  ['part_refunds_settled', 'part_refunds', { settled: '-0.01' }],
  ['part_refunds_settled', 'part_refunds', { settled: '20.01' }],
  ['part_refunds_status', 'part_refunds', { status: 'lost' }],
  ['payments_disputes', 'payments', { disputed_amount: '-0.01' }],
  ['payments_disputes', 'payments', { lost_amount: '-0.01' }],
  ['payments_disputes', 'payments', { disputed_amount: '7.18', lost_amount: '100.00' }],
  ['payments_parts', 'payments', { part_due: '-0.01' }],
  ['payments_parts', 'payments', { off_price: '-0.01' }],
  ['payments_parts', 'payments', { part_due: '1.00', stripe_payment_intent_id: null }],
  ['payments_part_failed', 'payments', { part_failed: '-0.01' }],
  ['stripe_key_refusals_one', 'stripe_key_refusals', { id: 2 }],
  ['payment_method_refusals_method', 'payment_method_refusals', { method: 'card' }],
  ['stripe_balance_lines_net', 'stripe_balance_lines', { net: '100.00' }],
  ['payment_days_sold', 'payment_days', { sold: 'voucher' }],
  ['troubles_kind', 'troubles', { kind: 'Anything at all' }],
  ['studio_summary_single', 'studio_summary', { id: 2 }],
  ['payments_handled', 'payments', { handled_at: '2026-12-01T01:00:00Z' }],
  ['payments_handled_as', 'payments', { handled_as: 'lost' }],
  [
    'sessions_trusted',
    'sessions',
    { kind: 'member', user_id: null, email: 'aina@example.com', trusted: true },
  ],
  ['passkeys_counter', 'passkeys', { counter: -1 }],
  ['passkeys_transports', 'passkeys', { transports: null }],
  ['users_role_known', 'users', { role: 'guest' }],
  ['user_invitations_role_check', 'user_invitations', { role: 'guest' }],
  ['users_totp', 'users', { totp_confirmed_at: '2026-12-01T01:00:00Z' }],
  ['video_editing_orders_deliveries', 'video_editing_orders', { deliveries: -1 }],
  ['payments_amounts', 'payments', { refunded_amount: '-0.01' }],
  ['payments_amounts', 'payments', { amount: '-1', refunded_amount: '-1' }],
  ['payments_succeeded_has_outcome', 'payments', { status: 'succeeded' }],
  ['payments_succeeded_has_outcome', 'payments', { status: 'processing', outcome: 'confirmed' }],
  ['payments_one_open_per_booking', 'payments', { status: 'processing' }, [{}]],
  ['payments_one_open_per_order', 'payments', ORDER(), [ORDER()]],
  ['sessions_kind', 'sessions', { user_id: null }],
  ['sessions_kind', 'sessions', { kind: 'member' }],
  ['sessions_kind', 'sessions', { email: 'aina@example.com' }],
  ['video_editing_orders_status', 'video_editing_orders', { status: 'lost' }],
  ['video_editing_orders_tier', 'video_editing_orders', { tier: 'vip' }],
  ['video_editing_orders_duration', 'video_editing_orders', { duration: '>10 mins' }],
  ['video_editing_orders_amounts', 'video_editing_orders', { rush_price: '32.00' }],
  ['video_editing_orders_amounts', 'video_editing_orders', { price: '0' }],
  ['video_editing_orders_discount', 'video_editing_orders', { discount: 'friend' }],
  ['video_editing_orders_cancel_reason', 'video_editing_orders', { cancel_reason: 'expired' }],
  ['video_editing_orders_one_first_order', 'video_editing_orders', FIRST(), [FIRST()]],
  [
    'video_editing_orders_one_first_order',
    'video_editing_orders',
    FIRST(),
    [{ ...FIRST(), status: 'paid' }],
  ],
  [
    'video_editing_orders_one_unpaid',
    'video_editing_orders',
    { visitor_hash: 'same' },
    [{ visitor_hash: 'same' }],
  ],
  ['memberships_status', 'memberships', { status: 'vip' }],
  ['memberships_counters', 'memberships', { sessions_remaining: 11 }],
  ['memberships_counters', 'memberships', { sessions_remaining: -1 }],
  ['memberships_counters', 'memberships', { free_sessions_earned: -1 }],
  ['memberships_counters', 'memberships', { referral_earnings: '-0.01' }],
  [
    'memberships_free_sessions',
    'memberships',
    { sessions_completed: 10, free_sessions_earned: 1, free_sessions_used: 2 },
  ],
  ['memberships_free_sessions', 'memberships', { sessions_completed: 9, free_sessions_earned: 1 }],
  ['memberships_unproven', 'memberships', { email_proven_at: null, sessions_completed: 1 }],
  ['memberships_unproven', 'memberships', { email_proven_at: null, total_spent: '0.01' }],
  ['memberships_unproven', 'memberships', { email_proven_at: null, earlier_counted: true }],
  ['membership_sessions_reversal', 'membership_sessions', { reverses_id: 1, booking_id: 1 }],
  ['referral_rewards_one_per_friend', 'referral_rewards', {}, [{}]],
  ['referral_rewards_reversal', 'referral_rewards', { reward_amount: '-100' }],
  ['referral_rewards_status', 'referral_rewards', { status: 'lost' }],
  ['referral_rewards_no_self', 'referral_rewards', { referred_membership_id: 1 }],
  ['portfolio_items_type', 'portfolio_items', { type: 'radio' }],
  ['portfolio_items_quote', 'portfolio_items', { quote: 'Quiet.' }],
  ['portfolio_items_quote', 'portfolio_items', { quote_name: 'Aina' }],
  ['portfolio_items_quote', 'portfolio_items', { quote_show: 'Lorong Lama' }],
  ['portfolio_items_sound', 'portfolio_items', { sound_peaks: '0'.repeat(160) }],
  ['blog_posts_category', 'blog_posts', { category: 'misc' }],
  ['holidays_date', 'holidays', { date: '25/12/2026' }],
  ['mails_status', 'mails', { status: 'lost' }],
  ['local_keys_one', 'local_keys', { id: 2 }],
  ['local_keys_one', 'local_keys', { value: Buffer.alloc(31) }],
]

// Beside the rows above, and just as legal: the constraint must not refuse more than it means to.
const ACCEPTED: [why: string, table: Table, row: Change, before?: Change[]][] = [
  [
    'the next hour',
    'slot_reservations',
    { booking_id: 2, starts_at: '2026-12-01T02:00:00Z', ends_at: '2026-12-01T03:00:00Z' },
    [{}],
  ],
  ['another room', 'slot_reservations', { booking_id: 2, studio_id: 2 }, [{}]],
  ['a block over a session', 'blocks', {}],
  [
    'a longer session over its own turnaround',
    'slot_reservations',
    { starts_at: ENDS, ends_at: '2026-12-01T03:00:00Z' },
    [{ reserved_until: '2026-12-01T02:30:00Z' }],
  ],
  ['two anonymous holds', 'bookings', { visitor_hash: null }, [{ visitor_hash: null }]],
  [
    'a hold beside a paid booking',
    'bookings',
    { visitor_hash: 'same' },
    [{ visitor_hash: 'same', status: 'confirmed', hold_expires_at: null }],
  ],
  [
    'a cancelled booking',
    'bookings',
    { status: 'cancelled', cancelled_at: '2026-12-01T01:00:00Z' },
  ],
  ['a free session', 'bookings', { total_amount: '0' }],
  [
    'another upgrade after one that ended',
    'booking_upgrades',
    { payment_id: 2, sale_id: 3 },
    [{ status: 'ended' }],
  ],
  [
    'an hour more that is to be paid later',
    'booking_upgrades',
    { payment_id: null, status: 'applied' },
  ],
  ['a new try after a cancelled payment', 'payments', {}, [{ status: 'canceled' }]],
  ['an upgrade beside an open payment', 'payments', { purpose: 'upgrade' }, [{}]],
  [
    'money that belongs to nothing',
    'payments',
    { purpose: 'unmatched', booking_id: null, status: 'succeeded', outcome: 'needs_attention' },
  ],
  ['a rushed order', 'video_editing_orders', { rush_price: '32.00', total_amount: '132.07' }],
  [
    'a first order after one that was never paid',
    'video_editing_orders',
    FIRST(),
    [{ ...FIRST(), status: 'cancelled', cancel_reason: 'expired' }],
  ],
  [
    'the same edit again after it was paid',
    'video_editing_orders',
    { visitor_hash: 'same' },
    [{ visitor_hash: 'same', status: 'paid' }],
  ],
  [
    'the same edit in a hurry',
    'video_editing_orders',
    { visitor_hash: 'same', rush_service: true },
    [{ visitor_hash: 'same' }],
  ],
  [
    'a member’s second order',
    'video_editing_orders',
    { ...FIRST(), discount: 'member' },
    [{ ...FIRST(), discount: 'member' }],
  ],
]

function FIRST(): Change {
  return { discount: 'first_order' }
}

function NOTE(): Change {
  return { kind: 'credit_note', receipt_id: 1, stripe_refund_id: 're_1' }
}

function PART_NOTE(): Change {
  return { kind: 'credit_note', receipt_id: 1, part_refund_id: 1 }
}

function ORDER(): Change {
  return { purpose: 'order', booking_id: null, order_id: 1 }
}

let database: TestDatabase
beforeAll(async () => {
  database = await testDatabase()
  await database.reset()
  await parents(database.sql)
})
beforeEach(() => database.sql.query('BEGIN'))
afterEach(() => database.sql.query('ROLLBACK'))
afterAll(() => database.drop())

describe('the hand-written constraints', () => {
  test('each is in force and has a row below that it refuses', async () => {
    const { rows } = await database.sql.query<{ name: string; inForce: boolean }>(`
      SELECT conname AS name, convalidated AS "inForce" FROM pg_constraint WHERE contype IN ('c', 'x')
        AND connamespace = 'public'::regnamespace
      UNION ALL SELECT indexrelid::regclass::text, indisvalid FROM pg_index JOIN pg_class ON pg_class.oid = indexrelid
        WHERE indisunique AND indpred IS NOT NULL AND relnamespace = 'public'::regnamespace`)
    expect(rows.length).toBeGreaterThan(25)
    expect(rows.filter(({ inForce }) => !inForce)).toEqual([])
    expect([...new Set(REFUSED.map(([name]) => name))].sort()).toEqual(
      rows.map(({ name }) => name).sort(),
    )
  })

  test.each(Object.keys(valid) as Table[])('a valid row of %s is accepted', (table) =>
    insert(database.sql, table),
  )

  test.each(REFUSED)('%s refuses %s %j', async (constraint, table, wrong, before = []) => {
    for (const row of before) await insert(database.sql, table, row)
    await expect(insert(database.sql, table, wrong)).rejects.toMatchObject({ constraint })
  })

  test.each(ACCEPTED)('%s is allowed in %s', async (_why, table, row, before = []) => {
    for (const earlier of before) await insert(database.sql, table, earlier)
    await insert(database.sql, table, row)
  })
})
