import { lengthOf } from '@/lib/availability/rules'
import { refundPayment } from '@/lib/admin/attention/handle'
import { settlements } from '@/lib/settlements'
import { cancelBooking } from '@/lib/bookings/cancel'
import { holdSlot } from '@/lib/bookings/book'
import { closeIntent } from '@/lib/payments/intents'
import { syncPayment } from '@/lib/payments/sync'
import { rescheduleBooking } from '@/lib/bookings/reschedule'
import { expireHold } from '@/lib/bookings/expire'
import { offersFor } from '@/lib/bookings/offers'
import { upgradeSecret, type UpgradeRequest } from '@/lib/bookings/upgrade'
import { expireElapsedHolds, reconcilePayments } from '@/lib/jobs/jobs'
import { letActsStand } from '@/tests/support/acts'
import { hold, openShop, refusal, wish, workingDay, type Wish } from '@/tests/support/shop'
import { tellAll, toldCustomers } from '@/tests/support/told'

const shop = openShop()
const ADD_ON = 3
// seedMinimal's service 2: 248 an hour, 228 × 4 for a half day, 208 × 8 for a full day. 8.25 % to
// the sen, each total by hand.
const HOUR = 268_46
const HALF = 987_24
const FULL = 1801_28

const booking = async (id: number) =>
  (
    await shop.rows(
      `SELECT duration, status, (SELECT sum(s.subtotal)::text FROM sales s LEFT JOIN booking_upgrades u ON u.sale_id = s.id
        WHERE s.booking_id = b.id AND (s.kind = 'session' OR u.status = 'applied')) AS subtotal,
        total_amount::text AS total, calendar_sequence AS sequence FROM bookings b WHERE id = $1`,
      [id],
    )
  )[0]
const reservations = (id: number) =>
  shop.rows(
    `SELECT extract(epoch FROM ends_at - starts_at)::int / 3600 AS hours, upgrade_id IS NOT NULL AS held FROM slot_reservations WHERE booking_id = $1 ORDER BY starts_at`,
    [id],
  )
const upgrades = () =>
  shop.rows(
    `SELECT u.status, p.status AS payment, p.outcome, p.reason FROM booking_upgrades u JOIN payments p ON p.id = u.payment_id ORDER BY u.id`,
  )
/** What is told of it now: to the customer, and to the studio. */
const mails = async () =>
  (await tellAll())
    .filter(({ untrue }) => untrue === null)
    .map(({ kind, says }) => (kind === 'studio_booking' ? `studio: ${says}` : says))
const intentOf = ({ clientSecret }: { clientSecret: string }) =>
  clientSecret.split('_secret_')[0] ?? ''

async function sold(about: Wish = {}): Promise<number> {
  const { booking } = await shop.sold({ serviceId: 2, time: '10:00', ...about })
  await tellAll()
  return booking
}
const asked = (bookingId: number, more: Partial<UpgradeRequest> = {}): UpgradeRequest => ({
  bookingId,
  length: lengthOf({ duration: 'half-day' }),
  addOns: [],
  amountSen: HALF - HOUR,
  now: new Date(),
  ...more,
})
const upgraded = {
  duration: 'half-day',
  status: 'confirmed',
  subtotal: '912.00',
  total: '987.24',
  sequence: 1,
}
const unchanged = {
  duration: 'hourly',
  status: 'confirmed',
  subtotal: '248.00',
  total: '268.46',
  sequence: 0,
}

