import { useTranslations } from 'next-intl'
import { formatRM, type Tax, withTax } from '@/lib/money'

/**
 * The full price under a rate in sen, as the law asks for it beside the one without tax; nothing
 * where no tax is charged.
 */
export function TaxedRate({ sen, tax }: { sen: number; tax: Tax }) {
  const t = useTranslations('services')
  return tax.basisPoints === 0 ? null : (
    <span className="block text-xs">
      {t('withTax', { total: formatRM(withTax(sen, tax).totalSen) })}
    </span>
  )
}
