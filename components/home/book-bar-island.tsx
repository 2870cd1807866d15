'use client'
import { useLocale } from 'next-intl'
import Link from 'next/link'
import { useEffect, useState } from 'react'
import { buttonVariants } from '@/components/ui/button-variants'
import { dateText, type DateWords } from '@/lib/i18n/date-words'
import { FreeNowHere, useFreeNow } from './free-now'
import { bookingAt } from './next-slot'

type Props = { label: string; from: string | null; date: DateWords }

// Where the bar has nothing to add: the page's title, a button that books, another bar, the foot.
const ENOUGH = '#main :is(h1, a.btn-main[href*="/booking"], .bottom-bar), .site-footer'
const NARROW = '(width < 40rem)'

/** Shown while the visitor sees none of those; it asks for the next slot when it is first shown. */
export function BookBarIsland(props: Props) {
  const [state, setState] = useState<'never' | 'shown' | 'hidden'>('never')
  useEffect(() => {
    const seen = new Set<Element>()
    const observer = new IntersectionObserver((entries) => {
      for (const { isIntersecting, target } of entries)
        if (isIntersecting) seen.add(target)
        else seen.delete(target)
      const isNeeded = seen.size === 0 && matchMedia(NARROW).matches
      setState((before) => (isNeeded ? 'shown' : before === 'never' ? 'never' : 'hidden'))
    })
    for (const element of document.querySelectorAll(ENOUGH)) observer.observe(element)
    return () => observer.disconnect()
  }, [])
  if (state === 'never') return null
  return (
    <FreeNowHere>
      <Bar {...props} hidden={state === 'hidden'} />
    </FreeNowHere>
  )
}

function Bar({ label, from, date, hidden }: Props & { hidden: boolean }) {
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
