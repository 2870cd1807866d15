'use client'
import { TriangleAlert } from 'lucide-react'
import { useEffect, useState } from 'react'
import { request } from '@/components/api'
import type { PaymentConfig } from '@/lib/payments/schema'

/**
 * True when the site's payments go to the sandbox. Without an answer from the server there is no
 * banner.
 */
async function paysInSandbox(signal: AbortSignal): Promise<boolean> {
  const { mode } = await request<PaymentConfig>('/api/payment-config', { signal })
  return mode === 'sandbox'
}

/**
 * Shows that payments are not real, where that is so. Requested in the browser because prerendered
 * pages must not contain the answer; the strip has its height from the first paint, so nothing
 * moves when the text arrives.
 */
export function TestBanner({ text }: { text: string }) {
  const [shown, setShown] = useState(false)
  useEffect(() => {
    const leaving = new AbortController()
    paysInSandbox(leaving.signal).then(setShown, () => leaving.signal.aborted || setShown(false))
    return () => leaving.abort()
  }, [])
  return (
    <div className="h-9">
      {shown && (
        <p
          role="status"
          className={
            'flex h-9 animate-fade items-center justify-center gap-2 border-b ' +
            'border-tungsten/30 bg-tungsten/12 px-4 text-xs font-medium text-tungsten'
          }
        >
          <TriangleAlert aria-hidden="true" className="size-4 shrink-0" />
          <span>{text}</span>
        </p>
      )}
    </div>
  )
}
