'use client'
import { useEffect } from 'react'
import { useHydrated } from '@/components/ui/hydrated'
import { pageOfAnchor } from './places'

/** Shows and focuses the setting that the address names, also inside a part that is folded. */
export function ArriveAtSetting() {
  const hydrated = useHydrated()
  useEffect(() => {
    // Until then buttons are disabled, and take no focus.
    if (!hydrated) return
    const arrive = () => {
      const anchor = location.hash.slice(1)
      if (pageOfAnchor(anchor) === null) return
      // A field that is not shown now is found at its part.
      const part = anchor.split('-').slice(0, 2).join('-')
      const field = document.getElementById(anchor)
      const shown = field ?? document.getElementById(part)
      const closed = 'details:not([open])'
      let fold =
        shown?.closest<HTMLDetailsElement>(closed) ??
        (field ? null : shown?.closest('section')?.querySelector<HTMLDetailsElement>(closed))
      for (; fold; fold = fold.parentElement?.closest<HTMLDetailsElement>(closed)) fold.open = true
      shown?.scrollIntoView({ block: 'center' })
      shown?.focus({ preventScroll: true })
    }
    arrive()
    addEventListener('hashchange', arrive)
    return () => removeEventListener('hashchange', arrive)
  }, [hydrated])
  return null
}
