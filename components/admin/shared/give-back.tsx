'use client'
import { useTranslations } from 'next-intl'
import { refundBody } from '@/lib/admin/attention/schema'
import { LIMITS } from '@/lib/limits'
import { formatMoney, toDecimal, toSen } from '@/lib/money'
import { STUDIO_METHODS } from '@/lib/sales/money'
import { ChoiceEntry, EditorDialog, EditorForm, TextEntry } from './form'

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
    <EditorDialog title={t('title')} open setOpen={(open) => !open && close()}>
      <p className="text-sm text-muted">{bar === null ? t('studio') : t(`bars.${bar}`)}</p>
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
          amountSen: toSen(String(amountSen).trim()) ?? 0,
          returned: { method, date, reference },
        })}
        shownAt={(part) => part.replace(/^returned\./, '')}
        version={updatedAt}
        refusedAt="form"
        saved={t('done')}
        save={record('submit')}
        close={close}
      >
        <ChoiceEntry
          name="method"
          label={t('method')}
          required
          empty={record('choose')}
          options={STUDIO_METHODS.map((method) => [method, record(`methods.${method}`)] as const)}
        />
        <TextEntry
          name="amountSen"
          label={record('amount')}
          hint={refund('most', { amount: formatMoney(refundable, currency) })}
          inputMode="decimal"
          required
        />
        <TextEntry name="date" label={t('date')} type="date" max={today} required />
        <TextEntry
          name="reference"
          label={record('reference')}
          hint={record('referenceHint')}
          limit={LIMITS.paymentReference}
          autoComplete="off"
        />
      </EditorForm>
    </EditorDialog>
  )
}
