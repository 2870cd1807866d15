import Link from 'next/link'
import { useTranslations } from 'next-intl'
import { useSessionTime } from '@/components/admin/shared/moment'
import { Badge } from '@/components/ui/badge'
import { buttonVariants } from '@/components/ui/button-variants'
import type { LedgerEntry, AdminMember } from '@/lib/memberships/schema'
import { ListCell, ListRow, ListTable } from '@/components/admin/shared/table'

const COLUMNS = ['entry', 'when', 'booking', 'kind'] as const
const NOTES = ['refunded', 'disputed', 'cancelled', 'unproven'] as const

/** A member's ledger: every session and every reversal, newest first. */
export function Ledger({
  member,
  rows,
  back,
}: {
  member: AdminMember
  rows: LedgerEntry[]
  back: string
}) {
  const t = useTranslations('admin.members')
  const when = useSessionTime()
  const reversed = new Set(rows.map(({ reversesId }) => reversesId))
  const note = (text: string | null) => NOTES.find((key) => key === text)
  return (
    <section
      aria-labelledby="ledger"
      className="grid gap-3 rounded-lg border border-line bg-card p-4"
    >
      <div className="flex flex-wrap items-center justify-between gap-3">
        <h2 id="ledger" className="text-lg">
          {t('ledgerOf', { name: member.customerName })}
        </h2>
        <Link
          href={back}
          prefetch={false}
          scroll={false}
          className={buttonVariants({ variant: 'ghost', size: 'sm' })}
        >
          {t('closeLedger')}
        </Link>
      </div>
      {rows.length === 0 && <p className="text-sm text-muted">{t('emptyLedger')}</p>}
      {rows.length > 0 && (
        <ListTable
          label={t('ledgerOf', { name: member.customerName })}
          columns={COLUMNS.map((column) => t(`ledgerColumns.${column}`))}
        >
          {rows.map((row) => (
            <ListRow key={row.id}>
              <ListCell label={t('ledgerColumns.entry')} className="figures text-xs text-muted">
                {`#${row.id}`}
              </ListCell>
              <ListCell label={t('ledgerColumns.when')} className="figures">
                {when(row)}
              </ListCell>
              <ListCell label={t('ledgerColumns.booking')} className="figures">
                {row.bookingId === null ? '–' : `#${row.bookingId}`}
              </ListCell>
              <ListCell label={t('ledgerColumns.kind')}>
                {row.reversesId !== null ? (
                  <Badge variant="destructive">
                    {t('takenBack', {
                      id: String(row.reversesId),
                      why: t(`notes.${note(row.notes) ?? 'other'}`),
                    })}
                  </Badge>
                ) : (
                  <Badge variant={reversed.has(row.id) ? 'outline' : 'success'}>
                    {t(
                      reversed.has(row.id) ? 'reversed' : row.free ? 'freeSession' : 'paidSession',
                    )}
                  </Badge>
                )}
              </ListCell>
            </ListRow>
          ))}
        </ListTable>
      )}
    </section>
  )
}
