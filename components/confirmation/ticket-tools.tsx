'use client'
import { CalendarPlus, Settings2 } from 'lucide-react'
import { useLocale, useTranslations } from 'next-intl'
import Link from 'next/link'
import { buttonVariants } from '@/components/ui/button-variants'
import { pathIn } from '@/lib/i18n/path'
import type { Locale } from '@/lib/i18n/routing'

/**
 * What to do with a ticket: keep the date, and open the page where it can be looked after (decision
 * C10).
 */
export function TicketTools({ token, calendar = false }: { token: string; calendar?: boolean }) {
  const t = useTranslations('confirmation.tools')
  const locale = useLocale() as Locale
  return (
    <div className="flex flex-wrap items-center gap-3">
      {calendar && (
        // A download, not a page: the browser's own link.
        <a
          href={`/api/manage/${token}/calendar`}
          download
          className={buttonVariants({ size: 'lg' })}
        >
          <CalendarPlus aria-hidden="true" />
          {t('calendar')}
        </a>
      )}
      <Link
        href={pathIn(locale, `/manage/${token}`)}
        prefetch={false}
        className={buttonVariants({ variant: 'outline', size: 'lg' })}
      >
        <Settings2 aria-hidden="true" />
        {t(calendar ? 'booking' : 'order')}
      </Link>
      <p className="basis-full text-sm text-muted sm:basis-auto sm:flex-1">{t('note')}</p>
    </div>
  )
}