describe('a longer session, paid in time', () => {
  test('the difference is paid, the hours in between are held, then the booking is one of four hours', async () => {
    const id = await sold()
    const secret = await upgradeSecret(asked(id))
    expect(await reservations(id)).toEqual([
      { hours: 1, held: false },
      { hours: 3, held: true },
    ])
    expect(await refusal(holdSlot(wish({ who: 'other', time: '12:00' })))).toMatchObject({
      code: 'slot_taken',
    })
    expect((await shop.payments.pay(intentOf(secret))).amount).toBe(HALF - HOUR)
    expect(await booking(id)).toEqual(unchanged)
    expect(new Set(await shop.payments.release())).toEqual(new Set([200]))
    expect(await booking(id)).toEqual(upgraded)
    expect(await reservations(id)).toEqual([{ hours: 4, held: false }])
    const [mail, studio, ...more] = await tellAll()
    expect([mail?.says, studio?.says, more]).toEqual(['upgraded', 'upgraded', []])
    expect(mail?.letter?.payload).toMatchObject({
      sequence: 1,
      news: { paidSen: HALF - HOUR },
      totalSen: HALF,
      spans: [
        { startsAt: `${workingDay()}T02:00:00.000Z`, endsAt: `${workingDay()}T06:00:00.000Z` },
      ],
    })
  })

  test('webhook, page and reconciler at once, each event ten times, apply and mail it once', async () => {
    const id = await sold()
    const intent = intentOf(await upgradeSecret(asked(id)))
    await shop.payments.pay(intent)
    await shop.payments.control('webhooks', { mode: 'hold', duplicates: 9 })
    await Promise.all([
      shop.payments.release('reverse'),
      ...Array.from({ length: 10 }, () => syncPayment(settlements, intent)),
      reconcilePayments(),
    ])
    expect(await booking(id)).toEqual(upgraded)
    expect(await mails()).toEqual(['upgraded', 'studio: upgraded'])
  })

  test('an hour becomes the full day, and a half day does', async () => {
    const id = await sold()
    await shop.payments.pay(intentOf(await upgradeSecret(asked(id))))
    await shop.payments.release()
    await shop.payments.pay(
      intentOf(
        await upgradeSecret(
          asked(id, { length: lengthOf({ duration: 'full-day' }), amountSen: FULL - HALF }),
        ),
      ),
    )
    await shop.payments.release()
    expect(await booking(id)).toMatchObject({ duration: 'full-day', total: '1801.28', sequence: 2 })
    expect(await reservations(id)).toEqual([{ hours: 8, held: false }])
  })

  test('an upgrade asked for twice, by a double click or from two tabs, has one intent, paid once', async () => {
    const id = await sold()
    const first = intentOf(await upgradeSecret(asked(id)))
    expect(intentOf(await upgradeSecret(asked(id)))).toBe(first)
    await shop.payments.pay(first)
    await shop.payments.release()
    expect(await upgrades()).toEqual([
      { status: 'applied', payment: 'succeeded', outcome: 'confirmed', reason: null },
    ])
    // The tab that was left open requests what the booking already is.
    expect(await refusal(upgradeSecret(asked(id)))).toMatchObject({ code: 'invalid_request' })
  })

  test('another length takes the place of the first, whose intent is closed', async () => {
    const id = await sold()
    const first = intentOf(await upgradeSecret(asked(id)))
    const second = intentOf(
      await upgradeSecret(
        asked(id, { length: lengthOf({ duration: 'full-day' }), amountSen: FULL - HOUR }),
      ),
    )
    expect(
      (await shop.payments.ledger()).payment_intents.find((intent) => intent.id === first)?.status,
    ).toBe('canceled')
    await shop.payments.pay(second)
    await shop.payments.release()
    expect(await booking(id)).toMatchObject({ duration: 'full-day', total: '1801.28' })
  })

  test('a new intent pays for the same after Stripe cancelled one for too many declines', async () => {
    const id = await sold()
    await closeIntent(settlements, intentOf(await upgradeSecret(asked(id))))
    await shop.payments.pay(intentOf(await upgradeSecret(asked(id))))
    await shop.payments.release()
    expect(await booking(id)).toEqual(upgraded)
  })
})

