'use client'
import type { Tax } from '@/lib/money'
import { useSearchParams } from 'next/navigation'
import { useMemo } from 'react'
import { holidaysIn } from '@/components/editing/holidays'
import { Checkout } from './checkout'
import { choiceIn } from './choice'
import { NoItem } from './no-item'
import type { OrderWords } from './types'

type Props = { tax: Tax; words: OrderWords; holidays: string }

/** Reads in the browser what the address selects: the page is prerendered, one for all. */
export function CheckoutIsland({ holidays, ...props }: Props) {
  const query = useSearchParams()
  const choice = useMemo(() => choiceIn(query), [query])
  const dates = useMemo(() => holidaysIn(holidays), [holidays])
  return choice ? (
    <Checkout key={query.toString()} choice={choice} holidays={dates} {...props} />
  ) : (
    <NoItem />
  )
}
