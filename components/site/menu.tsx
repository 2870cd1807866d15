'use client'
import Link from 'next/link'
import { usePathname } from 'next/navigation'
import { Suspense, useEffect, useRef, useState } from 'react'
import { buttonVariants } from '@/components/ui/button-variants'

type NavLink = { label: string; href: string }
type Props = { label: string; navLabel: string; links: NavLink[]; book: NavLink }

/**
 * The main links, a native popover where they do not fit in the header; tapping one closes it,
 * since moving to another page does not reload this one.
 */
export function Menu({ label, navLabel, links, book }: Props) {
  const panel = useRef<HTMLElement>(null)
  const [path, setPath] = useState<string | null>(null)
  const close = () => panel.current?.hidePopover()
  return (
    <>
      <nav ref={panel} id="site-menu" popover="auto" aria-label={navLabel} className="site-menu">
        {links.map(({ label, href }) => (
          <Link
            key={href}
            href={href}
            prefetch={false}
            onClick={close}
            aria-current={href === path ? 'page' : undefined}
          >
            {label}
          </Link>
        ))}
        <Link
          href={book.href}
          prefetch={false}
          onClick={close}
          className={buttonVariants({ size: 'lg', className: 'menu-book mt-5 xl:hidden' })}
        >
          {book.label}
        </Link>
      </nav>
      <Suspense>
        <CurrentPath tell={setPath} />
      </Suspense>
      <button
        type="button"
        popoverTarget="site-menu"
        aria-label={label}
        className="glyph glyph-menu order-last size-11 justify-center rounded-md transition-colors hover:bg-line xl:hidden [&::before]:size-6"
      />
    </>
  )
}

/**
 * Apart and without markup, because where the path is known per request only it suspends: with the
 * links inside, every page carried them twice, once as the fallback and once behind a script that
 * swaps them in.
 */
function CurrentPath({ tell }: { tell: (path: string) => void }) {
  const path = usePathname()
  useEffect(() => tell(path), [path, tell])
  return null
}
