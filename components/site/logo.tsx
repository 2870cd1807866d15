import Link from 'next/link'
import { getTranslations } from 'next-intl/server'
import { cn } from '@/components/ui/cn'
import { pathIn } from '@/lib/i18n/path'
import type { Locale } from '@/lib/i18n/routing'
import { SITE } from '@/lib/site'

/** The wordmark: a star (bintang) made of five meter bars. */
export async function Logo({ locale, className }: { locale: Locale; className?: string }) {
  const t = await getTranslations('nav')
  return (
    <Link href={pathIn(locale, '/')} prefetch={false} className={cn('inline-flex rounded-sm', className)}>
      <img src="/logo.svg" alt={t('logo', { name: SITE.name })} width={214} height={36} className="h-8 w-auto" />
    </Link>
  )
}
