export const COMPANY_FIELDS = [
  'company',
  'companyRegistration',
  'companyIdKind',
  'companyTin',
  'companySst',
  'companyAddress',
  'companyPostcode',
  'companyCity',
  'companyState',
  'companyCountry',
  'poNumber',
  'financeEmail',
] as const

/** What kind of number a registration is, as MyInvois calls them; a company's unless said. */
export const ID_KINDS = ['BRN', 'NRIC', 'PASSPORT'] as const
export type IdKind = (typeof ID_KINDS)[number]

/** The states of Malaysia by the codes of MyInvois, with their official names. */
export const STATES = {
  '01': 'Johor',
  '02': 'Kedah',
  '03': 'Kelantan',
  '04': 'Melaka',
  '05': 'Negeri Sembilan',
  '06': 'Pahang',
  '07': 'Pulau Pinang',
  '08': 'Perak',
  '09': 'Perlis',
  '10': 'Selangor',
  '11': 'Terengganu',
  '12': 'Sabah',
  '13': 'Sarawak',
  '14': 'Wilayah Persekutuan Kuala Lumpur',
  '15': 'Wilayah Persekutuan Labuan',
  '16': 'Wilayah Persekutuan Putrajaya',
} as const
export type StateCode = keyof typeof STATES
export const STATE_CODES = (Object.keys(STATES) as StateCode[]).sort()
export type CompanyField = (typeof COMPANY_FIELDS)[number]
export type BillingFormValues = Record<CompanyField, string>

export type Billing = Record<CompanyField, string | null>

export function billingOf(input: Billing): Billing | null {
  const billing = Object.fromEntries(
    COMPANY_FIELDS.map((field) => [field, input[field]]),
  ) as Billing
  return Object.values(billing).some((value) => value !== null) ? billing : null
}

/** What a document keeps of them: not to whom else it is mailed. */
export const billedOf = (billing: Billing | null): Billing | null =>
  billing && billingOf({ ...NO_BILLING, ...billing, financeEmail: null })

/** Who else gets its documents by mail; null for nobody. */
export const financeEmailOf = (billing: unknown): string | null =>
  (billing as Partial<Billing> | null)?.financeEmail ?? null

/** Who is told of its money beside its customer; null where the customer's own mails say it. */
export const financeReader = (buyer: { billing: unknown; email: string }): string | null => {
  const email = financeEmailOf(buyer.billing)
  return email === buyer.email.toLowerCase() ? null : email
}

export const withFinanceEmail = (billing: unknown, financeEmail: string | null): Billing | null =>
  billingOf({ ...NO_BILLING, ...(billing as Billing | null), financeEmail })

const NO_BILLING = Object.fromEntries(COMPANY_FIELDS.map((field) => [field, null])) as Billing

/** An address from before it had parts stands in the first. */
export function addressLines(billing: Partial<Billing>): string[] {
  const { companyAddress, companyPostcode, companyCity, companyState, companyCountry } = billing
  return [
    ...(companyAddress?.split(/\r\n|\r|\n/) ?? []),
    [companyPostcode, companyCity].filter(Boolean).join(' '),
    companyState ? STATES[companyState as StateCode] : '',
    companyCountry ?? '',
  ].filter(Boolean)
}

/** The values of a form for stored billing details, or empty ones. */
export const billingValues = (billing: Partial<Billing> | null = null): BillingFormValues =>
  Object.fromEntries(
    COMPANY_FIELDS.map((field) => [field, billing?.[field] ?? '']),
  ) as BillingFormValues
