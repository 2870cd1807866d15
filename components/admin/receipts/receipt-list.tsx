import { useLocale, useTranslations } from 'next-intl'
import { Link } from '@/components/admin/frame/link'
import { useDates } from '@/components/dates'
import { LIST_LINK, ListCell, ListRow, ListTable } from '@/components/admin/shared/table'
import { Badge } from '@/components/ui/badge'
import { formatRM } from '@/lib/money'
import { pathIn } from '@/lib/i18n/path'
import { needsOwnInvoice, signOf, SINGLE_SALE_SEN } from '@/lib/receipts/rules'
import type { IssuedDocument } from '@/lib/receipts/schema'

const DAY = { day: 'numeric', month: 'short', year: 'numeric' } as const
const COLUMNS = ['number', 'date', 'buyer', 'sale', 'total', 'document'] as const

/** The receipts and notes of a month, in the order of issue. */
export function ReceiptList({
  documents,
  caption,
}: {
  documents: readonly IssuedDocument[]
  caption: string
}) {
  const t = useTranslations('admin.receipts')
  return (
    <ListTable label={caption} columns={COLUMNS.map((column) => t(`columns.${column}`))}>
      {documents.map((document) => (
        <ReceiptRow key={document.id} document={document} />
      ))}
    </ListTable>
  )
}

function ReceiptRow({ document }: { document: IssuedDocument }) {
  const t = useTranslations('admin.receipts')
  const kinds = useTranslations('receipt.kinds')
  const format = useDates()
  const locale = useLocale()
  const { id, kind, number, buyer, price, bookingId, orderId } = document
  return (
    <ListRow>
      <ListCell label={t('columns.number')}>
        <span className="figures block font-medium">{number}</span>
        <span className="block text-xs text-muted">
          <span>{kinds(kind)}</span>
          {document.receiptNumber && (
            <span>{` ${t('corrects', { number: document.receiptNumber })}`}</span>
          )}
        </span>
      </ListCell>
      <ListCell label={t('columns.date')} className="figures">
        {format.dateTime(document.issuedAt, DAY)}
      </ListCell>
      <ListCell label={t('columns.buyer')}>
        <span className="block font-medium wrap-anywhere">
          {buyer.billing?.company ?? buyer.name}
        </span>
        {buyer.billing?.company && (
          <span className="block text-xs text-muted wrap-anywhere">{buyer.name}</span>
        )}
      </ListCell>
      <ListCell label={t('columns.sale')}>
        {bookingId !== null ? (
          <Link href={pathIn(locale, `/admin?search=%23${bookingId}`)} className={LIST_LINK}>
            {t('booking', { id: String(bookingId) })}
          </Link>
        ) : (
          <Link href={pathIn(locale, `/admin/orders?q=%23${orderId}`)} className={LIST_LINK}>
            {t('order', { id: String(orderId) })}
          </Link>
        )}
      </ListCell>
      <ListCell label={t('columns.total')} className="figures whitespace-nowrap">
        <span>{formatRM(signOf(kind) * price.totalSen)}</span>
        {needsOwnInvoice(kind, price.totalSen) && (
          <Badge className="ml-2">
            {t('warnings.single.mark', { limit: formatRM(SINGLE_SALE_SEN) })}
          </Badge>
        )}
      </ListCell>
      <ListCell label={t('columns.document')}>
        <a
          href={`/api/admin/receipts/${id}`}
          target="_blank"
          rel="noopener"
          aria-label={t('openOf', { number })}
          className={LIST_LINK}
        >
          {t('open')}
        </a>
      </ListCell>
    </ListRow>
  )
}
