'use client'
import { useLocale } from 'next-intl'
import Link from 'next/link'
import { buttonVariants } from '@/components/ui/button-variants'
import { dateText, type DateWords } from '@/lib/i18n/date-words'
import { FreeNowHere, useFreeNow } from './free-now'
import { bookingAt } from './next-slot'

export type BookBarProps = { label: string; from: string | null; date: DateWords }
type Props = BookBarProps & { hidden: boolean }

/** Asks for the next slot when it is first shown. */
export function BookBarShown(props: Props) {
  return (
    <FreeNowHere>
      <Bar {...props} />
    </FreeNowHere>
  )
}

function Bar({ label, from, date, hidden }: Props) {
  const [locale, free] = [useLocale(), useFreeNow()]
  const slot = free === 'loading' ? null : (free?.slot ?? null)
  return (
    <div className="book-bar wrap figures" hidden={hidden}>
      <p>
        {slot && <b>{`${dateText(date, slot.date)}, ${slot.time}`}</b>}
        {from && <span>{from}</span>}
      </p>
      <Link href={bookingAt(locale, slot)} prefetch={false} className={buttonVariants()}>
        {label}
      </Link>
    </div>
  )
}
