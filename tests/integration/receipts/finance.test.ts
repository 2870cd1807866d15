// Whoever keeps a buyer's accounts gets its receipts and notes too, and nothing that opens the purchase.
import { PATCH as correct } from '@/app/api/admin/bookings/[id]/contact/route'
import { PATCH as correctOrder } from '@/app/api/admin/orders/[id]/contact/route'
import { PATCH as change } from '@/app/api/manage/[token]/billing/route'
import { cancelBooking } from '@/lib/bookings/cancel'
import { attachmentsOf } from '@/lib/mail/attachments'
import { resendMail } from '@/lib/mail/outbox'
import { renderMail } from '@/lib/mail/templates'
import { erasePerson } from '@/lib/people/erase'
import { exportPerson } from '@/lib/people/export'
import { DEFAULT_SITE } from '@/lib/settings/site'
import { letActsStand } from '@/tests/support/acts'
import { callRoute } from '@/tests/support/call'
import { NO_COMPANY, openShop, orderCheckout } from '@/tests/support/shop'
import { tellAll } from '@/tests/support/told'
import { ownerCookie } from '../admin/admin'

const shop = openShop()
const FINANCE = 'accounts@contoh.example'
const COMPANY = { ...NO_COMPANY, company: 'Contoh Sdn. Bhd.', financeEmail: FINANCE }

const told = async () =>
  (await tellAll())
    .filter(({ kind }) => kind === 'finance_document')
    .map(({ recipient, locale, untrue, letter }) => ({ recipient, locale, untrue, letter }))
const numbers = async () =>
  (await told()).map(({ recipient, letter, untrue }) =>
    letter?.kind === 'finance_document' ? `${letter.payload.number} to ${recipient}` : untrue,
  )
const send = async (token: string, billing: object) =>
  (
    await callRoute(change, `/api/manage/${token}/billing`, {
      ...{ method: 'PATCH', params: { token }, body: billing },
    })
  ).status
async function correctTo(id: number, financeEmail: string): Promise<void> {
  const answer = await callRoute(correct, `/api/admin/bookings/${id}/contact`, {
    ...{ method: 'PATCH', params: { id: String(id) } },
    headers: { cookie: await ownerCookie(shop) },
    body: {
      firstName: 'Aina',
      lastName: 'Rahman',
      email: 'aina@example.com',
      locale: 'en',
      financeEmail,
    },
  })
  expect(answer.status).toBe(200)
}
const erase = (email: string) => erasePerson({ email, actor: 'owner' })

test('a receipt and a note, each once, without the link of the booking', async () => {
  const { booking } = await shop.sold({ ...COMPANY, locale: 'ms' })
  const [mail, ...more] = await told()
  expect(more).toEqual([])
  expect(mail).toMatchObject({
    ...{ recipient: FINANCE, locale: 'ms', untrue: null },
    letter: { payload: { about: { booking }, number: 'R-000001', totalSen: 107_17 } },
  })
  if (!mail?.letter) throw new Error('expected a letter')
  const { html, text, subject } = await renderMail(mail.letter, 'ms', DEFAULT_SITE)
  expect(subject).toContain('Resit R-000001')
  expect(text).toContain('RM107.17')
  const { files } = await attachmentsOf(mail.letter, 'ms', DEFAULT_SITE)
  expect(files.map(({ filename }) => filename)).toEqual(['R-000001.pdf'])
  const token = await shop.tokenOf(booking)
  for (const part of [html, text, ...files.map(({ content }) => String(content))]) {
    expect(part).not.toContain(token)
    expect(part).not.toContain('/manage/')
    expect(part).not.toContain('aina@example.com')
  }
  await cancelBooking({ id: booking, refund: 'full', actor: 'owner', now: new Date() })
  await letActsStand()
  await shop.payments.release()
  expect(await numbers()).toEqual([`CN-000001 to ${FINANCE}`])
  // It is no part of the documents.
  const rows = await shop.rows(`SELECT buyer::text AS buyer FROM receipts`)
  expect(rows.map(({ buyer }) => String(buyer).includes(FINANCE))).toEqual([false, false])
})

test('of an order too', async () => {
  const { intent } = await orderCheckout(COMPANY)
  await shop.payments.pay(intent)
  await shop.payments.release()
  expect(await numbers()).toEqual([`R-000001 to ${FINANCE}`])
})

test('given afterwards, it gets what there is, and no receipt is reissued', async () => {
  const { booking } = await shop.sold({ ...COMPANY, financeEmail: null })
  const token = await shop.tokenOf(booking)
  expect(await numbers()).toEqual([])
  expect(await send(token, { ...COMPANY, financeEmail: 'not an email' })).toBe(400)
  expect(await send(token, { ...COMPANY, financeEmail: ' Accounts@Contoh.example ' })).toBe(200)
  expect(await numbers()).toEqual([`R-000001 to ${FINANCE}`])
  expect(await send(token, COMPANY)).toBe(200)
  expect(await numbers()).toEqual([])
  expect(await shop.rows(`SELECT reissued_at FROM receipts`)).toEqual([{ reissued_at: null }])
  // Whose mails bring them already.
  expect(await send(token, { ...COMPANY, financeEmail: 'aina@example.com' })).toBe(200)
  expect(await numbers()).toEqual([])
})

