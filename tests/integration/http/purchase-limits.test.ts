// What the link of a purchase is used for is bounded by day and purchase, whoever has it, and strangers
// write nothing into the audit log. The limits are as they are in production here.
process.env.RATE_LIMIT_SCALE = '1'
import { PATCH as bill } from '@/app/api/manage/[token]/billing/route'
import { POST as give } from '@/app/api/manage/[token]/footage/route'
import { POST as move } from '@/app/api/manage/[token]/reschedule/route'
import { POST as sendSlip } from '@/app/api/manage/[token]/slip/route'
import type { Handler } from '@/lib/route'
import { callRoute } from '@/tests/support/call'
import { hold, NO_COMPANY, openShop, orderCheckout, workingDay } from '@/tests/support/shop'

const holder = globalThis as { studioServer?: boolean }
beforeAll(() => void (holder.studioServer = true))
afterAll(() => void delete holder.studioServer)
const shop = openShop()
const LIMITED = { status: 429, sentence: expect.stringContaining('too often today') as string }

/** From another network each time, so that only the purchase counts. */
let asked = 0
const call = async (handler: Handler, path: string, token: string, body: BodyInit | object) => {
  const form = body instanceof FormData ? new Response(body) : null
  const answer = await callRoute(handler, `/api/manage/${token}/${path}`, {
    ...{ method: handler.method, params: { token } },
    body: form ? new Uint8Array(await form.arrayBuffer()) : body,
    headers: {
      'x-studio-address': `198.51.${++asked}.7`,
      ...(form && { 'content-type': form.headers.get('content-type') ?? '' }),
    },
  })
  const text = await answer.text()
  const { message } = (text ? JSON.parse(text) : {}) as { message?: string }
  return { status: answer.status, sentence: message }
}
const log = () => shop.rows(`SELECT actor, action, entity FROM audit_log`)

test('a seventh slip of a day is refused, of another booking it is not, and none is in the audit log', async () => {
  const waiting = async (who: string, time: string) => {
    const id = await hold({ who, time })
    await shop.rows(`UPDATE bookings SET transfer_chosen_at = now() WHERE id = $1`, [id])
    return shop.tokenOf(id)
  }
  const [token, other] = [await waiting('aina', '10:00'), await waiting('bea', '12:00')]
  const send = (to: string, text: string) => {
    const form = new FormData()
    form.set('file', new File([`%PDF-1.${text}`], 'slip.pdf'))
    return call(sendSlip, 'slip', to, form)
  }
  for (let nth = 0; nth < 6; nth++)
    expect(await send(token, String(nth))).toMatchObject({ status: 204 })
  expect(await send(token, '6')).toEqual(LIMITED)
  expect(await send(other, '0')).toMatchObject({ status: 204 })
  expect(await log()).toEqual([])
})

test('billing details of a booking change twelve times a day, and are logged once something was paid', async () => {
  const id = await hold({ time: '10:00' })
  const token = await shop.tokenOf(id)
  const change = (company: string, to = token) =>
    call(bill, 'billing', to, { ...NO_COMPANY, company })
  expect((await change('Lim Sdn Bhd')).status).toBe(200)
  expect(await log()).toEqual([])
  const { booking } = await shop.sold({ who: 'bea', time: '12:00' })
  expect((await change('Tan Sdn Bhd', await shop.tokenOf(booking))).status).toBe(200)
  expect(await log()).toEqual([{ actor: 'customer', action: 'billing', entity: 'booking' }])
  for (let nth = 1; nth < 12; nth++) expect((await change(`Lim ${nth}`)).status).toBe(200)
  expect(await change('Lim 12')).toEqual(LIMITED)
})

test('links to footage and moves have their number a day too', async () => {
  const { order: id } = await orderCheckout()
  const order = await shop.tokenOf(id, 'video_editing_orders')
  const links = (nth: number) =>
    call(give, 'footage', order, { footageLinks: [`https://drive.example/${nth}`] })
  for (let nth = 0; nth < 12; nth++) expect((await links(nth)).status).toBe(200)
  expect(await links(12)).toEqual(LIMITED)
  expect(await log()).toEqual([])
  const { booking } = await shop.sold({ time: '10:00' })
  const token = await shop.tokenOf(booking)
  const to = (newTime: string) =>
    call(move, 'reschedule', token, { newDate: workingDay(), newTime })
  for (let nth = 0; nth < 24; nth++)
    expect((await to(nth % 2 ? '10:00' : '11:00')).status).toBe(200)
  expect(await to('12:00')).toEqual(LIMITED)
})
