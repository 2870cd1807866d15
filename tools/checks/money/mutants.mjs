// One rule of slots or money broken at a time. Each edit must fit the sources exactly, and once;
// otherwise the proof stops: a mutant that no longer applies proves nothing.
import { readFileSync } from 'node:fs'

const sync = 'lib/payments/sync.ts'
const reconcile = 'lib/payments/reconcile.ts'
const giveBack = 'lib/admin/attention/give-back.ts'
const sameRequest = 'lib/bookings/same-request.ts'
const settleBooking = 'lib/bookings/settle.ts'

/** The definition of a function of the database in which something is replaced. */
function functionWith(name, from, to) {
  const text = readFileSync(`prisma/sql/functions/${name}.sql`, 'utf8')
  if (text.split(from).length !== 2) throw new Error(`${name} has not once: ${from}`)
  return text.replace(from, () => to)
}

export const MUTANTS = [
  {
    name: 'refund before settlement forgotten',
    breaks: 'money that is already back confirms nothing',
    story: 'a session is back before it is settled',
    edits: [
      [reconcile, 'row.outcome === null && !isFullyRefunded(facts)', 'row.outcome === null'],
      [
        reconcile,
        "if (isFullyRefunded(facts)) return { outcome: 'refunded', reason: null, refundReason: null }",
        '',
      ],
    ],
  },
  {
    name: 'a transfer pays once more',
    breaks: 'money of a transfer for what is paid goes back',
    story: 'a transfer whose card has paid',
    edits: [
      [
        'lib/payments/record.ts',
        'const keptSen = stands ? Math.min(money.sen, owedSen) : 0',
        'const keptSen = stands ? money.sen : 0',
      ],
    ],
  },
  {
    name: 'a late transfer takes no time',
    breaks: 'money of a transfer whose time is taken goes back',
    story: 'a transfer that comes when its time is taken',
    edits: [
      [
        'lib/payments/record.ts',
        'const keptSen = stands ? Math.min(money.sen, owedSen) : 0',
        'const keptSen = Math.min(money.sen, owedSen)',
      ],
    ],
  },
  {
    name: 'the same request by fewer fields',
    breaks: 'what was asked for is the same by all of its fields',
    story: 'the same hour in the other room, by a friend',
    edits: [
      [
        sameRequest,
        '{ serviceId, roomId, date, time, duration, hours },',
        '{ serviceId, date, time, duration, hours },',
      ],
      [sameRequest, ', email: rest.email }', ' }'],
      [
        sameRequest,
        'isSameSession(row, request) && isDeepStrictEqual(detailsOf(row), detailsOf(askedBy(request)))',
        'isSameSession(row, request)',
      ],
    ],
  },
  {
    name: 'a transfer is cleaned away',
    breaks: 'a transfer that nobody has decided is kept',
    story: 'a slip that nobody looks at for a week',
    edits: [['lib/people/unpaid.ts', '      AND NOT booking_is_under_way(b)\n', '']],
  },
  {
    name: 'a transfer is erased',
    breaks: 'nobody is erased while their transfer waits',
    story: 'erased while a transfer waits',
    edits: [
      ['lib/people/end-unpaid.ts', ' AND NOT transfer_waits(b)', ''],
      [
        'lib/people/erase.ts',
        "  if (row?.transfer) throw new Problem('not_changeable', { sentence: 'person_transfer' })\n",
        '',
      ],
    ],
  },
  {
    name: 'a transfer without a slip is forgotten',
    breaks: 'each transfer that waits is among what is to do',
    story: 'a slip that nobody looks at for a week',
    edits: [
      [
        'lib/admin/today/todo.ts',
        '      WHERE ${TRANSFER_WAITS}\n',
        "      WHERE ${TRANSFER_WAITS} AND status = 'pending'\n",
      ],
    ],
  },
  {
    name: 'handled stays handled',
    breaks: 'a later change of handled money opens it again',
    story: 'looked after, then decided',
    edits: [[reconcile, 'changes.handled = false', 'changes.handled = row.handled']],
  },
  {
    name: 'slow reading overwrites',
    breaks: 'a reading begun before the row changed is thrown away',
    story: 'a slow reading of a refund',
    edits: [
      [
        sync,
        'if ((row?.syncVersion ?? null) !== (known?.syncVersion ?? null))',
        'if ((row === null) !== (known === null))',
      ],
      [
        sync,
        'if (!applied.changed && !applied.refund) return facts',
        'if (!applied.refund) return facts',
      ],
      ['lib/payments/sync.ts', '      syncDue: changed,', '      syncDue: false,'],
    ],
  },
  {
    name: 'no sweeps',
    breaks: 'what lost webhooks were to tell is read from Stripe’s lists',
    story: 'money of unknown origin, its webhook lost',
    edits: [
      ['lib/payments/sweeps.ts', '    () => sweep(settlements, events),\n', ''],
      ['lib/payments/sweeps.ts', '    () => sweep(settlements, refunds),\n', ''],
      ['lib/payments/sweeps.ts', '    () => sweep(settlements, disputes),\n', ''],
      ['lib/payments/sweeps.ts', '    () => sweep(settlements, intents),\n', ''],
    ],
  },
  {
    name: 'second intent left open',
    breaks: 'the loser of two creations is cancelled at Stripe',
    story: 'two creations of one intent',
    edits: [
      [
        'lib/payments/intents.ts',
        'if (intentId !== created.id) await closeIntent(settlements, created.id)',
        'if (intentId !== created.id) return created.id',
      ],
      [sync, 'await cancelAtStripe(intentId)\n  return true', 'return false'],
      [
        sync,
        "    ? { outcome: 'refund_due', reason: 'duplicate' }",
        "    ? { outcome: 'confirmed' }",
      ],
    ],
  },
  {
    name: 'upgrade that never started blocks',
    breaks: 'an upgrade whose start failed makes way for the next one',
    story: 'an upgrade that does not start',
    edits: [
      [
        'lib/bookings/holds.ts',
        '  await endUnmade(tx, upgradeId ? { upgrade: { id: upgradeId } } : { bookingId })\n',
        '  if (!upgradeId) await endUnmade(tx, { bookingId })\n',
      ],
      // What protects it in addition.
      ['lib/payments/intents.ts', '  await endUnmade(db(), where)\n', ''],
    ],
  },
  {
    name: 'money back is nobody’s news',
    breaks: 'a booking whose money went back is shown to the owner',
    story: 'paid back by the dashboard',
    sql: `CREATE OR REPLACE VIEW bookings_paid_back AS
      SELECT booking_id, id AS payment_id, handled_at FROM payments WHERE false`,
  },
  {
    name: 'database error taken for a refusal',
    breaks: 'our own error is never recorded as Stripe’s answer',
    story: 'our own error after Stripe’s yes',
    edits: [
      [
        'lib/payments/refunds.ts',
        `    await db().payment.updateMany({
      where: { id: due.id, refundKey: key },
      data: { stripeRefundId: answer.refund.id },
    })`,
        `    await db()
      .payment.updateMany({
        where: { id: due.id, refundKey: key },
        data: { stripeRefundId: answer.refund.id },
      })
      .catch((error) => recordRefusal(due.id, key, error))`,
      ],
    ],
  },
  {
    name: 'desk money sent to Stripe',
    breaks: 'money paid at the desk is given back there',
    story: 'money paid at the desk',
    edits: [
      [
        'lib/admin/attention/handle.ts',
        "const outcome = payment.intentId ? 'refund_due' : 'refunded'",
        "const outcome = 'refund_due'",
      ],
    ],
  },
  {
    name: 'revoked key is a refusal',
    breaks: 'a key that Stripe refuses counts as Stripe away',
    story: 'the key is revoked',
    edits: [['lib/payments/stripe-errors.ts', ' || isKeyRefused(error)) return', ') return']],
  },
  {
    name: 'unknown intent is waited for',
    breaks: 'an intent that Stripe does not know is closed',
    story: 'Stripe forgets an intent',
    edits: [
      ['lib/payments/facts.ts', "if (stripeCode(error) === 'resource_missing') return null", ''],
    ],
  },
  {
    name: 'told of an act that can be taken back',
    breaks: 'nobody is told of a booking while the last act on it can be taken back',
    story: 'a cancellation is taken back',
    edits: [
      [
        'lib/mail/outbox.ts',
        'AND NOT can_be_taken_back(m.booking_id, ${now.toISOString()}::timestamptz)',
        '',
      ],
    ],
  },
  {
    name: 'move checked before the lock',
    breaks: 'a move is checked with the length that the session has under the lock',
    story: 'a move that meets an upgrade',
    edits: [
      [
        'lib/bookings/reschedule.ts',
        'openRooms(before, request, rooms) : []',
        'roomsOf(before, rooms) : []',
      ],
    ],
  },
  {
    name: 'status set on what was seen before the lock',
    breaks: 'a status change reserves the time that the booking has under the lock',
    story: 'a change of status that meets a move',
    edits: [
      [
        'lib/bookings/set-status.ts',
        'lockAndApply(tx, { ...change, rooms }))',
        'lockAndApply(tx, { ...change, rooms, found }))',
      ],
      [
        'lib/bookings/set-status.ts',
        '  const rooms = await everyRoom()\n',
        '  const rooms = await everyRoom()\n  const found = await db().booking.findUniqueOrThrow({ where: { id } })\n',
      ],
      [
        'lib/bookings/set-status.ts',
        'places = placesOf(before, rooms)',
        'places = placesOf(found, rooms)',
      ],
      [
        'lib/bookings/set-status.ts',
        '{ id, status, version, actor, now, rooms }: Applied',
        '{ id, status, version, actor, now, rooms, found }: Applied & { found: never }',
      ],
    ],
  },
  {
    name: 'upgrade compared without its start',
    breaks: 'an upgrade is applied to the start that it was offered for',
    story: 'a late upgrade of a session that was moved',
    edits: [
      [
        'lib/bookings/settle-upgrade.ts',
        'upgrade.fromStartsAt.getTime() === booking.startsAt.getTime() &&',
        '',
      ],
    ],
  },
  {
    name: 'total spent left as it was',
    breaks: 'what a member has spent follows a partial refund',
    story: 'a part given back to a member',
    edits: [[reconcile, "effects.push({ kind: 'recount' })", 'void 0']],
  },
  {
    name: 'money linked twice',
    breaks: 'one booking is paid by one payment',
    story: 'one booking, two payments linked to it',
    edits: [[settleBooking, 'booking && owedSen(booking) > 0 && [', 'booking && [']],
  },
  {
    name: '503 after the cancellation',
    breaks: 'a cancellation that is committed is answered as done',
    story: 'cancelled while Stripe is away',
    edits: [
      [
        'lib/bookings/expire.ts',
        `.catch((error: unknown) =>
      log.warn({ bookingId, ...errorFields(error) }, 'intent left open for the reconciler'),
    )`,
        '',
      ],
    ],
  },
  {
    name: 'reward kept after the cancellation',
    breaks: 'a cancelled session takes the friend’s reward with it',
    story: 'a rewarded session is cancelled',
    edits: [['lib/bookings/cancel.ts', '  await reverseReward(tx, id)\n', '']],
  },
  {
    name: 'hold ended before its time',
    breaks: 'holds are judged by the database’s clock',
    story: 'an instance whose clock is fast',
    edits: [
      ['lib/bookings/closing.ts', "  if (isWaitedFor && found.live) return 'extended'\n", ''],
      [
        'lib/bookings/expire.ts',
        'WHERE expires_at <= statement_timestamp()',
        'WHERE expires_at <= ${new Date()}',
      ],
      // What protects it in addition.
      [
        'lib/bookings/holds.ts',
        "AND (${reason} <> 'expired' OR b.hold_expires_at <= statement_timestamp())",
        '',
      ],
    ],
  },
  {
    name: 'settlement without the room’s lock',
    breaks: 'a settlement locks the room first',
    story: 'a late upgrade that meets a booking',
    edits: [[settleBooking, '  await lockRoomsOf(tx, bookingId ?? 0)\n', '']],
  },
  {
    name: 'second intent overwrites the first',
    breaks: 'a payment keeps the intent it has',
    story: 'two creations of one intent',
    edits: [
      [
        'lib/payments/intents.ts',
        "where: { id: payment.id, stripePaymentIntentId: null, status: { not: 'canceled' } },",
        "where: { id: payment.id, status: { not: 'canceled' } },",
      ],
    ],
  },
  {
    name: 'upgrade placed on what was sold before',
    breaks: 'an upgrade is priced from the booking under the lock',
    story: 'an upgrade that meets a move',
    edits: [
      [
        'lib/bookings/upgrade.ts',
        '      placeUpgrade(tx, request, catalogue),',
        '      placeUpgrade(tx, request, catalogue, row),',
      ],
      [
        'lib/bookings/upgrade.ts',
        'async function placeUpgrade(tx: Tx, request: UpgradeRequest, catalogue: Catalogue) {',
        'async function placeUpgrade(tx: Tx, request: UpgradeRequest, catalogue: Catalogue, booking: SoldRow) {',
      ],
      [
        'lib/bookings/upgrade.ts',
        `  const booking = await tx.booking.findUniqueOrThrow({
    where: { id: bookingId },
    include: soldInclude,
  })
  // Moved`,
        '  // Moved',
      ],
    ],
  },
  {
    name: 'move while an upgrade is held',
    breaks: 'a booking with an upgrade under way is not moved',
    story: 'a move that meets an upgrade on hold',
    edits: [
      [
        'lib/bookings/reschedule.ts',
        'if (await tx.bookingUpgrade.count({',
        'if (false && await tx.bookingUpgrade.count({',
      ],
    ],
  },
  {
    name: 'duplicate’s refund takes the session',
    breaks: 'a duplicate had earned nothing',
    story: 'an order paid twice',
    edits: [
      [reconcile, "reasonOf(next as End) !== 'duplicate'", 'true'],
      // What protects it in addition.
      ['lib/orders/refund.ts', '  if (!isPaidFor(payments))\n', ''],
    ],
  },
  {
    name: 'webhook says yes while Stripe is away',
    breaks: 'an event is answered with 200 only once it is done',
    story: 'news while Stripe is away',
    edits: [
      [
        'app/api/webhooks/stripe/route.ts',
        'await applyEvent(settlements, event)',
        'await applyEvent(settlements, event).catch(() => {})',
      ],
    ],
  },
  {
    name: 'constraint dropped',
    breaks: 'the database refuses two reservations of one time',
    story: 'a move to a time that is taken',
    sql: `ALTER TABLE slot_reservations DROP CONSTRAINT slot_reservations_no_overlap;
      ALTER TABLE slot_reservations ADD CONSTRAINT slot_reservations_no_overlap
        EXCLUDE USING gist (studio_id WITH =, tstzrange(starts_at, ends_at) WITH &&) WHERE (booking_id < 0)`,
    // What protects it in addition.
    edits: [
      [
        'lib/bookings/reschedule.ts',
        'const place = await freePlace(tx, places, id)',
        'const place = places[0]',
      ],
    ],
  },
  {
    name: 'room lock skipped',
    breaks: 'who writes reservations locks the room',
    story: 'a late upgrade that meets a booking',
    sql: `CREATE OR REPLACE FUNCTION lock_rooms(rooms INTEGER[], kinds INTEGER[], texts TEXT[])
      RETURNS TIMESTAMPTZ LANGUAGE plpgsql AS
      'BEGIN RETURN date_trunc(''milliseconds'', clock_timestamp()); END'`,
  },
  {
    name: 'amount not checked',
    breaks: 'another sum than was due confirms nothing',
    story: 'another sum than was due',
    edits: [['lib/payments/rules.ts', 'received.amountSen === expected.amountSen &&', '']],
  },
  {
    name: 'event remembered before its effects',
    breaks: 'an event is remembered in the transaction that applied it',
    story: 'the decision of a dispute, its webhook lost',
    edits: [
      [
        sync,
        '  let facts: StripeFacts | null = null\n  let changed = false\n',
        '  if (event) await transaction((tx) => rememberEvent(tx, event as EventRef))\n  let facts: StripeFacts | null = null\n  let changed = false\n',
      ],
    ],
  },
  {
    name: 'row lock skipped',
    breaks: 'a payment’s row is locked while it is brought in line',
    story: 'a settlement that meets a cancellation',
    edits: [
      [
        sync,
        'WHERE stripe_payment_intent_id = ${intentId} FOR UPDATE`',
        'WHERE stripe_payment_intent_id = ${intentId}`',
      ],
      [sync, 'await settlementFor(settlements, known.purpose).lock(tx, known)', 'void 0'],
    ],
  },
  {
    name: 'loyalty credited twice',
    breaks: 'one booking is one session',
    story: 'completed, and not, and completed',
    edits: [
      [
        'lib/memberships/loyalty.ts',
        'data: countersOf(ledger) })',
        'data: { ...countersOf(ledger), sessionsCompleted: countersOf(ledger).sessionsCompleted + ledger.filter((row) => row.reversesId !== null).length } })',
      ],
    ],
  },
  {
    name: 'unproven membership counts',
    breaks: 'nothing counts for a membership whose email is not proven',
    story: 'a session of somebody without proof',
    edits: [
      [
        'lib/memberships/counting.ts',
        'm.counts AND ${isTheirs(Prisma.sql`b.created_at`)}',
        "m.status = 'active'",
      ],
    ],
  },
  {
    name: 'outcome overwritten',
    breaks: 'a payment that has its outcome is not settled again',
    story: 'paid back by the dashboard',
    edits: [
      [
        reconcile,
        "facts.status === 'succeeded' && row.outcome === null",
        "facts.status === 'succeeded'",
      ],
      [
        reconcile,
        'if (outcome !== null) return { outcome, reason, refundReason }',
        'if (outcome !== null && !settled) return { outcome, reason, refundReason }',
      ],
    ],
  },
  {
    name: 'refund asked for with a new key each time',
    breaks: 'a repeated refund is the same request',
    story: 'a refund that takes long',
    edits: [
      [
        'lib/payments/refunds.ts',
        '{ idempotencyKey: key },',
        '{ idempotencyKey: String(Math.random()) },',
      ],
    ],
  },
  {
    name: 'hold freed before its intent is closed',
    breaks: 'an expired hold is freed once nobody can pay for it any more',
    story: 'a hold that runs out',
    edits: [
      [
        'lib/bookings/closing.ts',
        "if ((await closeIntent(settlements, intentId)) === 'in_flight') return 'kept'",
        '',
      ],
    ],
  },
  {
    name: 'a notice is written from what was told',
    breaks: 'a notice says what the rows say when it is sent',
    story: 'reminded, and then moved',
    edits: [
      [
        'lib/bookings/mail-now.ts',
        '    ...facts,\n    manageToken: booking.manageToken,',
        '    ...facts,\n    ...(before && { spans: before.starts.map((startsAt) => ({ startsAt, endsAt: startsAt })) }),\n    manageToken: booking.manageToken,',
      ],
    ],
  },
  {
    name: 'a reminder is not re-checked',
    breaks: 'a reminder is written and checked when it is sent',
    story: 'reminded, and then moved',
    edits: [
      [
        'lib/bookings/mail-now.ts',
        "if (status !== 'confirmed') return { untrue: `booking_${status}` }",
        '',
      ],
      ['lib/bookings/mail-now.ts', "if (startsAt <= now) return { untrue: 'session_begun' }", ''],
      [
        'lib/bookings/mail-now.ts',
        "if (queuedFor !== startsAt.toISOString()) return { untrue: 'moved' }",
        '',
      ],
    ],
  },
  {
    name: 'mail given up during an outage',
    breaks: 'a mail that nobody refused is tried for three days',
    story: 'a mail server that is down for hours',
    edits: [
      [
        'lib/mail/rules.ts',
        'attempts >= MAX_ATTEMPTS && (isRefused || isOld)',
        'attempts >= MAX_ATTEMPTS',
      ],
    ],
  },
  {
    name: 'linked money earns nothing',
    breaks: 'money linked to a completed booking earns its session',
    story: 'linked after the session',
    edits: [
      [
        'lib/admin/attention/handle.ts',
        '    await settlement.earn(',
        '    if (false) await settlement.earn(',
      ],
    ],
  },
  {
    name: 'late money meets an expired hold',
    breaks: 'an expired hold makes way for money that came late',
    story: 'late money meets a hold that has run out',
    edits: [
      [
        sync,
        'await settlementFor(settlements, known.purpose).releaseExpiredHolds?.(settlements, known)',
        'void 0',
      ],
    ],
  },
  {
    name: 'only confirmed payments are refunded',
    breaks: 'a full refund gives back all that is kept',
    story: 'a refund that failed and was looked after',
    edits: [
      [
        'lib/payments/refunds.ts',
        'payments.filter((payment) => keptOf(payment) > 0)',
        "payments.filter((payment) => payment.outcome === 'confirmed')",
      ],
    ],
  },
  {
    name: 'currency not compared',
    breaks: 'money in another currency is linked to nothing',
    story: 'money in another currency',
    edits: [['lib/admin/attention/handle.ts', 'if (!isOurCurrency(payment))', 'if (false)']],
  },
  {
    name: 'one bad entry stops the sweep',
    breaks: 'an entry that fails is recorded, and the others are read',
    story: 'a payment that cannot be recorded',
    edits: [['lib/payments/sweeps.ts', 'if (intentId === null) throw error', 'throw error']],
  },
  {
    name: 'a late word of the bank confirms',
    breaks: 'a held booking whose session is over is not confirmed by money',
    story: 'a bank that answers after the session',
    edits: [
      [
        'lib/bookings/status.ts',
        'booking.holdExpiresAt !== null && booking.endsAt <= now',
        'booking.holdExpiresAt === undefined',
      ],
    ],
  },
  {
    name: 'second payment not mailed',
    breaks: 'each payment that confirms a booking has its mail and receipt',
    story: 'paid for a second time',
    edits: [
      [
        'lib/notices/rules.ts',
        'documents: now.documents.filter((id) => !before.documents.includes(id)),',
        'documents: told ? [] : now.documents,',
      ],
    ],
  },
  // What people are asked to pay.
  {
    name: 'the whole is asked for again',
    breaks: 'what is owed is the price less what is kept',
    story: 'an upgrade is kept, its base went back',
    edits: [
      [
        'lib/bookings/status.ts',
        'owedOf(senOf(totalAmount), moneyOf(payments))',
        'owedOf(senOf(totalAmount), moneyOf(payments.slice(0, 0)))',
      ],
    ],
  },
  {
    name: 'an upgrade’s money pays for nothing',
    breaks: 'a booking is paid by all of its payments',
    story: 'an upgrade is kept, its base went back',
    edits: [
      [
        'lib/bookings/status.ts',
        'owedOf(senOf(totalAmount), moneyOf(payments))',
        "owedOf(senOf(totalAmount), moneyOf(payments.filter((one) => one.purpose === 'booking')))",
      ],
    ],
  },
  {
    name: 'outdated payment handed out again',
    breaks: 'an open payment over another sum than the rest is ended',
    story: 'what was asked for is no longer the rest',
    edits: [
      ['lib/payments/open.ts', 'if (senOf(payment.amount) !== payment.dueSen) {', 'if (false) {'],
    ],
  },
  {
    name: 'money that goes back pays',
    breaks: 'money that is going back pays for nothing',
    story: 'restored while its refund waits',
    edits: [
      [
        'lib/sales/money.ts',
        'Math.max(0, totalSen - money.offPriceSen - refundableOf(money))',
        'Math.max(0, totalSen - money.keptSen)',
      ],
    ],
  },
  {
    name: 'the page asks for the whole',
    breaks: 'the page of a booking asks for the rest',
    story: 'an upgrade is kept, its base went back',
    edits: [
      ['lib/bookings/manage.ts', 'const owedSen = askedSen(row)', 'const owedSen = price.totalSen'],
    ],
  },
  {
    name: 'an upgrade charged as a whole',
    breaks: 'an upgrade costs the difference',
    story: 'confirmed by hand, and made longer',
    edits: [
      [
        'lib/bookings/upgrade.ts',
        'const dueSen = upgrade.due.totalSen',
        'const dueSen = upgrade.after.totalSen',
      ],
    ],
  },
  {
    name: 'an upgrade asked for twice',
    breaks: 'no upgrade is sold while more is here than the booking costs',
    story: 'an upgrade paid by another sum',
    edits: [
      [
        'lib/bookings/upgrade.ts',
        "if (await isUndecided(tx, booking)) throw new Problem('not_changeable')",
        '',
      ],
    ],
  },
  // What a sale costs.
  {
    name: 'a line left out of the sum',
    breaks: 'a price is the sum of its lines',
    story: 'a session with an add-on',
    edits: [
      [
        'lib/sales/quote.ts',
        'lines.reduce((sum, { amountSen }) => sum + amountSen, 0)',
        'lines.slice(0, 1).reduce((sum, { amountSen }) => sum + amountSen, 0)',
      ],
    ],
  },
  {
    name: 'a discount counted twice',
    breaks: 'a discount is a line like any other',
    story: 'an order at a member’s price',
    edits: [
      [
        'lib/sales/quote.ts',
        'const subtotal = sumOf(lines)\n',
        "const subtotal = sumOf([...lines, ...lines.filter(({ kind }) => kind === 'discount')])\n",
      ],
    ],
  },
  {
    name: 'the rest after a part is a sen short',
    breaks: 'what is left is what came less what went back, to the sen',
    story: 'a part given back to a member',
    edits: [
      [
        'lib/sales/money.ts',
        'const leftSen = receivedOf(payment) - backSen',
        'const leftSen = receivedOf(payment) - backSen - (backSen > 0 && backSen < receivedOf(payment) ? 1 : 0)',
      ],
    ],
  },
  {
    name: 'a booking that keeps its old price',
    breaks: 'a booking costs what its sales cost',
    story: 'confirmed by hand, and made longer',
    edits: [
      [
        'lib/bookings/settle-upgrade.ts',
        '      totalAmount: { increment: sale.totalAmount },\n',
        '',
      ],
    ],
    // What protects it in addition.
    sql: `DROP TRIGGER bookings_keep_sales ON bookings;
      DROP TRIGGER upgrades_keep_sales ON booking_upgrades`,
  },
  // Money in another currency.
  {
    name: 'another currency confirms',
    breaks: 'the amount due is due in its currency',
    story: 'a booking paid in another currency',
    edits: [
      [
        'lib/payments/rules.ts',
        'received.currency.toLowerCase() === expected.currency.toLowerCase()',
        'true',
      ],
    ],
  },
  {
    name: 'another currency is added',
    breaks: 'sums in ringgit contain ringgit only',
    story: 'a booking paid in another currency',
    edits: [
      [
        'lib/sales/money.ts',
        'const ours = received.filter(isOurCurrency)',
        'const ours = received',
      ],
    ],
  },
  {
    name: 'shown as ringgit',
    breaks: 'money is shown in its currency',
    story: 'a booking paid in another currency',
    edits: [['lib/admin/attention/queries.ts', 'currency: row.currency,', "currency: 'myr',"]],
  },
  {
    name: 'its own money linked in any currency',
    breaks: 'another sum is accepted in ringgit only',
    story: 'a booking paid in another currency',
    edits: [
      [
        'lib/admin/attention/handle.ts',
        'if (!isOurCurrency(payment))',
        "if (!isOurCurrency(payment) && payment.reason === 'unmatched')",
      ],
    ],
  },
  {
    name: 'receipted without being kept',
    breaks: 'only what is kept for a purchase has a receipt',
    story: 'a booking paid in another currency',
    edits: [
      [
        'lib/payments/sync.ts',
        "settled?.outcome === 'confirmed' || (reconciled.row.outcome ?? row.outcome) === 'confirmed',",
        'true,',
      ],
    ],
  },
  // What documents say.
  {
    name: 'tax registration of today',
    breaks: 'a receipt has the tax registration of the sale',
    story: 'the tax changes between sale and payment',
    edits: [
      [
        'lib/receipts/seller.ts',
        "await settingAt('tax', soldAt, tx)",
        "await settingAt('tax', paidAt, tx)",
      ],
    ],
  },
  {
    name: 'a note by the seller of today',
    breaks: 'a note names the parties of its receipt',
    story: 'another company sells from now on',
    edits: [
      [
        'lib/receipts/issue.ts',
        'seller: receipt.seller as Seller,',
        'seller: (await sellerThen(tx, { soldAt: new Date(), paidAt: new Date() })).seller,',
      ],
    ],
  },
  {
    name: 'a note for nobody’s company',
    breaks: 'a note is billed to whom its receipt is billed',
    story: 'another company sells from now on',
    edits: [
      [
        'lib/receipts/issue.ts',
        'buyer: receipt.buyer as Buyer,',
        'buyer: { ...(receipt.buyer as Buyer), billing: null },',
      ],
    ],
  },
  {
    name: 'tax label of another sale',
    breaks: 'a receipt has the tax of the sale',
    story: 'the tax changes between sale and payment',
    edits: [['lib/receipts/sold.ts', 'label: sale.taxLabel }', "label: 'GST' }"]],
  },
  {
    name: 'a note without tax',
    breaks: 'a note takes back tax in its receipt’s proportion',
    story: 'another company sells from now on',
    edits: [
      [
        'lib/receipts/rules.ts',
        'const subtotalSen = Math.min(Math.max(subtotalUntil - before.subtotalSen, 0), totalSen)',
        'const subtotalSen = subtotalUntil < 0 ? 0 : totalSen',
      ],
    ],
  },
  {
    name: 'a note over the whole receipt',
    breaks: 'a note is over its refund',
    story: 'another company sells from now on',
    edits: [
      [
        'lib/receipts/issue.ts',
        'sumOfNotes(documents), refund.amountSen)',
        'sumOfNotes(documents), priceOf(receipt).totalSen)',
      ],
    ],
  },
  {
    name: 'a failed refund keeps its credit note',
    breaks: 'a refund that failed after its credit note has a debit note',
    story: 'a refund that arrived, and then failed',
    edits: [
      [
        'lib/receipts/issue.ts',
        "if (kind === 'credit_note' ? credited : !credited || noteOf(kind)) continue",
        "if (kind === 'debit_note' || credited) continue",
      ],
    ],
  },
  {
    name: 'a refund noted once a payment',
    breaks: 'each refund has its note',
    story: 'another company sells from now on',
    edits: [['lib/receipts/issue.ts', 'one.stripeRefundId === refund.id &&', 'true &&']],
  },
  {
    name: 'a part given back is owed again',
    breaks: 'what the owner gives back on purpose is not asked for again',
    story: 'a part given back, then asked for again',
    edits: [
      [
        'lib/sales/money.ts',
        'totalSen - money.offPriceSen - refundableOf(money)',
        'totalSen + 0 * money.offPriceSen - refundableOf(money)',
      ],
    ],
  },
  {
    name: 'an hour more that nobody owes',
    breaks: 'what is sold to be paid later is owed',
    story: 'an hour more that is owed',
    edits: [['lib/bookings/extend.ts', '{ onAccount: isOwed }', '{ onAccount: false }']],
  },
  {
    name: 'a part that keeps nothing',
    breaks: 'a hold of which a part was received no longer runs out',
    story: 'a part kept, and its hold over',
    edits: [[settleBooking, '? { holdExpiresAt: null, holderHash', '? { holderHash']],
  },
  {
    name: 'more received than is owed',
    breaks: 'no more is recorded than is owed',
    story: 'more than is owed at the desk',
    edits: [
      [
        'lib/payments/record.ts',
        'if (sen > owing.owedSen && !notOwed)',
        'if (sen > 10 * owing.owedSen && !notOwed)',
      ],
    ],
  },
  {
    name: 'a receipt without its discount',
    breaks: 'the lines of a receipt are what was sold',
    story: 'a discount at the desk',
    edits: [
      [
        'lib/receipts/sold.ts',
        '? lines.map((line)',
        "? lines.filter(({ kind }) => kind !== 'discount').map((line)",
      ],
    ],
  },
  {
    name: 'cash returned without a note',
    breaks: 'money returned at the studio has its credit note',
    story: 'money paid at the desk',
    edits: [
      [
        'lib/admin/attention/handle.ts',
        'refunds: await givenBackAtStudio(tx, payment),',
        'refunds: [],',
      ],
    ],
  },
  {
    name: 'transferred back without a note',
    breaks: 'what the owner gave back and recorded has its credit note',
    story: 'money of the desk, given back and recorded',
    edits: [
      [
        giveBack,
        'payment.stripePaymentIntentId === null\n        ? await givenBackAtStudio(tx, payment)',
        'payment.stripePaymentIntentId === null\n        ? []',
      ],
    ],
  },
  {
    name: 'more given back than is here',
    breaks: 'no more is recorded as given back than is here',
    story: 'money of the desk, given back and recorded',
    edits: [[giveBack, 'sen === 0 || sen > mostSen ||', 'sen === 0 || sen > 10 * mostSen ||']],
  },
  {
    name: 'by hand and by Stripe',
    breaks: 'what Stripe can give back is not given back by hand',
    story: 'by hand, what Stripe gives back',
    edits: [[giveBack, 'if (isAtStripe && refundBarOf(payment, now) === null)', 'if (id === 0)']],
  },
  {
    name: 'a transfer back that is forgotten',
    breaks: 'a later reading of Stripe keeps what the studio gave back itself',
    story: 'a refund that failed, transferred and recorded',
    edits: [
      [
        reconcile,
        'Math.min(backSenOf(facts) + row.returnedSen, facts.receivedSen)',
        'Math.min(backSenOf(facts), facts.receivedSen)',
      ],
    ],
  },
  {
    name: 'numbers taken outside the transaction',
    breaks: 'a transaction that is undone gives its number back',
    story: 'a settlement that is cut off',
    edits: [
      [
        'lib/receipts/issue.ts',
        'const [row] = await tx.$queryRaw',
        'const [row] = await db().$queryRaw',
      ],
      [
        'lib/receipts/issue.ts',
        "import type { Prisma, Tx } from '@/lib/db'",
        "import { db, type Prisma, type Tx } from '@/lib/db'",
      ],
    ],
  },
  {
    name: 'dated when its money came',
    breaks: 'a document is dated at its issue',
    story: 'linked on a later day',
    edits: [
      [
        'lib/receipts/issue.ts',
        "...(await nextNumber(tx, 'receipt')),",
        "...(await nextNumber(tx, 'receipt')), issuedAt: paid.at,",
      ],
    ],
  },
  // Reminders.
  {
    name: 'reminded of what was cancelled',
    breaks: 'nobody is reminded of what does not take place',
    story: 'reminded, and then cancelled',
    edits: [
      [
        'lib/bookings/mail-now.ts',
        "if (status !== 'confirmed') return { untrue: `booking_${status}` }",
        '',
      ],
    ],
  },
  {
    name: 'reminded of the time before',
    breaks: 'nobody is reminded of the time before a move',
    story: 'reminded, and then moved',
    edits: [
      [
        'lib/bookings/mail-now.ts',
        "if (queuedFor !== startsAt.toISOString()) return { untrue: 'moved' }",
        '',
      ],
    ],
  },
  {
    name: 'reminded of what has begun',
    breaks: 'nobody is reminded of what has begun',
    story: 'reminded when it has begun',
    edits: [
      ['lib/bookings/mail-now.ts', "if (startsAt <= now) return { untrue: 'session_begun' }", ''],
    ],
  },
  {
    name: 'nobody reminded',
    breaks: 'everybody whose session is near is reminded',
    story: 'reminded the day before',
    edits: [
      [
        'lib/bookings/notices.ts',
        "WHERE b.status = 'confirmed' AND b.starts_at > ${now}",
        "WHERE b.status = 'pending' AND b.starts_at > ${now}",
      ],
    ],
  },
  {
    name: 'reminded each time',
    breaks: 'nobody is reminded twice of one time',
    story: 'reminded the day before',
    edits: [
      ['lib/bookings/notices.ts', "(m.kind = 'booking_reminder' OR (m.kind", '(false OR (m.kind'],
      [
        'lib/bookings/notices.ts',
        '`booking_reminder:${id}:${start}`',
        '`booking_reminder:${id}:${Date.now()}`',
      ],
    ],
  },
  // The owner's lists.
  {
    name: 'no second page of bookings',
    breaks: 'a list goes on with its next page',
    story: 'a crowd of bookings',
    edits: [
      [
        'lib/admin/bookings/queries.ts',
        'last && found.length > limit ? cursorText(last) : null',
        'last && found.length > 10 * limit ? cursorText(last) : null',
      ],
    ],
  },
  {
    name: 'pages by time alone',
    breaks: 'rows of one moment are on one page or the next',
    story: 'a crowd of bookings',
    edits: [
      [
        'lib/admin/bookings/queries.ts',
        'Prisma.sql`(b.${column}, b.id) ${past} (${after.at}::timestamptz, ${after.id}::int)`',
        'Prisma.sql`b.${column} ${past} ${after.at}::timestamptz`',
      ],
    ],
  },
  {
    name: 'a row on two pages',
    breaks: 'a page begins after the last row of the one before',
    story: 'a crowd of bookings',
    edits: [
      [
        'lib/admin/orders/queries.ts',
        'Prisma.sql`o.id < ${cursor}`',
        'Prisma.sql`o.id <= ${cursor}`',
      ],
    ],
  },
  {
    name: 'a row between two pages',
    breaks: 'a page begins with the first row after the one before',
    story: 'a crowd of bookings',
    edits: [['lib/http/admin-methods.ts', 'rows[limit - 1]?.id', 'rows[limit]?.id']],
  },
  {
    name: 'a file that ends early',
    breaks: 'the file of bookings contains all of them',
    story: 'a crowd of bookings',
    edits: [
      ['lib/admin/bookings/queries.ts', 'first < all.length', 'first < Math.min(PAGE, all.length)'],
    ],
  },
  {
    name: 'a month without its notes',
    breaks: 'the file of a month contains all of its documents',
    story: 'a crowd of bookings',
    edits: [
      [
        'lib/receipts/queries.ts',
        'found({ issuedAt: { gte: from, lt: until }, id: { gt: last } }, PAGE)',
        "found({ issuedAt: { gte: from, lt: until }, id: { gt: last }, kind: 'receipt' }, PAGE)",
      ],
    ],
  },
  {
    name: 'waiting under two headings',
    breaks: 'a payment waits once',
    story: 'looked after, then decided',
    edits: [
      [
        'lib/admin/attention/queries.ts',
        'FROM payment_alerts WHERE kind = ${kind}\n',
        'FROM payment_alerts WHERE kind = ${kind} OR kind IS NOT NULL\n',
      ],
    ],
  },
  // One that fails does not stop the others.
  {
    name: 'one bad payment stops the others',
    breaks: 'a payment that cannot be settled stops nobody',
    story: 'a payment that cannot be settled',
    edits: [
      [
        'lib/each.ts',
        'failures.push({ item, error })',
        'if (failures.push({ item, error }) > 0) throw error',
      ],
      // The sweeps would find what the reconciler left.
      ['lib/payments/sweeps.ts', 'if (intentId === null) throw error', 'throw error'],
    ],
  },
  {
    name: 'a payment that cannot be settled is nobody’s news',
    breaks: 'what cannot be read for an hour is shown to the owner',
    story: 'a payment that cannot be settled',
    edits: [
      ['lib/jobs/jobs.ts', 'await noteUnread(payment.id)', 'void payment.id'],
      [
        'lib/payments/sweeps.ts',
        'sync_failing_since = coalesce(sync_failing_since, now())',
        'sync_failing_since = NULL',
      ],
    ],
  },
  // Rooms.
  {
    name: 'turnaround not reserved',
    breaks: 'the turnaround of its room is reserved after a session',
    story: 'a session in a room with turnaround',
    edits: [
      [
        'lib/availability/room.ts',
        'new Date(endsAt.getTime() + turnaroundMinutes * MINUTE_MS)',
        'new Date(endsAt.getTime() + 0 * turnaroundMinutes)',
      ],
    ],
  },
  {
    name: 'block not looked at',
    breaks: 'nothing is placed in time that a block closes',
    story: 'a booking in closed time',
    sql: functionWith(
      'find_room',
      '(o.booking_id = ignoring) IS NOT TRUE',
      "(o.booking_id = ignoring) IS NOT TRUE AND o.kind = 'booking'",
    ),
  },
  {
    name: 'one use too many',
    breaks: 'the last use of a code is had by one',
    story: 'the last use of a code, wanted by two',
    sql: functionWith('code_refusal', 'used.uses >= c.max_uses', 'used.uses > c.max_uses'),
  },
  {
    name: 'code past its end',
    breaks: 'a code holds until its last day',
    story: 'a code past its end',
    edits: [
      ['lib/codes/rules.ts', "if (lastDay !== null && today > lastDay) return 'code_over'\n", '\n'],
    ],
  },
  {
    name: 'block not warned of',
    breaks: 'the owner books in closed time only after a warning',
    story: 'by hand in closed time',
    edits: [
      [
        'lib/availability/by-hand.ts',
        "({ kind }) => kind === 'block'),\n    ),",
        '() => false),\n    ),',
      ],
    ],
  },
  {
    name: 'block without the room’s lock',
    breaks: 'a block waits for whoever is placing a booking',
    story: 'a move that meets a block',
    edits: [['lib/admin/calendar/block.ts', '    await lockBlocked(tx, block.roomId)\n', '']],
  },
  {
    name: 'only the first room locked',
    breaks: 'all rooms that a booking can have are locked',
    story: 'a move that meets a block',
    sql: functionWith('lock_rooms', 'ORDER BY one LOOP', 'ORDER BY one LIMIT 1 LOOP'),
  },
  {
    name: 'old room kept',
    breaks: 'a move gives up the room that the booking had',
    story: 'a move to the other room',
    edits: [
      [
        'lib/availability/room.ts',
        '  await release(tx, { bookingId })\n  await reserve(',
        '  await tx.slotReservation.deleteMany({ where: { bookingId, roomId: place.roomId } })\n  await reserve(',
      ],
    ],
  },
  {
    name: 'placed where it is not served',
    breaks: 'a booking’s room serves its service',
    story: 'two of a service of one room',
    edits: [
      [
        'lib/rooms/queries.ts',
        '(serviceId === undefined || serviceIds.has(serviceId))',
        '(serviceId === undefined || serviceIds.size > 0)',
      ],
    ],
  },
  {
    name: 'chosen room given up',
    breaks: 'a room that the visitor chose is kept by a move',
    story: 'a move in the room that was chosen',
    edits: [
      [
        'lib/bookings/places.ts',
        'roomChosen && own.length > 0 ? own :',
        'roomChosen && own.length < 0 ? own :',
      ],
    ],
  },
]
