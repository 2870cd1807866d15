import { getMessages } from 'next-intl/server'
import { sentencesOf } from '@/components/sentences'
import type { Hours } from '@/lib/studio'
import type { Site } from '@/lib/site'
import { fill } from './fill'
import { openingLines } from './hours'

/**
 * What the header and the footer say. Both are rendered from their words on both sides ('use
 * client'): a server component's markup travels twice, as HTML and as React's data, and this markup
 * is on every page.
 */
export async function shellWords(studio: Site, opening: Hours) {
  const [all, hours] = await Promise.all([getMessages(), openingLines(opening)])
  const { nav, footer, common } = sentencesOf({
    nav: all.nav,
    footer: all.footer,
    common: all.common,
  })
  const { newTab, openOnWhatsApp, whatsAppText, map, skipToContent, notices, close, failure } =
    common
  const { parking, legal, ...rest } = footer
  const logo = fill(nav.logo, { name: studio.name })
  return {
    page: { skipToContent, notices, close, failure },
    header: { ...nav, logo },
    footer: {
      ...rest,
      hours,
      parking: fill(parking, { levels: studio.parking.levels }),
      legal: fill(legal, { legalName: studio.legalName, registration: studio.registration }),
      logo,
      newTab,
      openOnWhatsApp,
      whatsAppText: fill(whatsAppText, { studio: studio.name }),
      map,
    },
  }
}

type ShellWords = Awaited<ReturnType<typeof shellWords>>
export type HeaderWords = ShellWords['header']
export type FooterWords = ShellWords['footer']
