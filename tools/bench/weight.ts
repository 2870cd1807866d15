// The weight of every public page relative to the bare page, and whether it is prerendered.
import { chromium } from '@playwright/test'
import { pathIn } from '@/lib/i18n/path'
import type { Locale } from '@/lib/i18n/routing'
import { BROWSER_FLAGS, installedBrowser } from '@/scripts/browser.mjs'
import { FONTS_KB, HTML_KIB, scriptLimit, usedScriptLimit } from './limits'
import { fillBooking, viewOf, type View } from './view'

export type Weight = {
  path: string
  locale: Locale
  view: View
  ratio: { first: number; used: number }
  cache: { control: string; state: string; cookie: boolean }
  /** Sentences; empty when the page is within every limit. */
  faults: string[]
}
export type Weights = { bare: View; pages: Weight[] }

type Ask = { site: string; bare: string; pages: string[]; locales: Locale[] }

/**
 * Views every page in every language, the bare page before each language. A missing page is
 * reported, not thrown.
 */
export async function weigh(
  { site, bare, pages, locales }: Ask,
  say: (line: string) => void,
): Promise<Weights> {
  const executablePath = installedBrowser()
  const browser = await chromium.launch({
    args: BROWSER_FLAGS,
    ...(executablePath && { executablePath }),
  })
  try {
    let yardstick: View | undefined
    const weights: Weight[] = []
    for (const locale of locales) {
      const own = (yardstick = await viewOf(browser, { url: bare, path: '/' }))
      for (const path of pages) {
        say(`weight: ${pathIn(locale, path)}`)
        const address = pathIn(locale, path)
        const view = await viewOf(browser, {
          url: site,
          path: address,
          ...(path === '/booking' && { use: fillBooking }),
        })
        const ratio = {
          first: view.script.first / own.script.first,
          used: view.script.used / own.script.first,
        }
        const cache = await cacheOf(`${site}${address}`)
        const weight = { path, locale, view, ratio, cache }
        weights.push({ ...weight, faults: faultsOf(weight) })
      }
    }
    if (!yardstick) throw new Error('No language to measure.')
    return { bare: yardstick, pages: weights }
  } finally {
    await browser.close()
  }
}

async function cacheOf(address: string): Promise<Weight['cache']> {
  const { headers } = await fetch(address)
  return {
    control: headers.get('cache-control') ?? '',
    state: headers.get('x-nextjs-cache') ?? (headers.get('x-nextjs-prerender') ? 'PRERENDER' : ''),
    cookie: headers.has('set-cookie'),
  }
}

function faultsOf({ path, view, ratio, cache }: Omit<Weight, 'faults'>): string[] {
  if (view.status !== 200) return [`answers ${view.status}`]
  const faults: string[] = []
  if (ratio.first > scriptLimit(path)) faults.push(`script over ${scriptLimit(path)} ×`)
  if (ratio.used > usedScriptLimit(path))
    faults.push(`script over ${usedScriptLimit(path)} × in the end`)
  if (view.html > HTML_KIB * 1024) faults.push(`HTML over ${HTML_KIB} KiB`)
  if (view.fonts > FONTS_KB * 1000) faults.push(`fonts over ${FONTS_KB} KB`)
  if (view.foreign.length > 0)
    faults.push(`asks another host: ${new URL(view.foreign[0] ?? '').host}`)
  if (!/^(HIT|STALE|PRERENDER)$/.test(cache.state) || /private|no-store/.test(cache.control))
    faults.push('not prerendered')
  if (cache.cookie) faults.push('sets a cookie')
  return faults
}
