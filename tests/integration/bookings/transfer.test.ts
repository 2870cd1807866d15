// A booking that is paid by transfer (docs/decisions/041). The limits as they are in production: this
// file's environment scales nothing.
process.env.RATE_LIMIT_SCALE = '1'
import sharp from 'sharp'
import { GET as openSlip } from '@/app/api/admin/bookings/[id]/slip/route'
import { POST as decide } from '@/app/api/admin/bookings/[id]/transfer/route'
import { POST as choose } from '@/app/api/bookings/[id]/transfer/route'
import { POST as payByLink } from '@/app/api/manage/[token]/payment/route'
import { GET as readManaged } from '@/app/api/manage/[token]/route'
import { POST as sendSlip } from '@/app/api/manage/[token]/slip/route'
import { thingsToDo } from '@/lib/admin/today/todo'
import { holdSlot } from '@/lib/bookings/book'
import { expireHold } from '@/lib/bookings/expire'
import {
  chooseTransfer,
  keepSlip,
  receiveTransfer as receive,
  refuseTransfer,
} from '@/lib/bookings/transfer'
import { beginRefunds } from '@/lib/jobs/jobs'
import type { Managed } from '@/lib/bookings/schema'
import { picturesOf } from '@/lib/mail/attachments'
import type { Letter } from '@/lib/mail/schema'
import { renderMail } from '@/lib/mail/templates'
import { currentSite } from '@/lib/settings/queries'
import { DEFAULT_SITE } from '@/lib/settings/site'
import { NO_VISIT_FACTS } from '@/lib/settings/visit'
import { callRoute } from '@/tests/support/call'
import { secondInstance } from '@/tests/support/second-instance'
import { checkout, hold, openShop, refusal, visitor, wish, workingDay } from '@/tests/support/shop'
import { tellAll, toldCustomers } from '@/tests/support/told'

const shop = openShop()
const ACCOUNT = { bank: 'Maybank', holder: 'Studio Sdn Bhd', number: '5140 1234 5678' }
const DUITNOW =
  '00020201021126420014A000000615000101066033460210MD001295465204939953034585802MY5913MASJID NEGARA' +
  '6002MY627303251704936237869008996045430052017072988178750084448071617049359619050076304FD9C'
const set = (value: object) =>
  shop.rows(
    `INSERT INTO settings (key, value, updated_at) VALUES ('transfer', $1, now())
     ON CONFLICT (key) DO UPDATE SET value = excluded.value`,
    [JSON.stringify(value)],
  )
beforeEach(() => set({ ...ACCOUNT, duitnow: DUITNOW, hours: 24 }))

const owner = () => ({ actor: 'owner', now: new Date() })
const PDF = Buffer.from('%PDF-1.7\n%%EOF')
type About = Parameters<typeof checkout>[0]
/** Its visitor has proven the email, and chooses. */
async function transfer(id: number, who = 'aina', now = new Date()) {
  const [row] = await shop.rows('SELECT email FROM bookings WHERE id = $1', [id])
  const visitorHash = visitor(who)
  return chooseTransfer({ bookingId: id, visitorHash, provenEmail: String(row?.email), now })
}
/** Held and to be paid by transfer; its card's intent was begun before. */
async function chosen(about: About = {}): Promise<{ id: number; token: string; intent: string }> {
  const { booking: id, intent } = await checkout(about)
  const { token } = await transfer(id, about?.who)
  return { id, token, intent }
}
/** Received, and no longer to be taken back. */
async function receiveTransfer(decision: Parameters<typeof receive>[0]): Promise<void> {
  await receive(decision)
  await shop.rows(`UPDATE undoable_acts SET until = now()`)
  await beginRefunds()
}
const booking = async (id: number) =>
  (
    await shop.rows(
      `SELECT status, cancel_reason, transfer_decision AS decision FROM bookings WHERE id = $1`,
      [id],
    )
  )[0]
const read = async (token: string): Promise<Managed> => {
  const response = await callRoute(readManaged, `/api/manage/${token}`, { params: { token } })
  return (await response.json()) as Managed
}
const payments = () =>
  shop.rows(`SELECT method, status, outcome, reason, amount::text FROM payments ORDER BY id`)
const receipts = () => shop.rows(`SELECT kind FROM receipts ORDER BY id`)
const todo = async () =>
  (await thingsToDo('en', new Date())).rows.filter(({ transfer }) => transfer !== undefined)
const runOut = (id: number) =>
  shop.rows(`UPDATE bookings SET hold_expires_at = now() - interval '1 second' WHERE id = $1`, [id])
