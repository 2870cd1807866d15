import type { Tax } from '@/lib/money'

// What is added to every price, and its label (docs/decisions/020 D2). Pure.

/** What can be added: a tax, the studio's own service charge, or nothing. */
export const TAX_KINDS = ['tax', 'service-charge', 'none'] as const
export type TaxKind = (typeof TAX_KINDS)[number]

export type TaxSetting = Tax & { kind: TaxKind; registration: string }

/** Shown translated. A booking stores one of them unless the administrator entered another. */
const DEFAULT_LABELS: Record<TaxKind, string> = {
  tax: 'Tax',
  'service-charge': 'Service charge',
  none: 'Tax',
}

/** The customer's figure; the setting `tax` overrides it. */
export const DEFAULT_TAX: TaxSetting = {
  kind: 'tax',
  basisPoints: 825,
  label: DEFAULT_LABELS.tax,
  registration: '',
}

/** The kind's default when none was entered, or the default of another kind. */
export const labelOf = (kind: TaxKind, entered: string): string =>
  entered === '' || Object.values(DEFAULT_LABELS).includes(entered) ? DEFAULT_LABELS[kind] : entered

/**
 * One of `words` when `label`, which a booking or order stores when it is made, is a default one;
 * what the administrator entered is the same in every language.
 */
export function taxLabelIn(label: string, words: { tax: string; serviceCharge: string }): string {
  if (label === DEFAULT_LABELS.tax) return words.tax
  return label === DEFAULT_LABELS['service-charge'] ? words.serviceCharge : label
}

/** The placeholders of the pages' sentences about prices: the rate in percent, and the kind. */
export function taxFacts({ kind, basisPoints }: Pick<TaxSetting, 'kind' | 'basisPoints'>) {
  const charge = basisPoints === 0 || kind === 'none' ? 'none' : kind === 'tax' ? 'tax' : 'service'
  return { rate: String(basisPoints / 100), charge } as const
}

/** In basis points, with the day of the last check: service tax, also on rental and leasing. */
export const RATES_IN_FORCE = {
  asOf: '2026-01-01',
  serviceTax: 800,
  rental: 600,
} as const

/** True for a tax at a rate that is not in force; a service charge may have any rate. */
export const isRateUnknown = ({ kind, basisPoints }: Pick<TaxSetting, 'kind' | 'basisPoints'>) =>
  kind === 'tax' &&
  basisPoints !== RATES_IN_FORCE.serviceTax &&
  basisPoints !== RATES_IN_FORCE.rental
