// A month's export adds up with the payments of that month, to the sen.
import { lengthOf } from '@/lib/availability/rules'
import { documentsOfMonth, eachDocumentOfMonth, turnoverSen } from '@/lib/admin/receipts/queries'
import { documentsCsv, rowsOfDocuments } from '@/lib/admin/receipts/export'
import { upgradeSecret } from '@/lib/bookings/upgrade'
import { monthOf, sumsOf } from '@/lib/receipts/rules'
import { sheetOf } from '@/lib/receipts/sheet'
import { DEFAULT_TAX } from '@/lib/settings/tax'
import { saveSetting } from '@/lib/settings/change'
import { sellerNow } from '@/lib/receipts/seller'
import { settlements } from '@/lib/settlements'
import { issueMissingDocuments } from '@/lib/payments/documents'
import { HOUR_MS, longDate, studioDate } from '@/lib/time'
import { checkout, openShop, orderCheckout, workingDay } from '@/tests/support/shop'

const shop = openShop()
const month = () => monthOf(studioDate(new Date()))
const refund = (intent: string, amount?: number) =>
  shop.payments.control('refund', { payment_intent: intent, amount })

async function paid(about: Parameters<typeof checkout>[0]) {
  const made = await checkout(about)
  await shop.payments.pay(made.intent)
  await shop.payments.release()
  return made
}

type Row = Record<string, string>

/** The rows of a CSV file (RFC 4180) by the names of their columns. */
function parse(file: string): Row[] {
  const lines = file
    .replace(/^\ufeff/, '')
    .split('\r\n')
    .filter(Boolean)
  const cells = (line: string) =>
    [...line.matchAll(/(?:^|,)(?:"((?:[^"]|"")*)"|([^,]*))/g)].map(
      ([, quoted, plain]) => quoted?.replaceAll('""', '"') ?? plain ?? '',
    )
  // As a spreadsheet shows it: ="01" is the text 01.
  const shown = (cell: string) => /^="(.*)"$/.exec(cell)?.[1] ?? cell
  const [names = [], ...rows] = lines.map(cells)
  return rows.map((row) =>
    Object.fromEntries(names.map((name, at) => [name, shown(row[at] ?? '')])),
  )
}
const exported = async (): Promise<Row[]> => {
  const rows = rowsOfDocuments(eachDocumentOfMonth(month()), await sellerNow())
  let file = ''
  for await (const piece of documentsCsv(rows)) file += piece
  return parse(file)
}
const senOf = (text: string | undefined) => Math.round(Number(text) * 100)
const sum = (rows: Row[], column: string) =>
  rows.reduce((total, row) => total + senOf(row[column] || '0'), 0)

/** What Stripe received and refunded, by its own ledger. */
async function takings() {
  const { payment_intents, refunds } = await shop.payments.ledger()
  const received = payment_intents.reduce((total, intent) => total + intent.amount_received, 0)
  const back = refunds.reduce((total, { amount }) => total + amount, 0)
  return { received, back }
}

test('sales equal the payments, refunds the money returned, and the lines contain the tax', async () => {
  const COMPANY = {
    company: '=Syarikat "A", B',
    companyRegistration: '201901000005',
    companyTin: 'C1234567890',
    companyAddress: 'Unit 12\nJalan Ampang',
    ...{ companyPostcode: '50450', companyCity: 'Kuala Lumpur', companyState: '14' },
    poNumber: 'PO-1',
  }
  const first = await paid({ who: 'one', serviceId: 2, addOns: [3], hours: 3, ...COMPANY })
  const second = await paid({ who: 'two', time: '14:00', date: workingDay(2) })
  const third = await paid({ who: 'three', serviceId: 2, date: workingDay(3), time: '10:00' })
  const { clientSecret } = await upgradeSecret({
    bookingId: third.booking,
    length: lengthOf({ duration: 'half-day' }),
    addOns: [3],
    amountSen: 1333_64 - 268_46,
    now: new Date(),
  })
  await shop.payments.pay(clientSecret.split('_secret_')[0] ?? '')
  const order = await orderCheckout({
    who: 'four',
    rushService: true,
    provenEmail: 'four@example.com',
  })
  await shop.payments.pay(order.intent)
  await shop.payments.release()
  await refund(first.intent, 12_345)
  await shop.payments.release()
  await refund(first.intent, 1)
  await refund(second.intent)
  await refund(order.intent, 3_333)
  await shop.payments.release()

  const rows = await exported()
  const { received, back } = await takings()
  const of = (type: string) => rows.filter(({ document_type }) => document_type === type)
  expect(sum(of('01'), 'line_total')).toBe(received)
  expect(sum(of('04'), 'line_total')).toBe(-back)
  expect(sum(rows, 'document_total')).toBe(received - back)
  expect(sum(rows, 'line_subtotal') + sum(rows, 'line_tax')).toBe(received - back)
  expect(sum(rows, 'document_tax')).toBe(sum(rows, 'line_tax'))
  for (const row of rows)
    expect(senOf(row.line_subtotal) + senOf(row.line_tax)).toBe(senOf(row.line_total))
  expect(sumsOf(await documentsOfMonth(month()))).toMatchObject({
    salesSen: received,
    refundsSen: -back,
    netSen: received - back,
  })
  expect(await turnoverSen(new Date())).toBe(sum(rows, 'line_subtotal'))
  expect(rows[0]).toMatchObject({
    document_number: 'R-000001',
    buyer_name: `'=Syarikat "A", B`,
    buyer_tin: 'C1234567890',
    buyer_registration: '201901000005',
    buyer_address: 'Unit 12, Jalan Ampang',
    ...{ buyer_id_kind: 'BRN', buyer_postcode: '50450', buyer_city: 'Kuala Lumpur' },
    ...{ buyer_state: '14', buyer_country: 'MYS' },
    po_number: 'PO-1',
    classification: '022',
    tax_type: '',
    tax_rate: '8.25',
    payment_mode: '04',
    payment_reference: first.intent,
  })
  expect(rows.find(({ document_number }) => document_number === 'R-000002')).toMatchObject({
    buyer_tin: 'EI00000000010',
  })
})

