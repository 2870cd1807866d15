import type { Tax } from '@/lib/money'

// What is added to every price, and what it is called (docs/decisions/020 D2). Pure.

/** What may be added: a tax, a charge of the studio's own, or nothing. */
export const TAX_KINDS = ['tax', 'service-charge', 'none'] as const
export type TaxKind = (typeof TAX_KINDS)[number]

/** The tax as an administrator sets it. `registration` is empty where the studio has none. */
export type TaxSetting = Tax & { kind: TaxKind; registration: string }

/** The names that stand for a translated word: what a booking keeps unless there is an own name. */
const DEFAULT_LABELS: Record<TaxKind, string> = {
  tax: 'Tax',
  'service-charge': 'Service charge',
  none: 'Tax',
}

/** The customer's figure: settings key `tax` overrides it. */
export const DEFAULT_TAX: TaxSetting = {
  kind: 'tax',
  basisPoints: 825,
  label: DEFAULT_LABELS.tax,
  registration: '',
}

/** The name to keep: the kind's own while none was entered, or only the default of another kind. */
export const labelOf = (kind: TaxKind, entered: string): string =>
  entered === '' || Object.values(DEFAULT_LABELS).includes(entered) ? DEFAULT_LABELS[kind] : entered

/**
 * The word for the tax in a reader's language: one of `words` while `label`, which a booking or
 * order keeps from when it was made, is a default one; a word of their own stands as written in
 * every language.
 */
export function taxLabelIn(label: string, words: { tax: string; serviceCharge: string }): string {
  if (label === DEFAULT_LABELS.tax) return words.tax
  return label === DEFAULT_LABELS['service-charge'] ? words.serviceCharge : label
}

/** What the pages' sentences about prices say: the rate in percent, and what kind it is. */
export function taxFacts({ kind, basisPoints }: Pick<TaxSetting, 'kind' | 'basisPoints'>) {
  const charge = basisPoints === 0 || kind === 'none' ? 'none' : kind === 'tax' ? 'tax' : 'service'
  return { rate: String(basisPoints / 100), charge } as const
}

/**
 * The rates of tax that a studio in Malaysia may have to charge, in hundredths of a percent, and the
 * date on which this list was last true: service tax, and service tax on rental and leasing.
 */
export const RATES_IN_FORCE = {
  asOf: '2026-01-01',
  serviceTax: 800,
  rental: 600,
} as const

/** True for a tax at a rate that is none in force; a service charge and no tax may be anything. */
export const isRateUnknown = ({ kind, basisPoints }: Pick<TaxSetting, 'kind' | 'basisPoints'>) =>
  kind === 'tax' &&
  basisPoints !== RATES_IN_FORCE.serviceTax &&
  basisPoints !== RATES_IN_FORCE.rental
