import type { Locale } from '@/lib/i18n/routing'
import type { IssuedDocument } from '@/lib/receipts/schema'

const LINES: Record<Locale, [string, string]> = {
  en: [
    'Podcast Recording, Hourly (2 hours), Tuesday, December 1, 2026, 10:00',
    'Teleprompter, 2 hours',
  ],
  ms: [
    'Rakaman Podcast, Mengikut jam (2 jam), Selasa, 1 Disember 2026, 10:00',
    'Teleprompter, 2 jam',
  ],
  zh: ['播客录制，按小时（2 小时），2026年12月1日星期二，10:00', '提词器，2 小时'],
}

/** A receipt over RM387.54, billed to a company. */
export const receipt = (locale: Locale, changes: Partial<IssuedDocument> = {}): IssuedDocument => ({
  id: 7,
  kind: 'receipt',
  number: 'R-000042',
  receiptNumber: null,
  bookingId: 12,
  orderId: null,
  locale,
  issuedAt: new Date('2026-11-24T12:00:00Z'),
  paidAt: new Date('2026-11-24T12:00:00Z'),
  reissuedAt: null,
  seller: {
    name: 'Bintang Studio Sdn. Bhd.',
    registration: '202601012345 (1234567-X)',
    taxRegistration: '',
    tin: 'C2098765430',
    msic: '59110',
    activity: 'Recording studio',
    address: 'Level 8, Menara Bintang, Jalan Bukit Bintang, 55100 Kuala Lumpur, Malaysia',
    email: 'hello@studio.example',
    phone: '+60 3-0000 0000',
  },
  buyer: {
    name: locale === 'zh' ? '陈伟明' : 'Nur Aina binti Abdullah',
    email: 'aina@example.com',
    phone: '+60 12-345 6789',
    billing: {
      company: locale === 'zh' ? '吉隆坡星光传媒有限公司' : 'Syarikat Contoh Media Sdn. Bhd.',
      companyRegistration: '201901000005',
      companyIdKind: null,
      companyTin: 'C12345678900',
      companySst: null,
      // As it was entered before it had parts.
      companyAddress: 'Unit 12-3, Jalan Ampang\n50450 Kuala Lumpur',
      companyPostcode: null,
      companyCity: null,
      companyState: null,
      companyCountry: null,
      poNumber: 'PO-2026/118',
      financeEmail: null,
    },
  },
  lines: [
    { text: LINES[locale][0], english: LINES.en[0], amountSen: 19_800 },
    { text: LINES[locale][1], english: LINES.en[1], amountSen: 16_000 },
  ],
  price: { subtotalSen: 35_800, taxSen: 2_954, totalSen: 38_754 },
  tax: { basisPoints: 825, label: 'Tax', kind: 'tax' },
  method: 'card',
  reference: 'pi_3QkExampleExample00',
  ...changes,
})

/** A credit note over RM100.00 of it. */
export const creditNote = (locale: Locale): IssuedDocument =>
  receipt(locale, {
    id: 8,
    kind: 'credit_note',
    number: 'CN-000003',
    receiptNumber: 'R-000042',
    paidAt: null,
    lines: [{ text: 'x', english: 'x', amountSen: 9_238 }],
    price: { subtotalSen: 9_238, taxSen: 762, totalSen: 10_000 },
    reference: 're_3QkExampleExample00',
  })
