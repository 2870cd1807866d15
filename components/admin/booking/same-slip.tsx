import { useLocale, useTranslations } from 'next-intl'
import { Link } from '@/components/admin/frame/link'
import { pathIn } from '@/lib/i18n/path'

/** The other bookings for which the same slip was sent. Needs the messages admin.transfer. */
export function SameSlip({ ids }: { ids: readonly number[] }) {
  const t = useTranslations('admin.transfer')
  const locale = useLocale()
  if (ids.length === 0) return null
  return (
    <span className="relative z-10 block text-sm text-onair-soft">
      <span>{t('same')}</span>
      {ids.map((id) => (
        <span key={id}>
          {' '}
          <Link
            href={pathIn(locale, `/admin/bookings/${id}`)}
            className="inline-flex min-h-11 items-center underline underline-offset-4"
          >
            {`#${id}`}
          </Link>
        </span>
      ))}
    </span>
  )
}
