'use client'
import { useEffect, useState } from 'react'
import { followPayment, type Followed, type Following, type View } from './follow'
import { readReturn } from './payment-return'

/**
 * How the payment stands that the visitor has come back from; `following` must be the same on every
 * render.
 */
export function useFollowed<T extends Followed>(following: Following<T>): View<T> {
  const [view, setView] = useState<View<T>>({ kind: 'loading' })
  useEffect(() => {
    const leaving = new AbortController()
    void followPayment(readReturn(), following, setView, leaving.signal)
    return () => leaving.abort()
  }, [following])
  return view
}

/** The states in which the visitor is, or will be, a customer: what comes next is shown. */
export const comesNext = <T>({ kind }: View<T>): boolean =>
  kind === 'confirmed' || kind === 'generic' || kind === 'later' || kind === 'confirming'
