'use client'
import { TriangleAlert } from 'lucide-react'
import { useEffect, useState } from 'react'
import { request } from '@/components/api'
import type { PaymentConfig } from '@/lib/payments/schema'

/**
 * True when the site's payments go to the sandbox. An unreachable server says nothing either way:
 * no banner.
 */
async function paysInSandbox(signal: AbortSignal): Promise<boolean> {
  const { mode } = await request<PaymentConfig>('/api/payment-config', { signal })
  return mode === 'sandbox'
}

/**
 * Says that no money moves, where that is so. Asked in the browser because prerendered pages must
 * not carry the answer; the strip keeps its height from the first paint, so nothing moves when the
 * words arrive.
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
          className="flex h-9 animate-fade items-center justify-center gap-2 border-b border-tungsten/30 bg-tungsten/12 px-4 text-xs font-medium text-tungsten"
        >
          <TriangleAlert aria-hidden="true" className="size-4 shrink-0" />
          {text}
        </p>
      )}
    </div>
  )
}
