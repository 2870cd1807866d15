'use client'
import { useLocale, useTranslations } from 'next-intl'
import { useRouter } from 'next/navigation'
import { useRef, useState } from 'react'
import { notice } from '@/components/site/notice'
import type { Duration } from '@/lib/availability/rules'
import type { BookingInput } from '@/lib/bookings/schema'
import { pathIn } from '@/lib/i18n/path'
import type { Locale } from '@/lib/i18n/routing'
import { isFreeSessionChoice } from '@/lib/memberships/rules'
import { createBooking } from './api'
import { attemptKey, forgetAttempt } from './attempt'
import { clearDraft } from './form'
import type { ServiceOption } from './types'
import { useMember, useMemberRefresh } from './use-member'

type Choice = {
  service: ServiceOption | null
  duration: Duration
  explain: (error: unknown) => unknown
}

/**
 * A member's free session on the booking page (decision E3): whether this choice can be it, and
 * booking it without paying.
 */
export function useFreeSession({ service, duration, explain }: Choice) {
  const t = useTranslations('booking.paid')
  const router = useRouter()
  const locale = useLocale() as Locale
  const member = useMember()
  useMemberRefresh()
  const [wanted, want] = useState(false)
  const [pending, setPending] = useState(false)
  const busy = useRef(false)

  const offered = member !== null && member.freeSessions > 0
  const fits =
    offered &&
    service !== null &&
    isFreeSessionChoice({ hourly: service.rates.hourly, duration }, member.packageHourly)

  const book = async (input: BookingInput): Promise<void> => {
    if (busy.current) return
    busy.current = true
    setPending(true)
    const body = { ...input, totalAmount: '0.00', status: 'pending' as const, useFreeSession: true }
    try {
      const { id } = await createBooking(body, attemptKey(JSON.stringify(body)))
      forgetAttempt()
      clearDraft()
      notice.success(t('freeTitle'), t('freeNote'))
      // No payment names it, so the address names the booking; who may see it is the server's to
      // say.
      router.push(`${pathIn(locale, '/booking-success')}?booking=${id}`)
    } catch (error) {
      busy.current = false
      setPending(false)
      forgetAttempt()
      explain(error)
    }
  }
  return { member: offered ? member : null, fits, chosen: wanted && fits, want, pending, book }
}
