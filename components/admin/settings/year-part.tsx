'use client'
import { ChevronDown } from 'lucide-react'
import { useTranslations } from 'next-intl'
import { useState } from 'react'
import type { Elements } from '@/components/ui/elements'

/** None, or more of them, are folded. */
const FEW = 2

type Props = {
  part: 'holidays' | 'seasons' | 'blocks'
  count: number
  children: Elements
}

/**
 * One kind of what makes a day unusual: its lines, shown when they are few, and when there is one
 * more.
 */
export function YearPart({ part, count, children }: Props) {
  const t = useTranslations('admin.settings')
  const [isOpen, setOpen] = useState(count > 0 && count <= FEW)
  const [before, setBefore] = useState(count)
  if (count !== before) {
    setBefore(count)
    if (count > before) setOpen(true)
  }
  return (
    <details
      open={isOpen}
      onToggle={({ currentTarget }) => setOpen(currentTarget.open)}
      className="group border-b border-line"
    >
      <summary className="flex min-h-11 items-center justify-between gap-3">
        <span className="font-semibold">
          <span>{t(`${part}.title`)}</span>{' '}
          <span className="figures text-sm font-normal text-muted">{`(${count})`}</span>
        </span>
        <ChevronDown
          aria-hidden="true"
          className="size-4 shrink-0 text-muted transition-transform group-open:rotate-180"
        />
      </summary>
      <div className="grid gap-2 pb-3">
        <p className="text-sm text-muted">{t(`${part}.hint`)}</p>
        {children}
      </div>
    </details>
  )
}