const begun = { method: null, status: 'canceled', outcome: null, reason: null, amount: '107.17' }
const received = {
  ...{ method: 'transfer', status: 'succeeded', amount: '107.17' },
  ...{ outcome: 'confirmed', reason: 'offline' },
}
const toGiveBack = { ...received, outcome: 'needs_attention', reason: 'offline_refund' }

test('a transfer is chosen, its slip sent and its money received: confirmed, with a receipt', async () => {
  const { id, token } = await chosen({ locale: 'ms' })
  const [hours] = await shop.rows(
    `SELECT extract(epoch FROM hold_expires_at - transfer_chosen_at) / 3600 AS hours FROM bookings`,
  )
  expect(Number(hours?.hours)).toBeCloseTo(24)
  expect(await payments()).toEqual([begun])
  const told = await tellAll()
  expect(told[0]).toMatchObject({
    ...{ says: 'unpaid', locale: 'ms' },
    letter: { payload: { transfer: ACCOUNT, askedSen: 107_17, manageToken: token } },
  })
  const page = await read(token)
  expect(page).toMatchObject({ status: 'pending', payable: true })
  expect(page.transfer).toMatchObject({
    account: { ...ACCOUNT, qr: { text: DUITNOW, asks: false } },
    ...{ amount: '107.17', reference: String(id), slipSentAt: null },
  })
  expect(await todo()).toMatchObject([{ kind: 'transfer', amountSen: 107_17 }])

  await keepSlip({ token, bytes: PDF })
  expect(await booking(id)).toMatchObject({ status: 'pending' })
  expect(await payments()).toEqual([begun])
  expect(await receipts()).toEqual([])
  expect(await todo()).toMatchObject([{ kind: 'slip', name: 'Aina Rahman', amountSen: 107_17 }])

  await receiveTransfer({ id, ...owner() })
  expect(await booking(id)).toMatchObject({ status: 'confirmed', decision: 'received' })
  expect(await payments()).toEqual([begun, received])
  expect(await receipts()).toEqual([{ kind: 'receipt' }])
  expect(await toldCustomers()).toEqual(['confirmed'])
  expect(await todo()).toEqual([])
  expect((await read(token)).transfer).toBeUndefined()
  expect(await refusal(receiveTransfer({ id, ...owner() }))).toMatchObject({
    code: 'not_changeable',
  })
})

