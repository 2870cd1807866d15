'use client'
import { useEffect, useState, type ReactNode } from 'react'
import { followPayment, type View } from './follow'
import { readReturn } from './payment-return'
import { Cancelled, Confirming, Failed, Generic, Later, Loading, Unknown } from './states'
import { Refunded } from './refunded'
import { Ticket, type ServiceNames } from './ticket'

type ConfirmationProps = {
  serviceNames: ServiceNames
  /** What a visitor needs to know before coming. */
  visit: ReactNode
  /** Where to go from here. */
  farewell: ReactNode
}

/** The part of the confirmation that depends on who is looking. Fills the screen, so that what comes below never jumps. */
export function ConfirmationIsland({ serviceNames, visit, farewell }: ConfirmationProps) {
  const [view, setView] = useState<View>({ kind: 'loading' })

  useEffect(() => {
    const leaving = new AbortController()
    void followPayment(readReturn(), setView, leaving.signal)
    return () => leaving.abort()
  }, [])

  const comes = view.kind === 'confirmed' || view.kind === 'generic' || view.kind === 'later' || view.kind === 'confirming'
  return (
    <div className="min-h-[calc(100dvh-var(--spacing-header)-2rem)]">
      <div aria-live="polite">{content(view, serviceNames)}</div>
      {comes && visit}
      {comes && farewell}
    </div>
  )
}

function content(view: View, serviceNames: ServiceNames) {
  switch (view.kind) {
    case 'loading':
      return <Loading />
    case 'confirming':
      return <Confirming />
    case 'later':
      return <Later reference={view.reference} />
    case 'failed':
      return <Failed />
    case 'generic':
      return <Generic />
    case 'unknown':
      return <Unknown />
    case 'cancelled':
      return <Cancelled booking={view.booking} />
    case 'refunded':
      return <Refunded booking={view.booking} />
    case 'confirmed':
      return <Ticket booking={view.booking} serviceNames={serviceNames} />
  }
}