describe('add-ons', () => {
  test('cost their rate for each hour and leave the session’s price alone', async () => {
    const id = await sold()
    await shop.rows(`UPDATE services SET hourly_rate = 999 WHERE id = 2`)
    const due = Math.round((248_00 + 80_00) * 1.0825) - HOUR
    await shop.payments.pay(
      intentOf(
        await upgradeSecret(
          asked(id, { length: lengthOf({ duration: 'hourly' }), addOns: [ADD_ON], amountSen: due }),
        ),
      ),
    )
    await shop.payments.release()
    expect(await booking(id)).toMatchObject({
      duration: 'hourly',
      subtotal: '328.00',
      total: '355.06',
      sequence: 1,
    })
    expect(
      await shop.rows(`SELECT service_id, hours, total_amount::text AS total FROM booking_add_ons`),
    ).toEqual([{ service_id: ADD_ON, hours: 1, total: '80.00' }])
    expect(await reservations(id)).toEqual([{ hours: 1, held: false }])
    expect(
      await refusal(
        upgradeSecret(
          asked(id, { length: lengthOf({ duration: 'hourly' }), addOns: [ADD_ON], amountSen: due }),
        ),
      ),
    ).toMatchObject({ code: 'invalid_request' })
  })

  test('with a longer length they cover all its hours, at the rate they were sold at', async () => {
    const id = await sold()
    const due = Math.round((912_00 + 320_00) * 1.0825) - HOUR
    await shop.payments.pay(
      intentOf(await upgradeSecret(asked(id, { addOns: [ADD_ON], amountSen: due }))),
    )
    await shop.payments.release()
    await shop.rows(`UPDATE services SET hourly_rate = 500 WHERE id = $1`, [ADD_ON])
    const whole = Math.round((1664_00 + 640_00) * 1.0825)
    await shop.payments.pay(
      intentOf(
        await upgradeSecret(
          asked(id, { length: lengthOf({ duration: 'full-day' }), amountSen: whole - HOUR - due }),
        ),
      ),
    )
    await shop.payments.release()
    expect(await booking(id)).toMatchObject({ duration: 'full-day', subtotal: '2304.00' })
    expect(await shop.rows(`SELECT hours, hourly_rate::text AS rate FROM booking_add_ons`)).toEqual(
      [{ hours: 8, rate: '80.00' }],
    )
  })
})

describe('not paid in time', () => {
  const late = async () => {
    const id = await sold()
    const intent = intentOf(await upgradeSecret(asked(id)))
    await shop.rows(
      `UPDATE booking_upgrades SET hold_expires_at = hold_expires_at - interval '22 minutes'`,
    )
    return { id, intent }
  }

  test('the added time goes back on sale and the intent is closed', async () => {
    const { id, intent } = await late()
    await Promise.all([expireElapsedHolds(), expireElapsedHolds()])
    expect(await upgrades()).toMatchObject([
      { status: 'ended', payment: 'canceled', outcome: null },
    ])
    expect(
      (await shop.payments.ledger()).payment_intents.find((one) => one.id === intent)?.status,
    ).toBe('canceled')
    await hold({ who: 'next', time: '11:00' })
    expect(await booking(id)).toEqual(unchanged)
  })

  test('while the payment is at the bank, the time is held twice as long, then released', async () => {
    const { intent } = await late()
    await shop.payments.pay(intent, 'pm_card_threeDSecure2Required')
    await shop.rows(`UPDATE booking_upgrades SET hold_expires_at = now() - interval '1 second'`)
    expect(await expireHold({ bookingId: 1, upgradeId: 1 })).toBe('extended')
    await shop.payments.control('authorize', { payment_intent: intent })
    await shop.payments.release()
    expect(await upgrades()).toMatchObject([{ status: 'applied', outcome: 'confirmed' }])
  })

  test('an upgrade paid after it ended is applied when the time is still free', async () => {
    const { id, intent } = await late()
    await shop.payments.faults({ match: '*', status: 500 })
    await expect(expireHold({ bookingId: 1, upgradeId: 1 })).resolves.toBe('ended')
    await shop.payments.faults()
    await shop.payments.pay(intent)
    await shop.payments.release()
    expect(await booking(id)).toEqual(upgraded)
    expect(await mails()).toEqual(['upgraded', 'studio: upgraded'])
  })

  test('and the time is taken by then: refunded in full, both mailed, the session unchanged', async () => {
    const { id, intent } = await late()
    await shop.payments.faults({ match: '*', status: 500 })
    await expireHold({ bookingId: 1, upgradeId: 1 })
    await shop.payments.faults()
    await hold({ who: 'next', time: '12:00' })
    await shop.payments.pay(intent)
    await shop.payments.release()
    expect(await upgrades()).toEqual([
      { status: 'ended', payment: 'succeeded', outcome: 'refunded', reason: 'late' },
    ])
    expect((await shop.payments.ledger()).refunds).toMatchObject([
      { amount: HALF - HOUR, status: 'succeeded' },
    ])
    expect([await booking(id), await reservations(id), await mails()]).toEqual([
      unchanged,
      [{ hours: 1, held: false }],
      ['upgrade_refund', 'studio: upgrade_refund'],
    ])
  })

  test('asked for again while the intent of the ended one is still open: that one is closed first', async () => {
    const { id, intent } = await late()
    await shop.payments.faults({ match: '*', status: 500 })
    await expireHold({ bookingId: 1, upgradeId: 1 })
    expect(await refusal(upgradeSecret(asked(id)))).toMatchObject({ code: 'unavailable' })
    await shop.payments.faults()
    const next = intentOf(await upgradeSecret(asked(id)))
    expect(next).not.toBe(intent)
    await shop.payments.pay(next)
    await shop.payments.release()
    expect(await upgrades()).toMatchObject([
      { status: 'ended', payment: 'canceled' },
      { status: 'applied', payment: 'succeeded', outcome: 'confirmed' },
    ])
  })

  test('an intent left open at Stripe after the hold ended is closed by the reconciler', async () => {
    const { intent } = await late()
    await shop.payments.faults({ match: '*', status: 500 })
    await expireHold({ bookingId: 1, upgradeId: 1 })
    await shop.payments.faults()
    await shop.rows(
      `UPDATE payments SET created_at = created_at - interval '1 minute', checked_at = checked_at - interval '1 minute'`,
    )
    await reconcilePayments()
    expect(
      (await shop.payments.ledger()).payment_intents.find((one) => one.id === intent)?.status,
    ).toBe('canceled')
  })
})

