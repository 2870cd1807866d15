import Link from 'next/link'
import { Suspense, type ReactNode } from 'react'
import { buttonVariants } from '@/components/ui/button'
import './admin.css'

/**
 * The page around everything behind the sign-in. No skeleton: nothing of the admin is shown before
 * the session is checked (decision A2).
 */
export const AdminPage = ({ children }: { children: ReactNode }) => (
  <div className="wrap min-h-dvh py-8">
    <Suspense fallback={null}>{children}</Suspense>
  </div>
)

type HeaderProps = {
  title: string
  /** What the links are, for those who do not see them. */
  label: string
  links: readonly { href: string; text: string }[]
  /** The account's menu, where there is one. */
  children?: ReactNode
}

export const AdminHeader = ({ title, label, links, children }: HeaderProps) => (
  <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-3">
    <h1 className="text-2xl">{title}</h1>
    <nav aria-label={label} className="flex gap-1">
      {links.map(({ href, text }) => (
        <Link
          key={href}
          href={href}
          prefetch={false}
          className={buttonVariants({ variant: 'ghost' })}
        >
          {text}
        </Link>
      ))}
    </nav>
    {children}
  </div>
)
