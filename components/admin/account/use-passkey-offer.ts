'use client'
import { useEffect, useRef } from 'react'
import { deviceNow } from '@/components/browser/clock'
import { endOffer, hasPasskeys, signedByOffer } from './passkeys'

// Before the challenge ends.
const RENEW_MS = 4 * 60_000
const LOOK_MS = 30_000

/** Offers passkeys in the field for the name (`autocomplete="username webauthn"`). */
export function usePasskeyOffer(chosen: (passkey: unknown) => void): void {
  const latest = useRef(chosen)
  useEffect(() => {
    latest.current = chosen
  })
  useEffect(() => {
    if (!hasPasskeys()) return
    let offeredAt = 0
    let gone = false
    const offer = () => {
      if (document.visibilityState !== 'visible' || deviceNow() - offeredAt < RENEW_MS) return
      offeredAt = deviceNow()
      // Without one the form is as it was: another offer or dialog has ended this one, too.
      signedByOffer().then(
        (passkey) => passkey !== null && !gone && latest.current(passkey),
        () => undefined,
      )
    }
    offer()
    const timer = setInterval(offer, LOOK_MS)
    document.addEventListener('visibilitychange', offer)
    return () => {
      gone = true
      clearInterval(timer)
      document.removeEventListener('visibilitychange', offer)
      endOffer()
    }
  }, [])
}
