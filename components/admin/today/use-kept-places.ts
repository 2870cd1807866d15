import { useState } from 'react'
import { useTimesSeen } from '@/components/browser/seen-again'

type Row = { key: string }

/**
 * The rows in the order in which they were first shown, also those that are gone (`isGone`), and what
 * is new after them: what is pressed in a list moves no other row under the finger. When the page is
 * seen again, they are what they are.
 */
export function useKeptPlaces<T extends Row>(rows: readonly T[]): (T & { isGone: boolean })[] {
  const seen = useTimesSeen()
  const [kept, setKept] = useState({ seen, rows, shown: rows })
  const current =
    kept.seen !== seen
      ? { seen, rows, shown: rows }
      : kept.rows !== rows
        ? { seen, rows, shown: inPlaces(kept.shown, rows) }
        : kept
  if (current !== kept) setKept(current)
  return current.shown.map((row) => ({
    ...row,
    isGone: !rows.some(({ key }) => key === row.key),
  }))
}

const inPlaces = <T extends Row>(shown: readonly T[], rows: readonly T[]): readonly T[] => [
  ...shown.map((before) => rows.find(({ key }) => key === before.key) ?? before),
  ...rows.filter(({ key }) => !shown.some((before) => before.key === key)),
]
