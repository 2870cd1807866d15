'use client'
import { useTranslations } from 'next-intl'
import { useCallback } from 'react'
import type { DialogTexts } from '@/components/payment/payment-dialog'
import { useCheckout } from '@/components/payment/use-checkout'
import { notice } from '@/components/site/notice'
import { HttpError, sentenceOf } from '@/components/site/request'
import { startUpgrade, type UpgradeOrder } from './api'

type Outcomes = {
  token: string
  onPaid: () => void
  /** The booking, or its prices, are no longer what the page shows. */ onStale: () => void
}

/** Holding an upgrade and paying for it, in the same dialog as a booking. */
export function useUpgradeCheckout({ token, onPaid, onStale }: Outcomes) {
  const t = useTranslations('manage.upgrade')

  const explain = (error: unknown): 'close' | 'stay' => {
    const isAnswer = error instanceof HttpError
    notice.error(t('refused'), sentenceOf(error) ?? t(isAnswer ? 'failed' : 'offline'))
    if (!isAnswer || error.status >= 500) return 'stay'
    onStale()
    return 'close'
  }
  const checkout = useCheckout<UpgradeOrder>({
    prepare: (order) => startUpgrade(token, order),
    explain,
  })
  const { close, end } = checkout

  const paid = useCallback(() => {
    close()
    onPaid()
  }, [close, onPaid])
  const ended = useCallback(() => {
    end()
    onStale()
  }, [end, onStale])

  const texts: DialogTexts = {
    preparing: t('dialog.preparing'),
    preparingNote: t('dialog.preparingNote'),
    failed: t('dialog.failed'),
    failedNote: t('dialog.failedNote'),
    complete: t('dialog.complete'),
    ended: t('dialog.ended'),
    endedNote: t('dialog.endedNote'),
    chooseAgain: t('dialog.again'),
    incomplete: t('dialog.incomplete'),
  }
  return { ...checkout, texts, onPaid: paid, onEnded: ended }
}
