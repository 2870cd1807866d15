import { useLocale, useTranslations } from 'next-intl'
import Link from 'next/link'
import { pathIn } from '@/lib/i18n/path'
import { DRAWN_NAME } from '@/lib/settings/site'

/**
 * The wordmark: a star (bintang) made of five meter bars. A studio with another name gets the star
 * with its name beside it.
 */
export function Logo({ studioName, className = '' }: { studioName: string; className?: string }) {
  const [t, locale] = [useTranslations('nav'), useLocale()]
  const label = t('logo', { name: studioName })
  return (
    <Link
      href={pathIn(locale, '/')}
      prefetch={false}
      className={`inline-flex min-w-0 rounded-sm py-1.5 ${className}`}
    >
      {studioName === DRAWN_NAME ? (
        <img src="/logo.svg" alt={label} width={214} height={36} className="h-8 w-auto" />
      ) : (
        <>
          <img src="/mark.svg" alt="" width={34} height={36} className="mr-2 h-8 w-auto" />
          <span aria-hidden="true" className="truncate font-display text-lg font-semibold">
            {studioName}
          </span>
          <span className="sr-only">{label}</span>
        </>
      )}
    </Link>
  )
}
