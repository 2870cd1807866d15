'use client'
import { useEffect, useSyncExternalStore } from 'react'
import { fetchMe, wasSignedIn } from '@/components/membership/api'
import { senOf } from '@/lib/money'

/** What the booking page knows of a signed-in active member. */
export type Member = { freeSessions: number; packageName: string; packageHourly: number }

let member: Member | null = null
const listeners = new Set<() => void>()
const listen = (changed: () => void) => {
  listeners.add(changed)
  return () => void listeners.delete(changed)
}

async function refresh(): Promise<void> {
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
 * The member who is signed in, or null. Nobody who never signed in on this device is asked about.
 */
export const useMember = (): Member | null =>
  useSyncExternalStore(
    listen,
    () => member,
    () => null,
  )

/** Asks once, when the page is there. Without an answer everything is as for anybody else. */
export function useMemberRefresh(): void {
  useEffect(() => {
    if (wasSignedIn()) refresh().catch(() => undefined)
  }, [])
}
