'use client'
import { useEffect } from 'react'
import { ALIVE } from './keep-clicks'

/** Hands on the clicks that came before the page's code (keep-clicks.ts). */
export function EarlyClicks() {
  useEffect(() => void window.dispatchEvent(new Event(ALIVE)), [])
  return null
}
