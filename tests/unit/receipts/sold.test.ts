import { withTax } from '@/lib/money'
import { soldOver } from '@/lib/receipts/sold'
import { discountLine, line } from '@/lib/sales/quote'
import { saleColumns, type SoldLine } from '@/lib/sales/sale'

const TAX = { basisPoints: 825, label: 'Tax' }
const names = { en: 'Podcast' }
const session: SoldLine = {
  ...line({ kind: 'session' }, 100_00, 2),
  ...{ names, duration: 'hourly', hours: 2 },
}
const camera: SoldLine = { ...line({ kind: 'add_on', serviceId: 3 }, 80_00, 2), names }
const lines = [session, camera, discountLine('member', 36_00, [session, camera]) as SoldLine]
const sale = saleColumns(lines, withTax(324_00, TAX), TAX)
const over = (sen: number) => {
  const { price, tax, items } = soldOver(
    sale,
    sen,
    ({ kind }) =>
      () =>
        kind,
  )
  return { price, tax, items: items.map(({ words, amountSen }) => [words('en'), amountSen]) }
}

test('the whole sum of a sale is itemised by its lines', () =>
  expect(over(350_73)).toEqual({
    tax: TAX,
    price: { subtotalSen: 324_00, taxSen: 26_73, totalSen: 350_73 },
    items: [
      ['session', 200_00],
      ['add_on', 160_00],
      ['discount', -36_00],
    ],
  }))

test('another sum that was accepted for a sale is one line with the tax that it contains', () =>
  expect(over(107_17)).toEqual({
    tax: TAX,
    price: { subtotalSen: 99_00, taxSen: 8_17, totalSen: 107_17 },
    items: [['session', 99_00]],
  }))
