import { syncPayment } from '@/lib/payments/sync'
import { managedOrder, opensOrder } from '@/lib/orders/queries'
import { changeOrder, type OrderChange } from '@/lib/orders/change'
import { settlements } from '@/lib/settlements'
import { openShop, orderCheckout } from '@/tests/support/shop'
import { tellAll } from '@/tests/support/told'

const shop = openShop()

async function placed(about: Parameters<typeof orderCheckout>[0] = {}) {
  const made = await orderCheckout(about)
  const [row] = await shop.rows(
    'SELECT manage_token AS token FROM video_editing_orders WHERE id = $1',
    [made.order],
  )
  return { ...made, token: String(row?.token) }
}
async function paid(about: Parameters<typeof orderCheckout>[0] = {}) {
  const made = await placed(about)
  await shop.payments.pay(made.intent)
  await shop.payments.release()
  return made
}
const step = (id: number, to: OrderChange['to'], link: string | null = null) =>
  changeOrder({ id, to, link, actor: 'owner' })

test('an order’s page knows what was ordered, paid and promised, and nothing of who paid with what', async () => {
  const { order: id, token } = await paid({
    provenEmail: 'aina@example.com',
    duration: '5-10 mins',
    rushService: true,
    requirements: 'No music',
  })
  const order = await managedOrder(token)
  expect(order).toEqual({
    id,
    customerName: 'Aina Rahman',
    tier: 'standard',
    duration: '5-10 mins',
    rushService: true,
    requirements: 'No music',
    footageLinks: ['https://drive.example/footage'],
    hasFootage: true,
    status: 'paid',
    ...{ refund: null, money: [] },
    priceSen: 338_00,
    discount: 'first_order',
    discountSen: 37_00,
    rushSen: 118_00,
    taxSen: 37_62,
    totalSen: 493_62,
    receivedSen: 493_62,
    owedSen: 0,
    taxRate: 825,
    taxLabel: 'Tax',
    paidOn: expect.stringMatching(/^\d{4}-\d\d-\d\d$/) as string,
    dueOn: expect.stringMatching(/^\d{4}-\d\d-\d\d$/) as string,
    deliveredAt: null,
    revisionsLeft: 2,
  })
  for (const secret of ['aina@example.com', 'pi_', token])
    expect(JSON.stringify(order)).not.toContain(secret)
})

test('before it is paid there is no date to promise', async () => {
  const { token } = await placed()
  expect(await managedOrder(token)).toMatchObject({
    status: 'pending',
    paidOn: null,
    dueOn: null,
    deliveredAt: null,
    revisionsLeft: 2,
  })
})

test('the page says where the last delivery is, and how many revisions are left', async () => {
  const { order: id, token } = await paid()
  const state = async () => {
    const { deliveredAt, revisionsLeft } = (await managedOrder(token)) ?? {}
    return [deliveredAt, revisionsLeft]
  }
  const after = [
    ['https://files.example/cut-1', 2],
    ['https://files.example/cut-2', 1],
    [null, 0],
    ['https://files.example/cut-4', 0],
  ] as const
  for (const [link, left] of after) {
    await step(id, 'in_progress')
    await step(id, 'delivered', link)
    expect(await state()).toEqual([link, left])
  }
})

test('a refund is shown', async () => {
  const { intent, token } = await paid()
  await shop.payments.control('refund', { payment_intent: intent })
  await syncPayment(settlements, intent)
  expect(await managedOrder(token)).toMatchObject({ status: 'refunded', refund: 'refunded' })
})

test('its mails carry the token; any other opens nothing', async () => {
  const { token } = await paid()
  const [mail] = await tellAll()
  expect(mail?.letter?.payload).toMatchObject({ manageToken: token })
  expect(await opensOrder(token)).toBe(true)
  for (const wrong of [
    'x'.repeat(22),
    token.slice(1),
    `${token}x`,
    token.toUpperCase().replace(/[A-Z]$/, '_'),
    '',
    "' OR '1'='1",
    '__proto__',
  ]) {
    expect([wrong, await opensOrder(wrong)]).toEqual([wrong, false])
    expect(await managedOrder(wrong)).toBeNull()
  }
})
