import { useTranslations } from 'next-intl'
import { formatRate, formatRM, type Tax, withTax } from '@/lib/money'
import { taxFacts, taxLabelIn, type TaxSetting } from '@/lib/settings/tax'

/**
 * "Tax (8.25%)", null where no tax is charged. The administrator's own label is shown unchanged, a
 * default one is translated.
 */
export function useTaxLabel({ basisPoints, label }: Tax): string | null {
  const t = useTranslations('payment.summary')
  if (basisPoints === 0) return null
  const words = { tax: t('taxWord'), serviceCharge: t('serviceCharge') }
  return t('tax', { label: taxLabelIn(label, words), rate: basisPoints / 100 })
}

/** A service's former rate in sen, struck through, with a label for screen readers. */
export function FormerRate({ sen }: { sen: number | undefined }) {
  const t = useTranslations('payment.summary')
  return sen === undefined ? null : (
    <span className="block text-sm font-normal text-muted figures">
      <span className="sr-only">{t('former')} </span>
      <s>{formatRate(sen)}</s>
    </span>
  )
}

/**
 * The full price of a rate in sen, alone and in words ("RM107.17 with tax"); null where no tax is
 * charged.
 */
export function useFullPrice(sen: number, tax: TaxSetting) {
  const t = useTranslations('payment.summary')
  const { charge } = taxFacts(tax)
  if (charge === 'none') return null
  const total = formatRM(withTax(sen, tax).totalSen)
  return { total, words: t(charge === 'tax' ? 'withTax' : 'withServiceCharge', { total }) }
}

/** The full price below a rate in sen, which the law requires beside the rate without tax. */
export function TaxedRate({
  sen,
  tax,
  className = 'text-xs',
}: {
  sen: number
  tax: TaxSetting
  className?: string
}) {
  const price = useFullPrice(sen, tax)
  return (
    price && (
      <span
        className={
          'block font-normal tracking-normal text-balance whitespace-normal text-muted ' + className
        }
      >
        {price.words}
      </span>
    )
  )
}
