'use client'
import { useTranslations } from 'next-intl'
import { useWatch } from 'react-hook-form'
import { Button } from '@/components/ui/button'
import { dateText, type DateWords } from '@/lib/i18n/date-words'
import { useBooking } from './booking-form'
import { useFold } from './fold'

/** What the page is for; who comes with a day and a time reads those instead. */
export function Lead({ isArrival, words }: { isArrival: boolean; words: DateWords }) {
  const t = useTranslations('booking')
  const { goTo } = useFold()
  const [date, time] = useWatch({ control: useBooking().control, name: ['date', 'time'] })
  if (!isArrival || !date || !time)
    return <p className="measure text-muted xl:max-w-none xl:text-sm">{t('lead')}</p>
  return (
    <p
      className={
        'flex min-h-11 items-center gap-3 justify-self-start rounded-full border border-tungsten ' +
        'bg-tungsten/8 pl-4 figures'
      }
    >
      <span className="font-semibold">{`${dateText(words, date)}, ${time}`}</span>
      <Button variant="link" className="min-h-11 pr-4" onClick={() => goTo('date')}>
        {t('fold.change')}
      </Button>
    </p>
  )
}