describe('beside other changes', () => {
  test('a move ends an unpaid upgrade, and is refused while its payment is at the bank', async () => {
    const id = await sold()
    const move = {
      id,
      newDate: workingDay(1),
      newTime: '15:00',
      by: 'customer',
      actor: 'customer',
      now: new Date(),
    } as const
    const first = intentOf(await upgradeSecret(asked(id)))
    expect(await rescheduleBooking(move)).toBe(true)
    expect(
      (await shop.payments.ledger()).payment_intents.find((one) => one.id === first)?.status,
    ).toBe('canceled')
    expect(await reservations(id)).toEqual([{ hours: 1, held: false }])
  })

  test('cancelled while it was paid for: both payments go back', async () => {
    const id = await sold()
    const intent = intentOf(await upgradeSecret(asked(id)))
    await shop.payments.pay(intent)
    await shop.rows(
      `UPDATE bookings SET status = 'cancelled', cancel_reason = 'admin', cancelled_at = now() WHERE id = $1`,
      [id],
    )
    await shop.rows(`DELETE FROM slot_reservations WHERE booking_id = $1`, [id])
    await shop.rows(`UPDATE booking_upgrades SET status = 'ended'`)
    await shop.payments.release()
    expect(await upgrades()).toMatchObject([{ outcome: 'refunded', reason: 'cancelled' }])
  })

  test('the owner cancels with a full refund: the session’s and the upgrade’s money', async () => {
    const id = await sold()
    await shop.payments.pay(intentOf(await upgradeSecret(asked(id))))
    await shop.payments.release()
    await cancelBooking({ id, refund: 'full', actor: 'owner', now: new Date() })
    await letActsStand()
    expect(
      (await shop.payments.ledger()).refunds.map(({ amount }) => amount).sort((a, b) => a - b),
    ).toEqual([HOUR, HALF - HOUR])
    // Mailed once, by the cancellation: nobody paid late. The note of each refund follows once it
    // is paid out.
    // One mail: the upgrade and the cancellation came before any was sent.
    expect(await toldCustomers()).toEqual(['cancelled'])
  })

  test('another amount than requested never upgrades: the owner must look', async () => {
    const id = await sold()
    const intent = intentOf(await upgradeSecret(asked(id)))
    await shop.rows(`UPDATE payments SET amount = 500 WHERE stripe_payment_intent_id = $1`, [
      intent,
    ])
    await shop.payments.pay(intent)
    await shop.payments.release()
    expect(await upgrades()).toMatchObject([
      { status: 'held', outcome: 'needs_attention', reason: 'amount_mismatch' },
    ])
    await shop.rows(`UPDATE booking_upgrades SET hold_expires_at = now() - interval '1 second'`)
    await expireElapsedHolds()
    expect(await booking(id)).toEqual(unchanged)
    // Until then nobody pays for it again.
    expect(await offersFor(id, 'en', new Date())).toBeNull()
    expect(await refusal(upgradeSecret(asked(id)))).toMatchObject({ code: 'not_changeable' })
    const [paid] = await shop.rows(`SELECT id FROM payments WHERE purpose = 'upgrade'`)
    await refundPayment({ id: Number(paid?.id), actor: 'owner' })
    expect(await offersFor(id, 'en', new Date())).not.toBeNull()
    await upgradeSecret(asked(id))
  })

  test('ten upgrades and ten new visitors want the same hour: one has it', async () => {
    const [a, b] = [
      await sold({ time: '09:00', duration: 'hourly' }),
      await sold({ who: 'other', time: '12:00' }),
    ]
    const results = await Promise.allSettled<unknown>([
      ...Array.from({ length: 4 }, () => upgradeSecret(asked(b))),
      ...Array.from({ length: 6 }, (_, i) => holdSlot(wish({ who: `v${i}`, time: '13:00' }))),
    ])
    const codes = results.map((result) =>
      result.status === 'fulfilled' ? 'ok' : (result.reason as { code: string }).code,
    )
    expect(new Set(codes.filter((code) => code !== 'ok'))).toEqual(new Set(['slot_taken']))
    expect(
      await shop.rows(
        `SELECT count(*)::int AS n FROM slot_reservations WHERE starts_at < $1 AND ends_at > $1`,
        [`${workingDay()}T05:30:00Z`],
      ),
    ).toEqual([{ n: 1 }])
    expect(await booking(a)).toEqual(unchanged)
  })
})

