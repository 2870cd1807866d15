'use client'
import Link, { useLinkStatus } from 'next/link'
import { useSelectedLayoutSegment } from 'next/navigation'
import { useEffect, useRef } from 'react'

type Props = {
  label: string
  areas: { key: string; name: string; href: string }[]
}

/** The links to the console's areas, in its layout. */
export function AreaLinks({ label, areas }: Props) {
  const current = useSelectedLayoutSegment() ?? 'bookings'
  const row = useRef<HTMLElement>(null)
  // On a phone the row is wider than the window: the current area is scrolled into view. Only the
  // row scrolls, not the page.
  useEffect(() => {
    const link = row.current?.querySelector<HTMLElement>('[aria-current]')
    if (row.current && link)
      row.current.scrollLeft = link.offsetLeft - (row.current.clientWidth - link.offsetWidth) / 2
  }, [current])
  return (
    <nav
      ref={row}
      aria-label={label}
      className="relative -mx-4 overflow-x-auto border-b border-line px-4 sm:mx-0 sm:px-0"
    >
      <ul className="flex w-max">
        {areas.map(({ key, name, href }) => (
          <li key={key}>
            <Link
              href={href}
              prefetch={false}
              scroll={false}
              aria-current={key === current ? 'page' : undefined}
              className="flex min-h-11 items-center border-b-2 border-transparent px-3 text-sm font-medium whitespace-nowrap text-muted transition-colors hover:text-fg focus-visible:-outline-offset-2 has-data-pending:border-tungsten has-data-pending:text-fg aria-[current=page]:border-tungsten aria-[current=page]:text-fg"
            >
              <Name>{name}</Name>
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  )
}

/** Marked as soon as its link is clicked, before the area has loaded. */
function Name({ children }: { children: string }) {
  const { pending } = useLinkStatus()
  return <span data-pending={pending || undefined}>{children}</span>
}
