'use client'
import { useTranslations } from 'next-intl'
import type { DialogTexts } from '@/components/payment/payment-dialog'

/** What the payment dialog says when it is a booking that is paid for. */
export function useDialogTexts(): DialogTexts {
  const t = useTranslations('booking.dialog')
  const payment = useTranslations('payment.notices')
  return {
    preparing: t('preparing'),
    preparingNote: t('preparingNote'),
    failed: t('failed'),
    failedNote: t('failedNote'),
    complete: t('complete'),
    ended: t('ended'),
    endedNote: t('endedNote'),
    chooseAgain: t('chooseAgain'),
    incomplete: payment('incomplete'),
  }
}
