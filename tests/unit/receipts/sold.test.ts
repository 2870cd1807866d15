import { soldOver } from '@/lib/receipts/sold'

const sale = {
  lines: [
    { kind: 'session', quantity: 1, unitSen: 100_00, amountSen: 100_00 },
    { kind: 'discount', reason: 'member', quantity: 1, unitSen: -10_00, amountSen: -10_00 },
  ],
  ...{ subtotal: '90.00', taxAmount: '7.43', taxRate: '0.0825', taxLabel: 'Tax' },
  totalAmount: '97.43',
}
const inEnglish = (receivedSen: number) => {
  const { items, price } = soldOver(
    sale,
    { receivedSen, before: { subtotalSen: 0, taxSen: 0, totalSen: 0 } },
    ({ kind }) =>
      () =>
        `a ${kind}`,
  )
  return {
    lines: items.map(({ words, amountSen }) => [words('en'), amountSen]),
    total: price.totalSen,
  }
}

test('a receipt names the discount of whatever was sold, and its reason', () => {
  expect(inEnglish(97_43)).toEqual({
    lines: [
      ['a session', 100_00],
      ['VIP member, 10% off', -10_00],
    ],
    total: 97_43,
  })
})

test('another sum that was accepted is one line, with the tax that it contains', () => {
  expect(inEnglish(50_00)).toEqual({ lines: [['a session', 46_19]], total: 50_00 })
})
