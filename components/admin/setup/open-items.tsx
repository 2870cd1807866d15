import { CircleAlert } from 'lucide-react'
import { useFormatter, useLocale, useTranslations } from 'next-intl'
import { Link } from '@/components/admin/frame/link'
import { useDates } from '@/components/dates'
import { pathIn } from '@/lib/i18n/path'
import { toLocale } from '@/lib/i18n/routing'
import { openItems } from '@/lib/setup/rules'
import type { SetupStatus } from '@/lib/setup/schema'
import { utcMidnight } from '@/lib/time'

const DAY = { dateStyle: 'long', timeZone: 'UTC' } as const

/** What the studio still lacks, each with a link to the step that fixes it. */
export function OpenItems({ status }: { status: SetupStatus }) {
  const [t, format, dates, locale] = [
    useTranslations('admin.setup'),
    useFormatter(),
    useDates(),
    toLocale(useLocale()),
  ]
  const items = openItems(status)
  if (items.length === 0) return null
  const { knownUntil } = status.holidays
  const values = {
    date: knownUntil ? dates.dateTime(utcMidnight(knownUntil), DAY) : '',
    facts: format.list(status.placeholders.map((fact) => t(`facts.${fact}`))),
    names: format.list(
      status.withoutMalay.map((name) => (name === 'visit' ? t('facts.visit') : name)),
    ),
  }
  return (
    <section
      aria-labelledby="open-items"
      className="grid gap-1 rounded-lg border border-l-4 border-line border-l-tungsten bg-raised px-4 py-3"
    >
      <h2 id="open-items" className="text-base">
        {t('open.title')}
      </h2>
      <ul className="grid gap-x-6 gap-y-1 sm:grid-cols-2">
        {items.map(({ key, step }) => (
          <li key={key}>
            <Link
              href={`${pathIn(locale, '/admin/setup')}#${step === 'site' ? 'setting-site' : step}`}
              className={
                'flex min-h-11 items-center gap-2.5 py-1.5 text-sm underline underline-offset-4 ' +
                'hover:text-tungsten'
              }
            >
              <CircleAlert aria-hidden="true" className="size-4 shrink-0 text-tungsten" />
              <span>{t(`open.${key}`, values)}</span>
            </Link>
          </li>
        ))}
      </ul>
    </section>
  )
}
