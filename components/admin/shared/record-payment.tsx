'use client'
import { useTranslations } from 'next-intl'
import { useState } from 'react'
import { Button } from '@/components/ui/button'
import { paymentBody } from '@/lib/admin/attention/schema'
import { formatRM, toDecimal } from '@/lib/money'
import { senIn } from '@/lib/text'
import { CheckEntry, EditorDialog, EditorForm } from './form'
import { PaymentEntries } from './payment-entries'

type About = { bookingId: number } | { orderId: number }
type Props = {
  about: About
  owedSen: number
  version: string
  today: string
  size?: 'sm' | 'default'
}

/** Money that the studio received itself, for what owes something. */
export function RecordPayment({ size = 'default', ...payment }: Props) {
  const t = useTranslations('admin.record')
  const [open, setOpen] = useState(false)
  return (
    <>
      <Button variant="outline" size={size} onClick={() => setOpen(true)}>
        {t('open')}
      </Button>
      {open && (
        <EditorDialog title={t('title')} close={() => setOpen(false)}>
          <Entries {...payment} />
        </EditorDialog>
      )}
    </>
  )
}

function Entries({ about, owedSen, version, today }: Omit<Props, 'size'>) {
  const t = useTranslations('admin.record')
  return (
    <EditorForm
      method="POST"
      path="/api/admin/payments"
      schema={paymentBody}
      fields={['method', 'amountSen', 'date', 'reference', 'notOwed']}
      initial={{
        ...{ method: '', amountSen: toDecimal(owedSen), date: today, reference: '' },
        notOwed: owedSen === 0,
      }}
      body={({ method, amountSen, date, reference, notOwed }) => ({
        ...{ ...about, method, date, reference, notOwed },
        amountSen: senIn(String(amountSen)) ?? 0,
      })}
      version={version}
      refusedAt="form"
      saved={t('done')}
      save={t('submit')}
    >
      <PaymentEntries hint={t('owed', { amount: formatRM(owedSen) })} today={today} />
      <CheckEntry name="notOwed" label={t('notOwed')} defaultChecked={owedSen === 0} />
    </EditorForm>
  )
}
