// The owner looks for a receipt by what the customer says on the phone, in whatever month it was.
import { searchDocuments } from '@/lib/receipts/queries'
import { checkout, NO_COMPANY, openShop } from '@/tests/support/shop'

const shop = openShop()

test('real life: a document is found by number, buyer, company and telephone, however they are typed', async () => {
  const people = [
    { firstName: 'Éric', lastName: "D'Souza", phone: '012-345 6789' },
    {
      firstName: 'Mei',
      lastName: 'O’Brien',
      time: '13:00',
      ...NO_COMPANY,
      company: 'Kopi Sdn. Bhd.',
      companyTin: 'C2098765430',
    },
  ]
  for (const person of people) {
    const { intent } = await checkout(person)
    await shop.payments.pay(intent)
    await shop.payments.release()
  }
  await shop.rows(`UPDATE receipts SET issued_at = issued_at - interval '1 year' WHERE id = 1`)
  const found = async (q: string) => (await searchDocuments(q, 50)).map(({ number }) => number)
  for (const [q, numbers] of [
    ['R-000001', ['R-000001']],
    ['\u202aｒ－000002', ['R-000002']],
    ['#2', ['R-000002']],
    ['0123456789', ['R-000001']],
    ['+60 12 345-6789', ['R-000001']],
    ['eric d’souza', ['R-000001']],
    ["O'BRIEN", ['R-000002']],
    ['kopi sdn', ['R-000002']],
    ['c2098765430', ['R-000002']],
    ['pi_', ['R-000002', 'R-000001']],
    ['CN-000001', []],
    ['nobody', []],
  ] as [string, string[]][])
    expect([q, await found(q)]).toEqual([q, numbers])
  expect(await searchDocuments('pi_', 1)).toHaveLength(1)
}, 60_000)
