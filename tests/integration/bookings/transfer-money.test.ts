// The money of a transfer is recorded as what it is: for the booking, or to be given back.
import { POST as decide } from '@/app/api/admin/bookings/[id]/transfer/route'
import { GET as openSlip } from '@/app/api/admin/bookings/[id]/slip/route'
import { POST as record } from '@/app/api/admin/payments/route'
import { markHandled, refundPayment } from '@/lib/admin/attention/handle'
import { expireHold } from '@/lib/bookings/expire'
import { rescheduleBooking } from '@/lib/bookings/reschedule'
import { chooseTransfer, keepSlip, receiveTransfer, refuseTransfer } from '@/lib/bookings/transfer'
import { undo } from '@/lib/bookings/undo'
import { WARNINGS } from '@/lib/availability/by-hand'
import { beginRefunds, deliverDueMails } from '@/lib/jobs/jobs'
import { issueAfterActs, issueMissingDocuments } from '@/lib/payments/documents'
import { settlements } from '@/lib/settlements'
import { addDays, studioDate } from '@/lib/time'
import { callRoute } from '@/tests/support/call'
import { checkout, hold, openShop, refusal, visitor, workingDay } from '@/tests/support/shop'
import { tellAll, toldCustomers } from '@/tests/support/told'
import { ownerCookie } from '../admin/admin'

const shop = openShop()
const ACCOUNT = { bank: 'Maybank', holder: 'Studio Sdn Bhd', number: '5140 1234 5678' }
const PDF = Buffer.from('%PDF-1.7\n%%EOF')
const owner = () => ({ actor: 'owner', now: new Date() })

async function chosen(about: Parameters<typeof checkout>[0] = {}) {
  await shop.rows(
    `INSERT INTO settings (key, value, updated_at) VALUES ('transfer', $1, now()) ON CONFLICT (key) DO NOTHING`,
    [JSON.stringify({ ...ACCOUNT, duitnow: '', hours: 24 })],
  )
  const { booking: id } = await checkout(about)
  const [row] = await shop.rows(`SELECT email FROM bookings WHERE id = $1`, [id])
  const mine = { visitorHash: visitor(about?.who), provenEmail: String(row?.email) }
  const choice = { bookingId: id, ...mine, now: new Date() }
  return { id, token: (await chooseTransfer(choice)).token }
}
async function ended(id: number): Promise<void> {
  await shop.rows(
    `UPDATE bookings SET hold_expires_at = now() - interval '1 second' WHERE id = $1`,
    [id],
  )
  expect(await expireHold({ bookingId: id })).toBe('ended')
}
/** The act can no longer be taken back. */
async function passed(): Promise<void> {
  await shop.rows(`UPDATE undoable_acts SET until = now()`)
  await beginRefunds()
}
/** So that its session began twenty minutes ago. */
const begun = async (id: number) => {
  for (const [table, key] of [
    ['bookings', 'id'],
    ['slot_reservations', 'booking_id'],
  ] as const)
    await shop.rows(
      `UPDATE ${table} SET starts_at = now() - interval '20 minutes', ends_at = now() + interval '40 minutes' WHERE ${key} = $1`,
      [id],
    )
  await shop.rows(
    `UPDATE bookings SET date = to_char(starts_at AT TIME ZONE 'Asia/Kuala_Lumpur', 'YYYY-MM-DD'),
      time = to_char(starts_at AT TIME ZONE 'Asia/Kuala_Lumpur', 'HH24:MI') WHERE id = $1`,
    [id],
  )
}
const booking = async (id: number) =>
  (
    await shop.rows(`SELECT status, transfer_decision AS decision FROM bookings WHERE id = $1`, [
      id,
    ])
  )[0]
const payments = async () =>
  (
    await shop.rows(
      `SELECT outcome, amount::text FROM payments WHERE outcome IS NOT NULL ORDER BY id`,
    )
  ).map(({ outcome, amount }) => `${outcome} ${amount}`)
const receipts = async () =>
  (await shop.rows(`SELECT total_amount::text AS total FROM receipts ORDER BY id`)).map(
    ({ total }) => total,
  )

