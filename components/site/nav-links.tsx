'use client'
import Link from 'next/link'
import { usePathname } from 'next/navigation'

export type NavLink = { label: string; href: string }

/** `current` is the path of the page shown, null while it is not known. */
export const NavLinks = ({ links, current }: { links: NavLink[]; current: string | null }) =>
  links.map(({ label, href }) => (
    <Link
      key={href}
      href={href}
      prefetch={false}
      aria-current={href === current ? 'page' : undefined}
      className="relative rounded-sm px-3 py-2 text-sm font-medium whitespace-nowrap text-muted transition-colors after:absolute after:inset-x-3 after:-bottom-px after:h-0.5 after:origin-left after:scale-x-0 after:bg-tungsten after:transition-transform hover:text-fg aria-[current]:text-fg aria-[current]:after:scale-x-100"
    >
      {label}
    </Link>
  ))

export function CurrentNavLinks({ links }: { links: NavLink[] }) {
  return <NavLinks links={links} current={usePathname()} />
}
