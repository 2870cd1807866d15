'use client'
import Link from 'next/link'
import { pathIn } from '@/lib/i18n/path'
import type { Locale } from '@/lib/i18n/routing'
import { DRAWN_NAME } from '@/lib/site'
import { useSite } from './site-context'

/**
 * The wordmark: a star (bintang) made of five meter bars. A studio of another name has the star
 * with its name beside it.
 */
export function Logo({
  locale,
  label,
  className = '',
}: {
  locale: Locale
  label: string
  className?: string
}) {
  const { name } = useSite()
  return (
    <Link
      href={pathIn(locale, '/')}
      prefetch={false}
      className={`inline-flex min-w-0 rounded-sm ${className}`}
    >
      {name === DRAWN_NAME ? (
        <img src="/logo.svg" alt={label} width={214} height={36} className="h-8 w-auto" />
      ) : (
        <>
          <img src="/mark.svg" alt="" width={34} height={36} className="mr-2 h-8 w-auto" />
          <span aria-hidden="true" className="truncate font-display text-lg font-semibold">
            {name}
          </span>
          <span className="sr-only">{label}</span>
        </>
      )}
    </Link>
  )
}
