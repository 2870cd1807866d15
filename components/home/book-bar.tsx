import { getLocale, getTranslations } from 'next-intl/server'
import type { Rates } from '@/lib/catalog/rules'
import { toLocale } from '@/lib/i18n/routing'
import type { TaxSetting } from '@/lib/settings/tax'
import './book-bar.css'
import { BookBarIsland } from './book-bar-island'
import { fromPrice } from './from-price'
import { slotWords } from './slot-words'

type Props = { services: readonly { rates: Rates }[]; tax: TaxSetting }

/** On a phone the way to book stays within the thumb's reach. */
export async function BookBar({ services, tax }: Props) {
  const t = await getTranslations('nav')
  return (
    <BookBarIsland
      label={t('bookSession')}
      from={await fromPrice(services, tax)}
      date={slotWords(toLocale(await getLocale()))}
    />
  )
}