test('corrected in the console: the old address gets nothing more, nor does a resent mail go astray', async () => {
  const { booking } = await shop.sold({ ...COMPANY, financeEmail: 'wrong@contoh.example' })
  await correctTo(booking, FINANCE)
  expect(await numbers()).toEqual(['finance_email_changed', `R-000001 to ${FINANCE}`])
  const [sent] = await shop.rows(`SELECT id FROM mails WHERE recipient = $1`, [FINANCE])
  expect(await resendMail(Number(sent?.id), 'owner')).toBe(true)
  expect(await numbers()).toEqual([`R-000001 to ${FINANCE}`])
  await correctTo(booking, '')
  expect(
    await shop.rows(
      `SELECT billing ->> 'company' AS company, billing ->> 'financeEmail' AS email FROM bookings`,
    ),
  ).toEqual([{ company: COMPANY.company, email: null }])
  expect(
    await shop.rows(
      `SELECT after ->> 'corrected' AS names FROM audit_log WHERE action = 'contact'`,
    ),
  ).toEqual([{ names: '["financeEmail"]' }])
})

test('of an order, corrected in the console: the new address gets what there is, the old one nothing more', async () => {
  const { order, intent } = await orderCheckout({
    ...COMPANY,
    financeEmail: 'wrong@contoh.example',
  })
  await shop.payments.pay(intent)
  await shop.payments.release()
  const cookie = await ownerCookie(shop)
  const correctTo = async (body: object, id = order) => {
    const answer = await callRoute(correctOrder, `/api/admin/orders/${id}/contact`, {
      ...{ method: 'PATCH', params: { id: String(id) }, body },
      headers: { cookie },
    })
    return { status: answer.status, body: (await answer.json()) as Record<string, unknown> }
  }
  expect(await correctTo({ financeEmail: 'accounts at contoh' })).toMatchObject({
    status: 400,
    body: { fields: { financeEmail: expect.stringMatching(/./) } },
  })
  expect((await correctTo({ financeEmail: FINANCE }, order + 1)).status).toBe(404)
  const seen = '2026-01-01T00:00:00.000Z'
  expect((await correctTo({ financeEmail: FINANCE, version: seen })).status).toBe(409)
  const first = await correctTo({ financeEmail: ' Accounts@Contoh.example ' })
  expect(first).toMatchObject({ status: 200, body: { id: order, financeEmail: FINANCE } })
  // As it is, and nothing sent: no change.
  for (const body of [{ financeEmail: FINANCE, version: first.body.updatedAt }, {}])
    expect(await correctTo(body)).toMatchObject({ status: 200, body: first.body })
  expect(await numbers()).toEqual(['finance_email_changed', `R-000001 to ${FINANCE}`])
  const { updatedAt: version } = first.body
  expect(await correctTo({ financeEmail: '', version })).toMatchObject({
    status: 200,
    body: { financeEmail: null },
  })
  expect((await correctTo({ financeEmail: FINANCE, version })).status).toBe(409)
  expect(await numbers()).toEqual([])
  expect(
    await shop.rows(
      `SELECT billing ->> 'company' AS company, billing ->> 'financeEmail' AS email FROM video_editing_orders`,
    ),
  ).toEqual([{ company: COMPANY.company, email: null }])
  // The field, and nobody's address.
  const log = `SELECT entity_id AS id, before, after FROM audit_log WHERE entity = 'order' AND action = 'contact'`
  const row = { id: String(order), before: null, after: { corrected: 'financeEmail' } }
  expect(await shop.rows(log)).toEqual([row, row])
  expect(await shop.rows(`SELECT reissued_at FROM receipts`)).toEqual([{ reissued_at: null }])
})

test('erased with who booked, and by itself', async () => {
  const { booking } = await shop.sold({ ...COMPANY, who: 'one' })
  await shop.sold({ ...COMPANY, who: 'two', time: '11:00' })
  await told()
  await shop.rows(`UPDATE bookings SET status = 'completed' WHERE id = $1`, [booking])
  await erase('one@example.com')
  const left = () =>
    shop.rows(
      `SELECT billing ->> 'company' AS company, billing ->> 'financeEmail' AS email FROM bookings ORDER BY id`,
    )
  expect(await left()).toEqual([
    { company: null, email: null },
    { company: COMPANY.company, email: FINANCE },
  ])
  await erase(FINANCE)
  expect((await left())[1]).toEqual({ company: COMPANY.company, email: null })
  expect(await shop.rows(`SELECT 1 FROM mails WHERE recipient = $1`, [FINANCE])).toEqual([])
})

test('whose mails are gone, is still told where they are named, and erased', async () => {
  const { booking } = await shop.sold({ ...COMPANY, who: 'one' })
  const { intent } = await orderCheckout({ ...COMPANY, who: 'two' })
  await shop.payments.pay(intent)
  await shop.payments.release()
  // As the job leaves them after 90 days.
  await shop.rows(`UPDATE mails SET recipient = '', payload = '{}', status = 'dropped'`)
  await shop.rows(`DELETE FROM notices`)
  const { tables } = await exportPerson({ email: FINANCE, actor: 'owner', now: new Date() })
  const [order] = await shop.rows('SELECT id FROM video_editing_orders')
  // And nothing of whoever booked.
  expect(tables).toEqual({
    bookings: [{ id: booking, billing: { financeEmail: FINANCE } }],
    video_editing_orders: [{ id: order!.id, billing: { financeEmail: FINANCE } }],
  })
  expect(await erase(FINANCE)).toEqual({
    deleted: {},
    kept: { bookings: 1, video_editing_orders: 1 },
  })
  const named = `SELECT billing ->> 'financeEmail' AS email FROM`
  const rows = await shop.rows(`${named} bookings UNION ALL ${named} video_editing_orders`)
  expect(rows).toEqual([{ email: null }, { email: null }])
})
