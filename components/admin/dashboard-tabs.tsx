'use client'
import { useRouter } from 'next/navigation'
import { Tabs } from 'radix-ui'
import { useEffect, useRef, useState, useTransition, type ReactNode } from 'react'
import { cn } from '@/components/ui/cn'

type Props = {
  label: string
  /** The chosen one, as the address has it. */
  active: string
  tabs: { key: string; name: string; href: string }[]
  children: ReactNode
}

/**
 * The areas of the dashboard. The choice goes to the address, whose panel the server renders: a
 * reload, a link and the back button find it again. Arrow keys move, Enter chooses.
 */
export function DashboardTabs({ label, active, tabs, children }: Props) {
  const router = useRouter()
  const [wanted, setWanted] = useState(active)
  const [loading, start] = useTransition()
  const shown = loading ? wanted : active
  const row = useRef<HTMLDivElement>(null)
  // On a phone the row is wider than the window: where one is stands in sight. Sideways only, the
  // page itself keeps still.
  useEffect(() => {
    const tab = row.current?.querySelector<HTMLElement>('[data-state=active]')
    if (row.current && tab)
      row.current.scrollLeft = tab.offsetLeft - (row.current.clientWidth - tab.offsetWidth) / 2
  }, [shown])
  const choose = (key: string) => {
    const tab = tabs.find((one) => one.key === key)
    if (!tab) return
    setWanted(key)
    start(() => router.push(tab.href, { scroll: false }))
  }
  return (
    <Tabs.Root
      value={shown}
      onValueChange={choose}
      activationMode="manual"
      className="grid min-w-0 gap-6"
    >
      <div
        ref={row}
        className="relative -mx-4 overflow-x-auto border-b border-line px-4 sm:mx-0 sm:px-0"
      >
        <Tabs.List aria-label={label} className="flex w-max gap-1">
          {tabs.map(({ key, name }) => (
            <Tabs.Trigger
              key={key}
              value={key}
              className="min-h-11 border-b-2 border-transparent px-3.5 text-sm font-medium whitespace-nowrap text-muted transition-colors hover:text-fg focus-visible:-outline-offset-2 data-[state=active]:border-tungsten data-[state=active]:text-fg"
            >
              {name}
            </Tabs.Trigger>
          ))}
        </Tabs.List>
      </div>
      <Tabs.Content
        value={shown}
        aria-busy={loading || undefined}
        className={cn('min-w-0 rounded-md transition-opacity', loading && 'opacity-50')}
      >
        {children}
      </Tabs.Content>
    </Tabs.Root>
  )
}
