import type { Billing } from '@/lib/receipts/company'
import type { IssuedDocument, Seller } from '@/lib/receipts/schema'

// Who sold and who bought, as the columns of an e-invoice. Pure.

/** The TIN of whoever buys as a private person and gives none. */
const GENERAL_PUBLIC = 'EI00000000010'

/** What an e-invoice must say of the seller, and of a company that is billed. */
const SELLER_NEEDS = [
  'seller_tin',
  'seller_registration',
  'seller_msic',
  'seller_activity',
] as const
const COMPANY_NEEDS = [
  'buyer_tin',
  'buyer_registration',
  'buyer_address',
  'buyer_city',
  'buyer_state',
] as const

/** For an address outside Malaysia. */
const NO_STATE = '17'

/** The columns that an e-invoice needs of the seller and the settings do not fill yet. */
export const sellerMissing = (seller: Seller) => missingIn(sellerColumns(seller), SELLER_NEEDS)

const missingIn = <Name extends string>(
  row: Record<Name, string | null>,
  needed: readonly Name[],
): Name[] => needed.filter((column) => row[column] === null)

export const sellerColumns = (seller: Seller) => ({
  seller_name: seller.name,
  seller_tin: seller.tin || null,
  seller_registration: seller.registration || null,
  seller_tax_registration: seller.taxRegistration || null,
  seller_msic: seller.msic || null,
  seller_activity: seller.activity || null,
  seller_address: seller.address,
  seller_email: seller.email,
  seller_phone: seller.phone,
})

export const buyerColumns = ({ buyer }: IssuedDocument) => ({
  buyer_name: buyer.billing?.company ?? buyer.name,
  buyer_tin: buyer.billing?.companyTin ?? (buyer.billing?.company ? null : GENERAL_PUBLIC),
  ...numberColumns(buyer.billing ?? {}),
  ...addressColumns(buyer.billing ?? {}),
  buyer_email: buyer.email || null,
  buyer_phone: buyer.phone,
  po_number: buyer.billing?.poNumber ?? null,
})

const numberColumns = (billing: Partial<Billing>) => ({
  buyer_id_kind: billing.companyRegistration ? (billing.companyIdKind ?? 'BRN') : null,
  buyer_registration: billing.companyRegistration ?? null,
  buyer_sst: billing.companySst ?? null,
})

const onOneLine = (text: string): string =>
  text
    .split(/[\r\n]/)
    .map((line) => line.trim())
    .filter(Boolean)
    .join(', ')

const addressColumns = (billing: Partial<Billing>) => ({
  buyer_address: billing.companyAddress ? onOneLine(billing.companyAddress) : null,
  buyer_postcode: billing.companyPostcode ?? null,
  buyer_city: billing.companyCity ?? null,
  buyer_state: billing.companyState ?? (billing.companyCountry ? NO_STATE : null),
  buyer_country: billing.companyCountry ?? (billing.companyAddress ? 'MYS' : null),
})

/** The same of the company that a document bills. */
export const companyMissing = (document: IssuedDocument) =>
  document.buyer.billing?.company ? missingIn(buyerColumns(document), COMPANY_NEEDS) : []
