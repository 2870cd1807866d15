import { useTranslations } from 'next-intl'
import { formatRM, type Tax, withTax } from '@/lib/money'
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
      <s>{formatRM(sen)}</s>
    </span>
  )
}

/**
 * The full price below a rate in sen, which the law requires beside the rate without tax; nothing
 * where no tax is charged. `isTight` leaves out the words on narrow screens, for a table whose lead
 * explains the small figures.
 */
export function TaxedRate({
  sen,
  tax,
  isTight = false,
}: {
  sen: number
  tax: TaxSetting
  isTight?: boolean
}) {
  const t = useTranslations('payment.summary')
  const { charge } = taxFacts(tax)
  if (charge === 'none') return null
  const total = formatRM(withTax(sen, tax).totalSen)
  const words = t(charge === 'tax' ? 'withTax' : 'withServiceCharge', { total })
  return (
    <span className="block text-xs font-normal tracking-normal text-balance whitespace-normal text-muted">
      {isTight ? (
        <>
          <span aria-hidden="true" className="lg:hidden">
            {total}
          </span>
          <span className="max-lg:sr-only">{words}</span>
        </>
      ) : (
        words
      )}
    </span>
  )
}
