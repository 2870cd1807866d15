'use client'
import { useTranslations } from 'next-intl'
import { EditorDialog, EditorForm, TextEntry } from '@/components/admin/shared/form'
import { refundBody } from '@/lib/admin/attention/schema'
import { LIMITS } from '@/lib/limits'
import { formatMoney } from '@/lib/currencies'
import { toDecimal } from '@/lib/money'
import { senIn } from '@/lib/text'

type RefundablePayment = {
  id: number
  refundable: number
  currency: string
  updatedAt: string
}

type Props = { payment: RefundablePayment; close: () => void }

/** Gives back any part of a payment, the way it came. */
export function RefundDialog({ payment, close }: Props) {
  const t = useTranslations('admin.sheet.refund')
  const { id, refundable, currency, updatedAt } = payment
  return (
    <EditorDialog title={t('title')} close={close}>
      <EditorForm
        method="POST"
        path={`/api/admin/payments/${id}/refund`}
        schema={refundBody}
        fields={['amountSen', 'reason']}
        initial={{ amountSen: toDecimal(refundable), reason: '' }}
        body={({ amountSen, reason }) => ({
          amountSen: senIn(String(amountSen)) ?? 0,
          reason,
        })}
        version={updatedAt}
        refusedAt="form"
        saved={t('done')}
        save={t('submit')}
      >
        <TextEntry
          name="amountSen"
          label={t('amount')}
          hint={t('most', { amount: formatMoney(refundable, currency) })}
          inputMode="decimal"
          required
        />
        <TextEntry name="reason" label={t('reason')} limit={LIMITS.refundReason} />
      </EditorForm>
    </EditorDialog>
  )
}
