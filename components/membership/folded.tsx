'use client'
import { useLayoutEffect, useRef } from 'react'
import type { Elements } from '@/components/ui/elements'

type Props = { summary: Elements; className: string; children: Elements }

/** Open without script and on wide screens; for what lies below the first view. */
export function FoldedOnPhones({ summary, className, children }: Props) {
  const details = useRef<HTMLDetailsElement>(null)
  useLayoutEffect(() => {
    if (details.current && window.innerWidth < 640) details.current.open = false
  }, [])
  return (
    <details ref={details} open className={className}>
      <summary className="min-h-11 cursor-pointer py-2 hover:text-tungsten">{summary}</summary>
      {children}
    </details>
  )
}
