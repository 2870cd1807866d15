import { useTranslations } from 'next-intl'
import { Link } from '@/components/admin/frame/link'
import { BESIDE_BOX, RowBox, SELECTABLE_ROW } from '@/components/admin/shared/row-box'
import { ListCell, ListRow, ListTable } from '@/components/admin/shared/table'
import { useDates } from '@/components/dates'
import { Badge } from '@/components/ui/badge'
import type { CustomerRow } from '@/lib/admin/customers/schema'

const COLUMNS = ['name', 'reach', 'sessions', 'seen'] as const
const DAY = { day: 'numeric', month: 'short', year: 'numeric' } as const

/** The customers, last seen first; `page` is the address of one's own page. */
export function CustomerList({
  customers,
  page,
}: {
  customers: CustomerRow[]
  page: (key: number) => string
}) {
  const t = useTranslations('admin.customers')
  const format = useDates()
  const day = (at: string) => format.dateTime(new Date(at), DAY)
  return (
    <ListTable label={t('caption')} columns={COLUMNS.map((column) => t(`columns.${column}`))}>
      {customers.map((customer) => (
        <ListRow key={customer.key} data-row={customer.key} className={SELECTABLE_ROW}>
          <ListCell className="align-top">
            <RowBox value={customer.key} label={t('select.one', { name: customer.name })} />
            <Link
              href={page(customer.key)}
              className={`inline-flex min-h-11 items-center font-medium wrap-anywhere ${BESIDE_BOX} lg:min-h-0`}
            >
              {customer.name}
            </Link>
            <span className="flex flex-wrap gap-1">
              {customer.owes && <Badge variant="destructive">{t('owes')}</Badge>}
              {customer.member && <Badge variant="success">{t('member')}</Badge>}
            </span>
          </ListCell>
          <ListCell label={t('columns.reach')} className="align-top">
            <span className="figures block">{customer.phone}</span>
            <span className="block text-xs text-muted wrap-anywhere">{customer.email}</span>
          </ListCell>
          <ListCell label={t('columns.sessions')} className="figures align-top">
            {t('sessions', { count: customer.sessions })}
          </ListCell>
          <ListCell label={t('columns.seen')} className="figures align-top">
            <span className="block">
              {customer.lastSeenAt ? t('seen', { date: day(customer.lastSeenAt) }) : t('notSeen')}
            </span>
            {customer.nextAt && (
              <span className="block text-xs text-muted">
                {t('next', { date: day(customer.nextAt) })}
              </span>
            )}
          </ListCell>
        </ListRow>
      ))}
    </ListTable>
  )
}
