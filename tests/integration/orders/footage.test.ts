// Where the footage is, and the due date that counts from it (docs/decisions/020 D8).
import { POST as giveFootage } from '@/app/api/manage/[token]/footage/route'
import { listOrders } from '@/lib/admin/orders/queries'
import type { OrderNotice } from '@/lib/mail/schema'
import { changeOrder } from '@/lib/orders/change'
import { receiveFootage } from '@/lib/orders/footage'
import { managedOrder } from '@/lib/orders/queries'
import { footageBody } from '@/lib/orders/schema'
import { callRoute } from '@/tests/support/call'
import { openShop, orderCheckout, refusal } from '@/tests/support/shop'
import { tellAll } from '@/tests/support/told'

const shop = openShop()
const LINK = 'https://drive.example/a?b=1&c=2'

async function paid(links: string[] = []): Promise<{ id: number; token: string }> {
  const { order: id, intent } = await orderCheckout({ footageLinks: links })
  await shop.payments.pay(intent)
  await shop.payments.release()
  const [row] = await shop.rows(`SELECT manage_token AS token FROM video_editing_orders`)
  return { id, token: String(row?.token) }
}
const give = async (token: string, footageLinks: unknown) => {
  const response = await callRoute(giveFootage, `/api/manage/${token}/footage`, {
    body: { footageLinks },
    params: { token },
  })
  return { status: response.status, body: (await response.json()) as Record<string, unknown> }
}
const state = async () =>
  (
    await shop.rows(
      `SELECT footage_links AS links, footage_at IS NOT NULL AS has, due_at IS NOT NULL AS due FROM video_editing_orders`,
    )
  )[0]
/** What the customer is told now, and whether it names a due date. */
const mails = async () =>
  (await tellAll())
    .filter(({ kind }) => kind === 'order_notice')
    .map(({ says, letter }) => [says, (letter?.payload as OrderNotice).dueDate !== null])
const receive = (id: number) =>
  receiveFootage({ id, version: undefined, actor: 'owner', now: new Date() })

test('with links at the checkout the date counts from the payment', async () => {
  await paid([LINK])
  expect(await state()).toEqual({ links: [LINK], has: true, due: true })
  expect(await mails()).toEqual([['received', true]])
})

test('without, from the first links on its page; later ones move nothing', async () => {
  const { token } = await paid()
  expect(await state()).toEqual({ links: [], has: false, due: false })
  expect(await mails()).toEqual([['received', false]])
  expect(await managedOrder(token)).toMatchObject({ hasFootage: false, dueOn: null })
  expect(await give(token, '')).toMatchObject({ status: 200, body: { hasFootage: false } })

  const answers = await Promise.all([give(token, LINK), give(token, [LINK]), give(token, LINK)])
  expect(answers.map(({ status }) => status)).toEqual([200, 200, 200])
  expect(await managedOrder(token)).toMatchObject({ hasFootage: true, footageLinks: [LINK] })
  expect(await mails()).toEqual([['footage', true]])
  const due = `SELECT due_at FROM video_editing_orders`
  const before = await shop.rows(due)
  await shop.rows(`UPDATE video_editing_orders SET footage_at = footage_at - interval '9 days'`)
  await give(token, [LINK, 'https://drive.example/b'])
  expect(await shop.rows(due)).toEqual(before)
  expect((await listOrders({ limit: 5 })).rows[0]).toMatchObject({
    footageLinks: [LINK, 'https://drive.example/b'],
  })
})

test('or from when the owner says that it came, once, in the log', async () => {
  const { id } = await paid()
  await mails()
  await Promise.all([receive(id), receive(id), receive(id)])
  expect(await state()).toEqual({ links: [], has: true, due: true })
  expect(await mails()).toEqual([['footage', true]])
  expect(
    await shop.rows(`SELECT actor, action, before, after FROM audit_log WHERE entity = 'order'`),
  ).toEqual([
    {
      actor: 'owner',
      action: 'footage',
      before: { links: 0, received: false },
      after: { received: true },
    },
  ])
})

test('or begins to edit', async () => {
  const { id } = await paid()
  await mails()
  await changeOrder({ id, to: 'in_progress', link: null, actor: 'owner' })
  expect(await state()).toMatchObject({ has: true, due: true })
  expect(await mails()).toEqual([['footage', true]])
})

test('links of an unpaid order are kept until it is paid; those of one that is over are refused', async () => {
  const { order: id, intent } = await orderCheckout({ footageLinks: [] })
  const [row] = await shop.rows(`SELECT manage_token AS token FROM video_editing_orders`)
  const token = String(row?.token)
  expect(await give(token, LINK)).toMatchObject({ status: 200, body: { hasFootage: false } })
  expect(await refusal(receive(id))).toMatchObject({ code: 'not_changeable' })
  await shop.payments.pay(intent)
  await shop.payments.release()
  expect(await state()).toMatchObject({ has: true, due: true })
  await changeOrder({ id, to: 'refunded', link: null, actor: 'owner' })
  await shop.payments.release()
  expect(await give(token, LINK)).toMatchObject({ status: 409, body: { code: 'not_changeable' } })
  expect(await give('A'.repeat(22), LINK)).toMatchObject({ status: 404 })
})

test.each([
  'http://drive.example/a',
  'javascript:alert(1)',
  'drive.example',
  `https://drive.example/${'x'.repeat(500)}`,
  ['https://a.example', 7],
  Array.from({ length: 6 }, (_, index) => `https://a.example/${index}`),
  { 0: 'https://a.example' },
])('%p is refused', (footageLinks) => {
  expect(footageBody.safeParse({ footageLinks }).error?.issues[0]).toMatchObject({
    message: 'links',
    path: expect.arrayContaining(['footageLinks']) as unknown[],
  })
})
