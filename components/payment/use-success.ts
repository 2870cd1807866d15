'use client'
import { useLocale } from 'next-intl'
import { useRouter } from 'next/navigation'
import { useCallback } from 'react'
import { notice } from '@/components/site/notice'
import { pathIn } from '@/lib/i18n/path'
import type { Locale } from '@/lib/i18n/routing'

type Success = {
  /** The success page, without language. */
  page: '/booking-success' | '/video-editing-success'
  title: string
  note: string
  /** Forgets what the tab remembered of the purchase. */
  forget: () => void
}

/**
 * What follows a payment: the notice of success and the success page, the way the provider itself
 * would lead there.
 */
export function useSuccess({ page, title, note, forget }: Success) {
  const router = useRouter()
  const path = pathIn(useLocale() as Locale, page)
  const onPaid = useCallback(
    (intentId: string, status: 'succeeded' | 'pending') => {
      if (status === 'succeeded') notice.success(title, note)
      forget()
      router.push(
        `${path}?${new URLSearchParams({ payment_intent: intentId, redirect_status: status })}`,
      )
    },
    [router, path, title, note, forget],
  )
  return { successPath: path, onPaid }
}