describe('refused', () => {
  test.each([
    [
      'a price that is not',
      { amountSen: HALF - HOUR - 1 },
      { code: 'price_changed', details: { data: { totalAmount: '718.78' } } },
    ],
    ['nothing new', { length: lengthOf({ duration: 'hourly' }) }, { code: 'invalid_request' }],
    ['a week', { length: lengthOf({ duration: 'weekly' }) }, { code: 'invalid_request' }],
    ['a studio service as an add-on', { addOns: [1] }, { code: 'invalid_request' }],
    ['an add-on of nobody', { addOns: [99] }, { code: 'invalid_request' }],
  ])('an upgrade is refused: %s', async (_what, change, expected) => {
    const id = await sold()
    expect(await refusal(upgradeSecret(asked(id, change)))).toMatchObject(expected)
    expect(await upgrades()).toEqual([])
  })

  test('a shorter length, a length the service has not, one that does not fit the day, time that is taken', async () => {
    const half = await sold({ duration: 'half-day' })
    expect(
      await refusal(upgradeSecret(asked(half, { length: lengthOf({ duration: 'hourly' }) }))),
    ).toMatchObject({
      code: 'invalid_request',
    })
    const audio = await sold({ serviceId: 1, who: 'audio', time: '14:00' })
    expect(await refusal(upgradeSecret(asked(audio)))).toMatchObject({ code: 'invalid_request' })
    const evening = await sold({ who: 'evening', time: '18:00' })
    expect(await refusal(upgradeSecret(asked(evening)))).toMatchObject({ code: 'slot_unavailable' })
    const full = asked(half, { length: lengthOf({ duration: 'full-day' }), amountSen: FULL - HALF })
    expect(await refusal(upgradeSecret(full))).toMatchObject({ code: 'slot_taken' })
  })

  test('one that is held, cancelled, or has begun', async () => {
    expect(
      await refusal(upgradeSecret(asked(await hold({ serviceId: 2, who: 'held', time: '15:00' })))),
    ).toMatchObject({ code: 'not_changeable' })
    const id = await sold()
    expect(
      await refusal(upgradeSecret(asked(id, { now: new Date(`${workingDay()}T02:00:00Z`) }))),
    ).toMatchObject({ code: 'not_changeable' })
  })
})
