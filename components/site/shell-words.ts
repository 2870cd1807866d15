import { getMessages } from 'next-intl/server'
import { sentencesOf } from '@/components/sentences'
import { SITE } from '@/lib/site'
import { openingLines } from './hours'

/**
 * What the header and the footer say. Both are rendered from their words on both sides ('use client'): a server
 * component's markup travels twice, as HTML and as React's data, and this markup is on every page.
 */
export async function shellWords() {
  const [all, hours] = await Promise.all([getMessages(), openingLines()])
  const { nav, footer, common } = sentencesOf({ nav: all.nav, footer: all.footer, common: all.common })
  const { newTab, openOnWhatsApp, whatsAppText, map, skipToContent, notices, close, failure } = common
  const { parking, legal, ...rest } = footer
  return {
    page: { skipToContent, notices, close, failure },
    header: { ...nav, logo: nav.logo.replace('{name}', SITE.name) },
    footer: {
      ...rest,
      hours,
      parking: parking.replace('{levels}', SITE.parking.levels),
      legal: legal.replace('{legalName}', SITE.legalName).replace('{registration}', SITE.registration),
      logo: nav.logo.replace('{name}', SITE.name),
      newTab,
      openOnWhatsApp,
      whatsAppText,
      map,
    },
  }
}

type ShellWords = Awaited<ReturnType<typeof shellWords>>
export type HeaderWords = ShellWords['header']
export type FooterWords = ShellWords['footer']
