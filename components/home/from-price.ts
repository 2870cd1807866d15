import 'server-only'
import { getTranslations } from 'next-intl/server'
import type { Rates } from '@/lib/catalog/rules'
import { formatRM, withTax } from '@/lib/money'
import { taxFacts, type TaxSetting } from '@/lib/settings/tax'

/** "from RM107.17 with tax": an hour of the cheapest service; null while there is none. */
export async function fromPrice(
  services: readonly { rates: Rates }[],
  tax: TaxSetting,
): Promise<string | null> {
  if (services.length === 0) return null
  const [t, payment] = [
    await getTranslations('pages.home.tape'),
    await getTranslations('payment.summary'),
  ]
  const rate = Math.min(...services.map(({ rates }) => rates.hourly))
  const total = formatRM(withTax(rate, tax).totalSen)
  const words = { none: null, tax: 'withTax', service: 'withServiceCharge' } as const
  const taxed = words[taxFacts(tax).charge]
  return t('from', { price: taxed ? payment(taxed, { total }) : total })
}