describe('the deadline of a transfer, and its session moved', () => {
  const deadline = async () =>
    (
      await shop.rows(`SELECT hold_expires_at = starts_at AS "isStart",
        round(extract(epoch FROM hold_expires_at - transfer_chosen_at) / 3600)::int AS hours FROM bookings`)
    )[0]
  const move = (id: number, newDate: string, newTime: string) =>
    rescheduleBooking({
      ...{ id, newDate, newTime, by: 'admin', despite: WARNINGS, ...owner() },
    })

  test('never outlives a session that was moved to earlier, and is as promised when it is moved back', async () => {
    const { id } = await chosen()
    expect(await deadline()).toEqual({ isStart: false, hours: 24 })
    const soon = new Date(Date.now() + 5 * 3_600_000)
    await move(id, studioDate(soon), `${String((soon.getUTCHours() + 8) % 24).padStart(2, '0')}:00`)
    expect(await deadline()).toMatchObject({ isStart: true })
    await move(id, workingDay(2), '10:00')
    expect(await deadline()).toEqual({ isStart: false, hours: 24 })
  })
})

describe('money that comes after the start of a session whose hold has ended', () => {
  test('is for the booking while nobody else has its room', async () => {
    const { id } = await chosen()
    await begun(id)
    await ended(id)
    await receiveTransfer({ id, ...owner() })
    await passed()
    expect(await booking(id)).toEqual({ status: 'confirmed', decision: 'received' })
    expect(await payments()).toEqual(['confirmed 107.17'])
    expect(await receipts()).toEqual(['107.17'])
    // No session is outside the opening hours.
    await shop.rows(`DELETE FROM slot_reservations`)
    await shop.rows(
      `UPDATE bookings SET status = 'cancelled', cancel_reason = 'admin', cancelled_at = now()`,
    )
  })

  test('is to be given back when its time is sold, and nobody is told that it had not come', async () => {
    const { id } = await chosen()
    await tellAll()
    await ended(id)
    await hold({ who: 'next', from: 'elsewhere' })
    expect(await refusal(receiveTransfer({ id, use: 'purchase', ...owner() }))).toMatchObject({
      code: 'slot_taken',
    })
    await receiveTransfer({ id, ...owner() })
    expect(await payments()).toEqual(['needs_attention 107.17'])
    const [mail] = (await tellAll()).filter(({ kind }) => kind === 'booking_notice')
    expect(mail).toMatchObject({ letter: { payload: { transferEnd: null } } })
    await passed()
  })
})

test('money that comes after Not received is recorded although its time is sold', async () => {
  const cookie = await ownerCookie(shop)
  const { id } = await chosen()
  await refuseTransfer({ id, ...owner() })
  await hold({ who: 'next', from: 'elsewhere' })
  const send = async (more: object) =>
    (
      await callRoute(record, '/api/admin/payments', {
        body: {
          bookingId: id,
          method: 'transfer',
          amountSen: 107_17,
          date: studioDate(new Date()),
          ...more,
        },
        headers: { cookie },
      })
    ).status
  expect(await send({})).toBe(409)
  expect(await send({ notOwed: true })).toBe(201)
  expect(await payments()).toEqual(['needs_attention 107.17'])
  expect(await booking(id)).toMatchObject({ status: 'cancelled' })
})

test('money that comes twice is recorded as what is to be given back', async () => {
  const cookie = await ownerCookie(shop)
  const { id } = await chosen()
  await receiveTransfer({ id, ...owner() })
  await passed()
  const body = { bookingId: id, method: 'transfer', amountSen: 107_17, notOwed: true }
  const again = await callRoute(record, '/api/admin/payments', {
    body: { ...body, date: addDays(studioDate(new Date()), -1) },
    headers: { cookie },
  })
  expect(await again.json()).toMatchObject({ owedSen: 0, surplusSen: 107_17 })
  expect(await payments()).toEqual(['confirmed 107.17', 'needs_attention 107.17'])
})

