'use client'
import { Menu } from 'lucide-react'
import Link from 'next/link'
import { useRef } from 'react'
import { buttonVariants } from '@/components/ui/button-variants'
import type { NavLink } from './nav-links'

type Props = { label: string; navLabel: string; links: NavLink[]; book: NavLink }

/** The links on narrow screens, in a native popover; tapping one closes it, since moving to another page does not reload this one. */
export function PhoneMenu({ label, navLabel, links, book }: Props) {
  const panel = useRef<HTMLElement>(null)
  const close = () => panel.current?.hidePopover()
  return (
    <>
      <button
        type="button"
        popoverTarget="phone-menu"
        aria-label={label}
        className="grid size-11 place-items-center rounded-md text-fg transition-colors hover:bg-line xl:hidden"
      >
        <Menu aria-hidden="true" className="size-6" />
      </button>
      <nav
        ref={panel}
        id="phone-menu"
        popover="auto"
        aria-label={navLabel}
        className="inset-x-0 top-header bottom-auto m-0 max-h-[calc(100dvh-var(--spacing-header))] w-full overflow-y-auto border-b border-line bg-ground p-0 pb-6 text-fg shadow-warm open:animate-drop xl:hidden"
      >
        <div className="wrap grid">
          {links.map(({ label, href }) => (
            <Link key={href} href={href} prefetch={false} onClick={close} className="border-b border-line py-3.5 font-display text-lg font-medium">
              {label}
            </Link>
          ))}
          <Link href={book.href} onClick={close} className={buttonVariants({ size: 'lg', className: 'mt-5' })}>
            {book.label}
          </Link>
        </div>
      </nav>
    </>
  )
}
