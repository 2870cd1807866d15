import { useTranslations } from 'next-intl'
import { formatRM } from '@/lib/money'
import type { PlacedMoney } from '@/lib/sales/money'

/** Where each sum of the money of what is over went or is. Needs the messages moneyPlaces. */
export function MoneyPlaces({ parts }: { parts: readonly PlacedMoney[] }) {
  const t = useTranslations('moneyPlaces')
  return parts.map(({ place, sen }) => (
    <span key={place} className="block">
      {t(place, { amount: formatRM(sen) })}
    </span>
  ))
}
