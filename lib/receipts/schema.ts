import * as z from 'zod/mini'
import type { Locale } from '@/lib/i18n/routing'
import type { Price, Tax } from '@/lib/money'
import { LIMITS } from '@/lib/limits'
import type { TaxKind } from '@/lib/settings/tax'
import { optionalCode, optionalEmail, optionalLine, optionalText, optionalTin } from '@/lib/text'
import { isDate } from '@/lib/time'
import { ID_KINDS, STATE_CODES, type Billing, type CompanyField } from './company'
import { parseDocumentNumber, type DocumentKind, type ReceiptLine } from './rules'

const optionalChoice = (choices: readonly string[]) =>
  z.pipe(
    z.nullish(
      z
        .string({ error: 'choice' })
        .check(z.refine((value) => value === '' || choices.includes(value), { error: 'choice' })),
    ),
    z.transform((value: string | null | undefined): string | null => value || null),
  )

/** The company that is billed, as the fields of a form: all may be left empty. */
export const companyFields = {
  company: optionalLine(LIMITS.company),
  companyRegistration: optionalLine(LIMITS.companyRegistration),
  companyIdKind: optionalChoice(ID_KINDS),
  companyTin: optionalTin(),
  companySst: optionalLine(LIMITS.companySst),
  companyAddress: optionalText(LIMITS.companyAddress),
  companyPostcode: optionalLine(LIMITS.companyPostcode),
  companyCity: optionalLine(LIMITS.companyCity),
  companyState: optionalChoice(STATE_CODES),
  companyCountry: optionalLine(LIMITS.companyCountry),
  poNumber: optionalLine(LIMITS.poNumber),
  financeEmail: optionalEmail(),
} satisfies Record<CompanyField, z.ZodMiniType<string | null, unknown>>
export const billingBody = z.object(companyFields)
export type BillingInput = z.output<typeof billingBody>

export type Seller = {
  name: string
  registration: string
  /** Empty: the document does not claim to be a tax invoice. */
  taxRegistration: string
  /** What an e-invoice needs of it beside that; each empty where it was not set. */
  tin: string
  msic: string
  activity: string
  address: string
  email: string
  phone: string
}

/** The buyer. The person's own details are empty once they were erased. */
export type Buyer = { name: string; email: string; phone: string | null; billing: Billing | null }

export type IssuedDocument = {
  id: number
  kind: DocumentKind
  number: string
  /** The number of the receipt that a note corrects. */
  receiptNumber: string | null
  bookingId: number | null
  orderId: number | null
  locale: Locale
  issuedAt: Date
  /** When the money of a receipt came; null for a note. */
  paidAt: Date | null
  reissuedAt: Date | null
  seller: Seller
  buyer: Buyer
  lines: ReceiptLine[]
  price: Price
  tax: Tax & { kind: TaxKind }
  method: string | null
  reference: string | null
}

export type Party = { label: string; name: string; lines: string[] }

/** The content of a document for its page and its PDF, in its own language and in English. */
export type Sheet = {
  title: string
  number: string
  facts: { label: string; value: string }[]
  seller: Party
  buyer: Party
  columns: { text: string; amount: string }
  /** `english` where the document is in another language. */
  lines: { text: string; english: string | null; amount: string }[]
  sums: { label: string; amount: string }[]
  total: { label: string; amount: string }
  notes: string[]
}

/** A document in a list; the total is in sen. */
export type ListedDocument = {
  id: number
  kind: DocumentKind
  number: string
  issuedAt: string
  totalSen: number
}

export const documentNumberText = () =>
  z.string().check(z.refine((text) => parseDocumentNumber(text) !== null, { error: 'choice' }))

/** A month, yyyy-mm. */
export const month = () =>
  z.string({ error: 'date' }).check(z.refine((text) => isDate(`${text}-01`), { error: 'date' }))

/** Query of the console's page of receipts, and of the export. */
export const receiptsQuery = z.object({
  month: z.optional(month()),
  q: optionalCode(LIMITS.search),
})
export const EXPORT_FORMATS = ['csv', 'xlsx'] as const
export const exportQuery = z.object({
  month: month(),
  as: z._default(z.enum(EXPORT_FORMATS, { error: 'choice' }), 'csv'),
})
