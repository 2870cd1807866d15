'use client'
import { usePathname } from 'next/navigation'
import type { ReactNode } from 'react'
import { Link } from './link'

/** How a link is marked on a page: the studio's site and the first page are above all, and only there. */
export const currentOf = (path: string, href: string): 'page' | 'true' | undefined => {
  if (path === href) return 'page'
  return href.includes('/admin/') && path.startsWith(`${href}/`) ? 'true' : undefined
}

/** A link of the console's navigation, marked while its page or one below it is shown. */
export function PlaceLink({ href, children }: { href: string; children: ReactNode }) {
  const path = usePathname()
  return (
    <Link href={href} aria-current={currentOf(path, href)} className="console-place">
      {children}
    </Link>
  )
}
