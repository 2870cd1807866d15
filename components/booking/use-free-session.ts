'use client'
import { useLocale, useTranslations } from 'next-intl'
import { useRouter } from 'next/navigation'
import { useEffect, useState, useSyncExternalStore } from 'react'
import { notice } from '@/components/browser/notice'
import { useTimesSeen } from '@/components/browser/seen-again'
import { wasSignedIn } from '@/components/membership/hint'
import { part } from '@/components/ui/part'
import type { Length } from '@/lib/availability/rules'
import type { BookingInput } from '@/lib/bookings/schema'
import { pathIn } from '@/lib/i18n/path'
import { isFreeSessionChoice } from '@/lib/memberships/rules'
import { senOf } from '@/lib/money'
import { clearDraft, createBooking, bookingKeys } from './api'
import type { ServiceOption } from './options'

type Choice = { service: ServiceOption | null; length: Length }

/**
 * A member's free session on the booking page (docs/decisions/020 E3): whether it fits the choice,
 * and booking what is free, by that or by a code, without payment.
 */
export function useFreeSession({ service, length }: Choice) {
  const t = useTranslations('booking.paid')
  const router = useRouter()
  const locale = useLocale()
  const member = useMember()
  useMemberRefresh()
  const [wanted, want] = useState(false)

  const offered = member !== null && member.freeSessions > 0
  const fits =
    offered &&
    service !== null &&
    isFreeSessionChoice({ hourly: service.rates.hourly, ...length }, member.packageHourly)

  const book = async (input: BookingInput): Promise<'leaving'> => {
    const isMembers = wanted && fits
    const body = {
      ...input,
      // Add-ons of a member's are paid for afterwards.
      ...(isMembers && { addOns: [], code: null }),
      totalAmount: '0.00',
      status: 'pending' as const,
      useFreeSession: isMembers,
    }
    try {
      const { id } = await createBooking(body)
      clearDraft()
      notice.success(t('freeTitle'), t('freeNote'))
      // There is no payment in the address, so it names the booking; the server checks who may see
      // it.
      router.push(`${pathIn(locale, '/booking-success')}?booking=${id}`)
      return 'leaving'
    } finally {
      bookingKeys.forget()
    }
  }
  return { member: offered ? member : null, fits, chosen: wanted && fits, want, book }
}

/** What the booking page needs about a signed-in active member. */
export type Member = { freeSessions: number; packageName: string; packageHourly: number }

let member: Member | null = null
const listeners = new Set<() => void>()
const listen = (changed: () => void) => {
  listeners.add(changed)
  return () => void listeners.delete(changed)
}

async function refresh(): Promise<void> {
  // Only who signed in here needs the calls of members.
  const { fetchMe } = await part(() => import('@/components/membership/api'))
  const { membership } = await fetchMe()
  member =
    membership?.status === 'active'
      ? {
          freeSessions: membership.freeSessions,
          packageName: membership.package.name,
          packageHourly: senOf(membership.package.hourlyRate),
        }
      : null
  for (const changed of listeners) changed()
}

/**
 * The member who is signed in, or null. The server is not asked when nobody ever signed in on this
 * device.
 */
export const useMember = (): Member | null =>
  useSyncExternalStore(
    listen,
    () => member,
    () => null,
  )

/**
 * Requested after hydration, and when the page is seen again: the member may have signed out, or
 * taken the session. Without an answer the page stays as it is.
 */
function useMemberRefresh(): void {
  const times = useTimesSeen()
  useEffect(() => {
    if (wasSignedIn() || member) refresh().catch(() => undefined)
  }, [times])
}
