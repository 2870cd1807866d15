'use client'
import { useTranslations } from 'next-intl'
import { refundBody } from '@/lib/admin/attention/schema'
import { formatMoney } from '@/lib/currencies'
import { toDecimal } from '@/lib/money'
import { senIn } from '@/lib/text'
import { STUDIO_METHODS, studioMethodOf } from '@/lib/sales/money'
import { BankDetails } from './bank-details'
import { EditorDialog, EditorForm } from './form'
import { PaymentEntries } from './payment-entries'

type Props = {
  payment: {
    id: number
    /** What can be given back of it, in sen. */
    refundable: number
    currency: string
    updatedAt: string
    /** How it came. */
    method: string | null
    bar: 'refused' | 'too_old' | null
  }
  today: string
  close: () => void
}

/** Money that the studio gave back itself: how, when, and with which reference. */
export function GiveBackDialog({ payment, today, close }: Props) {
  const t = useTranslations('admin.giveBack')
  const refund = useTranslations('admin.sheet.refund')
  const record = useTranslations('admin.record')
  const { id, refundable, currency, updatedAt, bar } = payment
  // The way it came, where the studio can go back on it.
  const way = STUDIO_METHODS.find((method) => method === payment.method)
  return (
    <EditorDialog title={t('title')} close={close}>
      <p className="text-sm text-muted">
        {bar === null ? t(`studio.${studioMethodOf(payment.method)}`) : t(`bars.${bar}`)}
      </p>
      <BankDetails paymentId={id} />
      <EditorForm
        method="POST"
        path={`/api/admin/payments/${id}/refund`}
        schema={refundBody}
        fields={['method', 'amountSen', 'date', 'reference']}
        initial={{
          method: way ?? '',
          amountSen: toDecimal(refundable),
          date: today,
          reference: '',
        }}
        body={({ amountSen, method, date, reference }) => ({
          amountSen: senIn(String(amountSen)) ?? 0,
          returned: { method, date, reference },
        })}
        shownAt={(part) => part.replace(/^returned\./, '')}
        version={updatedAt}
        refusedAt="form"
        saved={t('done')}
        save={record('submit')}
      >
        <PaymentEntries
          labels={{ method: t('method'), date: t('date') }}
          hint={refund('most', { amount: formatMoney(refundable, currency) })}
          today={today}
        />
      </EditorForm>
    </EditorDialog>
  )
}
