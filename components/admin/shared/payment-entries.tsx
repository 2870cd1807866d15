'use client'
import { useTranslations } from 'next-intl'
import { LIMITS } from '@/lib/limits'
import { STUDIO_METHODS } from '@/lib/sales/money'
import { ChoiceEntry, TextEntry } from './form'

type Props = {
  /** Where they are not those of money that came. */
  labels?: { method: string; date: string }
  /** Beside the amount. */
  hint: string
  today: string
}

/** How, how much, when and with which reference money came to the studio, or went back from it. */
export function PaymentEntries({ labels, hint, today }: Props) {
  const t = useTranslations('admin.record')
  return (
    <>
      <ChoiceEntry
        name="method"
        label={labels?.method ?? t('method')}
        required
        empty={t('choose')}
        options={STUDIO_METHODS.map((method) => [method, t(`methods.${method}`)] as const)}
      />
      <TextEntry name="amountSen" label={t('amount')} hint={hint} inputMode="decimal" required />
      <TextEntry name="date" label={labels?.date ?? t('date')} type="date" max={today} required />
      <TextEntry
        name="reference"
        label={t('reference')}
        hint={t('referenceHint')}
        limit={LIMITS.paymentReference}
        autoComplete="off"
      />
    </>
  )
}
