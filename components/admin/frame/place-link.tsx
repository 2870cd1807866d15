'use client'
import Link from 'next/link'
import { usePathname } from 'next/navigation'
import type { ReactNode } from 'react'

/** A link of the console's navigation, marked while its page or one below it is shown. */
export function PlaceLink({ href, children }: { href: string; children: ReactNode }) {
  const path = usePathname()
  return (
    <Link
      href={href}
      prefetch={false}
      aria-current={path === href ? 'page' : path.startsWith(`${href}/`) ? 'true' : undefined}
      className="console-place"
    >
      {children}
    </Link>
  )
}
