'use client'
import { createContext, useContext } from 'react'
import type { Site } from '@/lib/site'

type SiteFacts = Omit<Site, 'legalName' | 'registration'>

/**
 * The owner's facts for what is rendered in the browser, handed down once by the layout: as props
 * of every button that opens a chat they would be on each page many times. On the server, `site()`
 * of lib/settings/data says the same.
 */
export const SiteContext = createContext<SiteFacts | null>(null)

export const ProvideSite = SiteContext.Provider

/** The studio's facts as the owner has them. */
export function useSite(): SiteFacts {
  const facts = useContext(SiteContext)
  if (!facts) throw new Error('useSite outside the layout that knows the studio')
  return facts
}
