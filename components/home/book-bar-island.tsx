'use client'
import { Suspense, useEffect, useState } from 'react'
import { lazyPart } from '@/components/ui/part'
import type { BookBarProps } from './book-bar-shown'

const Shown = lazyPart(() => import('./book-bar-shown').then((part) => part.BookBarShown))

// Where the bar has nothing to add: the page's title, a button that books, another bar, the foot.
const ENOUGH = '#main :is(h1, a.btn-main[href*="/booking"], .bottom-bar), .site-footer'
const NARROW = '(width < 40rem)'

/** Shown while the visitor sees none of those. */
export function BookBarIsland(props: BookBarProps) {
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
    <Suspense>
      <Shown {...props} hidden={state === 'hidden'} />
    </Suspense>
  )
}