test('two answers at once record the money once', async () => {
  const { id } = await chosen()
  const answers = await Promise.allSettled([1, 2, 3].map(() => receiveTransfer({ id, ...owner() })))
  expect(answers.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
  expect(await payments()).toEqual([begun, received])
})

describe('two people answer at the same moment, at two instances of the site', () => {
  let second: ReturnType<typeof secondInstance>
  beforeAll(() => (second = secondInstance()))
  afterAll(() => second.close())
  const asSeen = async (id: number) => {
    const [row] = await shop.rows(`SELECT updated_at FROM bookings WHERE id = $1`, [id])
    return { id, version: (row?.updated_at as Date).toISOString(), ...owner() }
  }
  const told = [
    expect.objectContaining({ code: 'version_conflict' }),
    expect.objectContaining({ code: 'not_changeable' }),
  ]

  // Whose answer comes first is not said: several times, so that each may be.
  test.each([1, 2, 3, 4])('Received and Not received: one holds (%i)', async (round) => {
    const { id } = await chosen()
    await tellAll()
    const seen = await asSeen(id)
    const [accept, refuse] = [() => receiveTransfer(seen), () => refuseTransfer(seen)]
    const answers = await Promise.allSettled(
      round % 2 ? [accept(), second.as(refuse)] : [second.as(refuse), accept()],
    )
    const lost = answers.filter((one) => one.status === 'rejected')
    expect(lost).toHaveLength(1)
    expect(told).toContainEqual(lost[0]?.reason)
    const end = await booking(id)
    const isReceived = end?.decision === 'received'
    expect(end?.status).toBe(isReceived ? 'confirmed' : 'cancelled')
    expect(await receipts()).toEqual(isReceived ? [{ kind: 'receipt' }] : [])
    expect(await payments()).toEqual(isReceived ? [begun, received] : [begun])
    expect(await toldCustomers()).toEqual([isReceived ? 'confirmed' : 'cancelled'])
    expect(await todo()).toEqual([])
  })

  test('Received twice: one payment, one receipt, and the other is told', async () => {
    const { id } = await chosen()
    const seen = await asSeen(id)
    const answers = await Promise.allSettled([
      receiveTransfer(seen),
      second.as(() => receiveTransfer(seen)),
    ])
    expect(answers.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
    const lost = answers.find((one) => one.status === 'rejected')
    expect(told).toContainEqual(lost?.reason)
    expect(await payments()).toEqual([begun, received])
    expect(await receipts()).toEqual([{ kind: 'receipt' }])
  })
})

test('what is not received ends as a hold does, and its customer is told', async () => {
  const { id, token } = await chosen()
  await keepSlip({ token, bytes: PDF })
  await tellAll()
  await refuseTransfer({ id, ...owner() })
  expect(await booking(id)).toEqual({
    ...{ status: 'cancelled', cancel_reason: 'released', decision: 'not_received' },
  })
  const [mail] = await tellAll()
  expect(mail).toMatchObject({
    says: 'cancelled',
    letter: { payload: { transferEnd: 'not_received', transfer: null } },
  })
  expect(await todo()).toEqual([])
  await hold({ who: 'next' })
  expect(await refusal(keepSlip({ token, bytes: PDF }))).toMatchObject({ code: 'not_changeable' })
})

test('what has not come in time ends, says so, and counts as an hour held', async () => {
  const { id, token } = await chosen()
  await tellAll()
  expect(await expireHold({ bookingId: id })).toBe('extended')
  await shop.rows(`UPDATE bookings SET created_at = now() - interval '24 hours' WHERE id = $1`, [
    id,
  ])
  await runOut(id)
  expect(await expireHold({ bookingId: id })).toBe('ended')
  const [mail] = await tellAll()
  expect(mail).toMatchObject({ says: 'cancelled', letter: { payload: { transferEnd: 'expired' } } })
  const counts = await shop.rows(`SELECT hits FROM rate_limits WHERE key LIKE 'unpaid-%'`)
  expect(counts.map(({ hits }) => Number(hits))).toEqual([60, 60, 60])
  expect((await read(token)).transfer).toMatchObject({ account: null })
  expect(await todo()).toMatchObject([{ kind: 'transfer' }])
})

test('money that comes late takes the time again while it is free, and is given back otherwise', async () => {
  const { id, token } = await chosen()
  await runOut(id)
  await expireHold({ bookingId: id })
  await keepSlip({ token, bytes: PDF })
  expect(await todo()).toMatchObject([{ kind: 'slip' }])
  await receiveTransfer({ id, ...owner() })
  expect(await booking(id)).toMatchObject({ status: 'confirmed' })
  expect(await payments()).toEqual([begun, received])
})

test('money that comes when its time is taken is shown to the owner, to be given back', async () => {
  const { id } = await chosen()
  await runOut(id)
  await expireHold({ bookingId: id })
  await hold({ who: 'next', from: 'elsewhere' })
  await receiveTransfer({ id, ...owner() })
  expect(await booking(id)).toMatchObject({ status: 'cancelled' })
  expect((await payments()).at(1)).toEqual(toGiveBack)
})

test('a card still pays for it; money that then comes by transfer is to be given back', async () => {
  const { id, token } = await chosen()
  await keepSlip({ token, bytes: PDF })
  const answer = await callRoute(payByLink, `/api/manage/${token}/payment`, {
    body: { amount: '107.17' },
    params: { token },
  })
  const { clientSecret } = (await answer.json()) as { clientSecret: string }
  await shop.payments.pay(clientSecret.split('_secret_')[0] ?? '')
  await shop.payments.release()
  expect(await booking(id)).toMatchObject({ status: 'confirmed', decision: null })
  expect(await todo()).toMatchObject([{ kind: 'slip' }])
  await receiveTransfer({ id, ...owner() })
  expect(await booking(id)).toMatchObject({ status: 'confirmed' })
  expect((await payments()).slice(1)).toEqual([
    { ...received, method: 'card', reason: null },
    toGiveBack,
  ])
  expect((await thingsToDo('en', new Date())).rows.map(({ kind }) => kind)).toContain('open')
})

test('a card that pays when the transfer is there already goes back by itself', async () => {
  const { id, token } = await chosen()
  const answer = await callRoute(payByLink, `/api/manage/${token}/payment`, {
    body: { amount: '107.17' },
    params: { token },
  })
  const { clientSecret } = (await answer.json()) as { clientSecret: string }
  await shop.payments.pay(clientSecret.split('_secret_')[0] ?? '')
  await receiveTransfer({ id, ...owner() })
  await shop.payments.release()
  expect(await booking(id)).toMatchObject({ status: 'confirmed' })
  const rows = await payments()
  expect(rows.filter(({ outcome }) => outcome === 'confirmed')).toHaveLength(1)
  expect(rows.filter(({ reason }) => reason === 'duplicate')).toHaveLength(1)
})

test('the next booking of the same visitor does not take its place', async () => {
  const { id } = await chosen()
  await hold({ time: '12:00' })
  expect(await booking(id)).toMatchObject({ status: 'pending' })
})

describe('within the limits of holds', () => {
  const choose24 = (id: number, who = 'aina') => refusal(transfer(id, who))

  test('one at a time from an address, and for an inbox', async () => {
    await chosen({ who: 'a', from: 'one', email: 'aina@example.com' })
    const same = await hold({ who: 'b', from: 'one', email: 'b@example.com', time: '11:00' })
    const another = { code: 'not_payable', details: { sentence: 'transfer_another' } }
    expect(await choose24(same, 'b')).toMatchObject(another)
    const inbox = await hold({ who: 'c', from: 'two', email: 'a.ina@example.com', time: '13:00' })
    await shop.rows(
      `UPDATE bookings SET holder_inbox = (SELECT holder_inbox FROM bookings ORDER BY id
      LIMIT 1) WHERE id = $1`,
      [inbox],
    )
    expect(await choose24(inbox, 'c')).toMatchObject(another)
  })

  test('never past the start, nor for a session that begins within two hours', async () => {
    const id = await hold()
    const [row] = await shop.rows(`SELECT starts_at FROM bookings`)
    const soon = new Date(Number(row?.starts_at) - 119 * 60_000)
    expect(await refusal(transfer(id, 'aina', soon))).toMatchObject({
      details: { sentence: 'transfer_too_late' },
    })
    await set({ ...ACCOUNT, duitnow: '', hours: 9_000 })
    await transfer(id)
    expect(await shop.rows(`SELECT hold_expires_at = starts_at AS same FROM bookings`)).toEqual([
      { same: true },
    ])
  })

  test('not while too much of its week is held unpaid', async () => {
    const id = await hold()
    await shop.rows(`UPDATE bookings SET hold_minutes = 5 WHERE id = $1`, [id])
    expect(await choose24(id)).toMatchObject({ details: { sentence: 'transfer_week_full' } })
  })

  test('only by the visitor who holds it, while it is held, and where the studio takes transfers', async () => {
    const id = await hold()
    expect(await choose24(id, 'mallory')).toMatchObject({ code: 'not_found' })
    await set({ ...ACCOUNT, number: '' })
    expect(await choose24(id)).toMatchObject({ details: { sentence: 'transfer_off' } })
    await set(ACCOUNT)
    await runOut(id)
    expect(await choose24(id)).toMatchObject({ code: 'not_payable' })
  })

  test('what was paid by card a moment ago is not asked for again', async () => {
    const { booking: id, intent } = await checkout()
    await shop.payments.pay(intent)
    expect(await choose24(id)).toMatchObject({ details: { sentence: 'already_paid' } })
    expect(await booking(id)).toMatchObject({ status: 'confirmed' })
  })
})

test.each([
  ['as it is before its owner has tried it', '', false, DUITNOW],
  ['with the sum once that has worked', DUITNOW, true, expect.stringContaining('5406107.17')],
])('the QR of a transfer is on its page and in its mail, %s', async (_, askable, asks, text) => {
  await set({ ...ACCOUNT, duitnow: DUITNOW, askable, hours: 24 })
  const { token } = await chosen()
  expect((await read(token)).transfer?.account?.qr).toEqual({ text, asks })
  const letter = (await tellAll())[0]?.letter as Letter
  const [picture, ...others] = picturesOf(letter)
  expect(others).toEqual([])
  expect(await sharp(picture?.content as Buffer).metadata()).toMatchObject({
    ...{ format: 'png', width: 720, height: 720 },
  })
  const { html } = await renderMail(letter, 'en', DEFAULT_SITE, {
    ...{ visit: NO_VISIT_FACTS, ramadans: [], attached: [], missing: [] },
  })
  expect(html).toContain(`src="cid:${picture?.cid}"`)
})

describe('its slip', () => {
  test.each([
    ['a page', '<html><script>alert(1)</script></html>'],
    ['an SVG', '<svg xmlns="http://www.w3.org/2000/svg"/>'],
    ['a GIF', 'GIF89a'],
    ['nothing that can be read', '\x89PNG\r\n\x1a\nbroken'],
  ])('is not %s', async (_, text) => {
    const { token } = await chosen()
    expect(await refusal(keepSlip({ token, bytes: Buffer.from(text, 'latin1') }))).toMatchObject({
      code: 'invalid_request',
    })
    expect(await shop.rows(`SELECT 1 FROM slips`)).toEqual([])
  })

  test('is sent once more in place of the first, by whoever has the link, and read by no visitor', async () => {
    const { id, token } = await chosen()
    for (const end of ['1', '2']) {
      const form = new FormData()
      form.set('file', new File([`%PDF-1.${end}`], 'slip.pdf'))
      const encoded = new Response(form)
      const type = encoded.headers.get('content-type') ?? ''
      const sent = await callRoute(sendSlip, `/api/manage/${token}/slip`, {
        body: new Uint8Array(await encoded.arrayBuffer()),
        headers: { 'content-type': type },
        params: { token },
      })
      expect(sent.status).toBe(204)
    }
    const slips = await shop.rows(`SELECT type, convert_from(data, 'utf8') AS text FROM slips`)
    expect(slips).toEqual([{ type: 'application/pdf', text: '%PDF-1.2' }])
    const params = { id: String(id) }
    const opened = await callRoute(openSlip, `/api/admin/bookings/${id}/slip`, { params })
    expect(opened.status).toBe(401)
    const decided = await callRoute(decide, `/api/admin/bookings/${id}/transfer`, {
      method: 'POST',
      body: { received: true },
      params,
    })
    expect(decided.status).toBe(401)
    expect(
      (
        await callRoute(choose, `/api/bookings/${id}/transfer`, {
          method: 'POST',
          body: {},
          params,
        })
      ).status,
    ).toBe(404)
  })
})

describe('a slip that nobody waits for is refused before a byte of it is read', () => {
  const send = async (token: string) => {
    const read = jest.fn((stream: ReadableStreamDefaultController) => stream.close())
    const answer = await callRoute(sendSlip, `/api/manage/${token}/slip`, {
      body: new ReadableStream({ pull: read }, { highWaterMark: 0 }),
      headers: { 'content-type': 'multipart/form-data; boundary=x' },
      params: { token },
    })
    return [answer.status, read.mock.calls.length]
  }

  test('of a link that there is not', async () => {
    expect(await send('unknownunknownunknown1')).toEqual([404, 0])
  })

  test('of a booking whose transfer was not found', async () => {
    const { id, token } = await chosen()
    expect(await send(token)).toEqual([400, 1])
    await refuseTransfer({ id, ...owner() })
    expect(await send(token)).toEqual([409, 0])
  })
})

describe('the studio is mailed of a slip', () => {
  const slips = async () => (await tellAll()).filter(({ kind }) => kind === 'studio_slip')
  const picture = (background: string) =>
    sharp({ create: { width: 40, height: 60, channels: 3, background } })
      .png()
      .toBuffer()

  test('once, however often it is sent, with the booking and what is to be there', async () => {
    const { id, token } = await chosen()
    await tellAll()
    const bytes = await picture('white')
    await Promise.all([keepSlip({ token, bytes }), keepSlip({ token, bytes })])
    const [mail, ...more] = await slips()
    expect(more).toEqual([])
    expect(mail).toMatchObject({
      ...{ recipient: (await currentSite()).email, bookingId: id, untrue: null },
      letter: {
        payload: {
          bookingId: id,
          name: 'Aina Rahman',
          amountSen: 107_17,
          until: expect.any(String),
        },
      },
    })
    expect(JSON.stringify(mail?.letter)).not.toContain(token)
    await keepSlip({ token, bytes })
    expect(await slips()).toEqual([])
    await keepSlip({ token, bytes: await picture('black') })
    expect(await slips()).toMatchObject([{ untrue: null }])
  })

  test('says what is so when it is sent: the last slip alone, and none that was answered', async () => {
    const { id, token } = await chosen()
    await tellAll()
    await keepSlip({ token, bytes: PDF })
    await shop.rows(`UPDATE slips SET sent_at = sent_at - interval '1 second'`)
    await keepSlip({ token, bytes: Buffer.from('%PDF-1.7\nsecond\n%%EOF') })
    expect(await slips()).toMatchObject([{ untrue: 'slip_replaced' }, { untrue: null }])
    await runOut(id)
    await expireHold({ bookingId: id })
    await keepSlip({ token, bytes: PDF })
    expect(await slips()).toMatchObject([{ letter: { payload: { until: null } } }])
    await keepSlip({ token, bytes: Buffer.from('%PDF-1.7\nthird\n%%EOF') })
    await receiveTransfer({ id, ...owner() })
    expect(await slips()).toMatchObject([{ untrue: 'transfer_decided' }])
  })
})

test('a booking without a transfer has nothing of it on its page', async () => {
  const { booking: made } = await holdSlot(wish({ date: workingDay(1) }))
  const [row] = await shop.rows(`SELECT manage_token FROM bookings WHERE id = $1`, [made.id])
  expect(await read(String(row?.manage_token))).not.toHaveProperty('transfer')
})
