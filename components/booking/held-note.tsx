'use client'
import { HoldTimer, useCountdown } from '@/components/checkout/hold-timer'
import type { Elements } from '@/components/ui/elements'

/** How long the time is held, in the place of the note below the button: nothing moves. */
export function HeldNote({ until, children }: { until: string; children: Elements }) {
  const secondsLeft = useCountdown(until)
  if (!secondsLeft) return children
  return (
    <div className="grid *:[grid-area:1/1]">
      <div className="invisible">{children}</div>
      <HoldTimer secondsLeft={secondsLeft} className="self-start" />
    </div>
  )
}
