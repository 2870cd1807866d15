export const COMPANY_FIELDS = [
  'company',
  'companyRegistration',
  'companyTin',
  'companyAddress',
  'poNumber',
] as const
export type CompanyField = (typeof COMPANY_FIELDS)[number]
export type BillingFormValues = Record<CompanyField, string>

export type Billing = Record<CompanyField, string | null>

export function billingOf(input: Billing): Billing | null {
  const { company, companyRegistration, companyTin, companyAddress, poNumber } = input
  const billing = { company, companyRegistration, companyTin, companyAddress, poNumber }
  return Object.values(billing).some((value) => value !== null) ? billing : null
}

/** The values of a form for stored billing details, or empty ones. */
export const billingValues = (billing: Partial<Billing> | null = null): BillingFormValues =>
  Object.fromEntries(
    COMPANY_FIELDS.map((field) => [field, billing?.[field] ?? '']),
  ) as BillingFormValues