test('a service charge is income: a line of its own, in the turnover, and no tax', async () => {
  const charge = {
    ...DEFAULT_TAX,
    kind: 'service-charge',
    basisPoints: 1000,
    label: 'Service charge',
  }
  const save = (value: object) =>
    saveSetting({ key: 'tax', value: { ...value }, version: undefined, actor: 'owner' })
  await save(charge)
  const { intent } = await paid({ who: 'one', serviceId: 2, addOns: [3], hours: 2 })
  // It stays what it was sold as.
  await save(DEFAULT_TAX)
  await refund(intent, 50_00)
  await shop.payments.release()
  const rows = await exported()
  const { received, back } = await takings()
  expect(sum(rows, 'line_total')).toBe(received - back)
  expect(sum(rows, 'line_subtotal')).toBe(received - back)
  expect([sum(rows, 'line_tax'), sum(rows, 'document_tax')]).toEqual([0, 0])
  expect(sum(rows, 'document_subtotal')).toBe(received - back)
  const charged = rows.filter(({ description }) => description === 'Service charge (10%)')
  expect(charged.map(({ document_type }) => document_type)).toEqual(['01', '04'])
  expect(senOf(charged[0]?.line_total) * 11).toBe(received)
  for (const row of rows)
    expect(row).toMatchObject({ tax_type: '06', tax_name: '', tax_rate: '0.00' })
  expect(sumsOf(await documentsOfMonth(month())).taxSen).toBe(0)
  expect(await turnoverSen(new Date())).toBe(received - back)
})

test('what an e-invoice needs and nobody has said is named; what is set afterwards is there', async () => {
  await paid({ who: 'one' })
  await paid({ who: 'two', time: '14:00', company: 'Contoh Sdn. Bhd.' })
  const seller = 'seller_tin seller_registration seller_msic seller_activity'
  expect((await exported()).map(({ missing }) => missing)).toEqual([
    `${seller} tax_type`,
    `${seller} buyer_tin buyer_registration buyer_address buyer_city buyer_state tax_type`,
  ])
  const store = (key: string, value: object) =>
    shop.rows(
      `INSERT INTO settings (key, value, updated_at) VALUES ($1, $2, now())
       ON CONFLICT (key) DO UPDATE SET value = $2`,
      [key, value],
    )
  await store('einvoice', { tin: 'C9876543210', msic: '59110', activity: 'Recording studio' })
  await store('tax', { ...DEFAULT_TAX, registration: 'W10-1808-32000001' })
  const third = await paid({ who: 'three', date: workingDay(3) })
  const rows = await exported()
  expect(rows.map(({ missing }) => missing)).toEqual([
    'seller_registration tax_type',
    'seller_registration buyer_tin buyer_registration buyer_address buyer_city buyer_state tax_type',
    'seller_registration',
  ])
  for (const row of rows)
    expect(row).toMatchObject({
      seller_name: 'Bintang Studio Sdn. Bhd.',
      seller_tin: 'C9876543210',
      seller_msic: '59110',
      seller_activity: 'Recording studio',
      seller_email: 'hello@studio.example',
    })
  // The documents themselves stay as they were issued.
  expect(
    (await documentsOfMonth(month())).map((document) => [
      document.seller.tin,
      sheetOf(document).seller.lines.join().includes('C9876543210'),
    ]),
  ).toEqual([
    ['', false],
    ['', false],
    ['C9876543210', true],
  ])
  expect(rows[2]?.payment_reference).toBe(third.intent)
})

test('a receipt issued late stands in the month of its issue, and says when it was paid', async () => {
  await paid({ who: 'one' })
  await shop.rows(`DELETE FROM receipts`)
  await shop.rows(`DELETE FROM receipt_counters`)
  await shop.rows(`UPDATE payments SET succeeded_at = succeeded_at - interval '768 hours'`)
  await issueMissingDocuments(settlements)
  const today = studioDate(new Date())
  const before = studioDate(new Date(Date.now() - 768 * HOUR_MS))
  expect(await exported()).toMatchObject([{ date: today, payment_date: before }])
  expect(await documentsOfMonth(monthOf(before))).toEqual([])
  const [late] = await documentsOfMonth(month())
  expect(late && sheetOf(late).facts).toEqual(
    expect.arrayContaining([
      { label: 'Date', value: longDate(today, 'en') },
      { label: 'Paid on', value: longDate(before, 'en') },
    ]),
  )
})

test('a payment of another month stands in that month', async () => {
  await paid({ who: 'one' })
  await shop.rows(`UPDATE receipts SET issued_at = issued_at - interval '32 days'`)
  expect(await exported()).toEqual([])
  const before = monthOf(studioDate(new Date(Date.now() - 768 * HOUR_MS)))
  expect(await documentsOfMonth(before)).toHaveLength(1)
})
