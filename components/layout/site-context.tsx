'use client'
import { createContext, useContext } from 'react'
import type { Site } from '@/lib/settings/site'

type SiteFacts = Omit<Site, 'legalName' | 'registration'>

/**
 * The studio's facts for client components, provided once by the layout: as props of every button
 * that opens a chat they would be on each page many times. Server components use `site()` of
 * lib/settings/queries.
 */
export const SiteContext = createContext<SiteFacts | null>(null)

export const ProvideSite = SiteContext.Provider

/** The studio's facts as administrators have set them. */
export function useSite(): SiteFacts {
  const facts = useContext(SiteContext)
  if (!facts) throw new Error('useSite outside the layout that knows the studio')
  return facts
}