describe('Received, and the sum that is in the account', () => {
  const received = async (id: number, body: object) => {
    const cookie = await ownerCookie(shop)
    const answer = await callRoute(decide, `/api/admin/bookings/${id}/transfer`, {
      ...{ method: 'POST', body: { received: true, ...body }, params: { id: String(id) } },
      headers: { cookie },
    })
    return { status: answer.status, ...((await answer.json()) as { undo?: { id: string } }) }
  }

  test('less than was asked for keeps the booking, and asks for the rest', async () => {
    const { id } = await chosen()
    await tellAll()
    expect(await received(id, { amountSen: 100_00 })).toMatchObject({ status: 200 })
    await passed()
    expect(await booking(id)).toEqual({ status: 'pending', decision: 'received' })
    expect(await payments()).toEqual(['confirmed 100.00'])
    expect(await receipts()).toEqual(['100.00'])
    expect((await tellAll()).find(({ kind }) => kind === 'booking_notice')).toMatchObject({
      letter: { payload: { askedSen: 7_17, news: { paidSen: 100_00 } } },
    })
  })

  test('less takes the time of a hold that had ended again, and waits for the rest', async () => {
    const { id } = await chosen()
    await ended(id)
    await received(id, { amountSen: 100_00 })
    await passed()
    expect(await booking(id)).toEqual({ status: 'pending', decision: 'received' })
  })

  test('more confirms it, and shows the owner what is to be given back', async () => {
    const { id } = await chosen()
    await received(id, { amountSen: 120_00 })
    await passed()
    expect(await booking(id)).toMatchObject({ status: 'confirmed' })
    expect(await payments()).toEqual(['confirmed 107.17', 'needs_attention 12.83'])
    expect(await receipts()).toEqual(['107.17'])
  })

  test('more that the owner keeps for what stands has its receipt, and a credit note when it goes back after all', async () => {
    const { id } = await chosen()
    await received(id, { amountSen: 120_00 })
    await passed()
    const [surplus] = await shop.rows(`SELECT id FROM payments WHERE outcome = 'needs_attention'`)
    const handled = { id: Number(surplus?.id), actor: 'owner', now: new Date() }
    await issueMissingDocuments(settlements)
    expect(await receipts()).toEqual(['107.17'])
    await markHandled({ ...handled, note: 'A tip', money: 'kept' })
    await issueMissingDocuments(settlements)
    await issueMissingDocuments(settlements)
    expect(
      await shop.rows(
        `SELECT kind, total_amount::text AS total, tax_amount::text AS tax FROM receipts ORDER BY id`,
      ),
    ).toEqual([
      { kind: 'receipt', total: '107.17', tax: '8.17' },
      { kind: 'receipt', total: '12.83', tax: '0.98' },
    ])
    await refundPayment(handled)
    expect(await receipts()).toEqual(['107.17', '12.83', '12.83'])
  })

  test('all of it that the owner keeps although the booking is over has none', async () => {
    const { id } = await chosen()
    await ended(id)
    await hold({ who: 'next', from: 'elsewhere' })
    await received(id, {})
    await passed()
    const [kept] = await shop.rows(`SELECT id FROM payments WHERE outcome = 'needs_attention'`)
    await markHandled({ id: Number(kept?.id), note: 'For another day', money: 'kept', ...owner() })
    await issueMissingDocuments(settlements)
    expect(await receipts()).toEqual([])
  })

  test('the receipts of several acts are issued, one read at a time', async () => {
    for (const [i, time] of ['09:00', '11:00', '13:00'].entries()) {
      const { id } = await chosen({ who: `v${i}`, time })
      await receiveTransfer({ id, ...owner() })
    }
    await shop.rows(`UPDATE undoable_acts SET until = now()`)
    await issueAfterActs(settlements, new Date(Date.now() + 1_000), 1)
    expect(await receipts()).toHaveLength(3)
  })

  test('all of it can be recorded as to be given back', async () => {
    const { id } = await chosen()
    await received(id, { use: 'give_back' })
    await passed()
    expect(await payments()).toEqual(['needs_attention 107.17'])
  })

  test('is taken back within ten seconds: no payment, no receipt, no mail, and the slip stays', async () => {
    const { id, token } = await chosen()
    await keepSlip({ token, bytes: PDF })
    await tellAll()
    const { undo: act } = await received(id, { amountSen: 120_00 })
    expect(await receipts()).toEqual([])
    await deliverDueMails()
    await undo({ id, act: act?.id ?? '', actor: 'owner' })
    expect(await booking(id)).toEqual({ status: 'pending', decision: null })
    expect(await payments()).toEqual([])
    expect(await receipts()).toEqual([])
    expect(await toldCustomers()).toEqual([])
    await received(id, {})
    await passed()
    expect(await booking(id)).toEqual({ status: 'confirmed', decision: 'received' })
    expect(await receipts()).toEqual(['107.17'])
    const cookie = await ownerCookie(shop)
    const opened = await callRoute(openSlip, `/api/admin/bookings/${id}/slip`, {
      ...{ params: { id: String(id) }, headers: { cookie } },
    })
    expect(opened.status).toBe(200)
  })

  test('taken back after its hold had ended, its time is free again', async () => {
    const { id } = await chosen()
    await ended(id)
    const { undo: act } = await received(id, {})
    await undo({ id, act: act?.id ?? '', actor: 'owner' })
    expect(await booking(id)).toEqual({ status: 'cancelled', decision: null })
    expect(await shop.rows(`SELECT id FROM slot_reservations`)).toEqual([])
  })
})
