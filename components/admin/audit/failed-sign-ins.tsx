import { ChevronDown } from 'lucide-react'
import { useLocale, useTranslations } from 'next-intl'
import { AndMore } from '@/components/admin/shared/and-more'
import { ListCell, ListRow, ListTable } from '@/components/admin/shared/table'
import type { FailedAttempts } from '@/lib/audit/schema'
import type { CutList } from '@/lib/cut-list'
import { toLocale } from '@/lib/i18n/routing'
import { longDate } from '@/lib/time'

const COLUMNS = ['day', 'account', 'attempts', 'network'] as const

/** How many sign-ins failed: what strangers cause, which is counted instead of logged. */
export function FailedSignIns({
  rows,
  more,
  attempts: count,
}: CutList<FailedAttempts> & { attempts: number }) {
  const t = useTranslations('admin.audit.failed')
  const locale = toLocale(useLocale())
  if (rows.length === 0) return null
  const nameOf = (account: string) =>
    account === '(unknown)' ? t('unknown') : account === 'customer' ? t('customer') : account
  return (
    <details className="group">
      <summary className="flex min-h-11 items-center gap-3 text-base font-medium hover:text-tungsten">
        <span>{t('title', { count })}</span>
        <ChevronDown
          aria-hidden="true"
          className="size-4 text-muted transition-transform group-open:rotate-180"
        />
      </summary>
      <div className="grid gap-3 pt-3">
        <p className="measure text-sm text-muted">{t('hint')}</p>
        <ListTable
          label={t('title', { count })}
          columns={COLUMNS.map((column) => t(`columns.${column}`))}
        >
          {rows.map(({ day, account, attempts, networks, network }) => (
            <ListRow key={`${day} ${account}`}>
              <ListCell label={t('columns.day')}>{longDate(day, locale)}</ListCell>
              <ListCell label={t('columns.account')} className="wrap-anywhere">
                {nameOf(account)}
              </ListCell>
              <ListCell label={t('columns.attempts')} className="figures">
                {attempts}
              </ListCell>
              <ListCell label={t('columns.network')} className="figures">
                {network ?? t('networks', { count: networks })}
              </ListCell>
            </ListRow>
          ))}
        </ListTable>
        <AndMore count={more} />
      </div>
    </details>
  )
}
