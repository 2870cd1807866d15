'use client'
import { useTranslations } from 'next-intl'
import { useMemo } from 'react'
import { notice } from '@/components/browser/notice'

/** The payment notices; their wording is the customer's, in every language. */
export function usePaymentNotices() {
  const t = useTranslations('payment.notices')
  return useMemo(() => {
    const titled =
      (title: 'paymentError' | 'paymentFailed' | 'formError') => (description: string) =>
        notice.error(t(title), description)
    const error = titled('paymentError')
    const failed = titled('paymentFailed')
    return {
      systemNotReady: () => error(t('systemNotReady')),
      formNotReady: () => error(t('formNotReady')),
      noClientSecret: () => error(t('noClientSecret')),
      thrown: (message: string | undefined) => error(message || t('thrown')),
      declined: failed,
      unexpected: () => failed(t('unexpected')),
      incomplete: failed,
      formFailed: () => titled('formError')(t('formFailed')),
    }
  }, [t])
}
