'use client'
import { IntlProvider, useLocale, useMessages, type IntlError, type Messages } from 'next-intl'
import { type ReactNode, useCallback, useState } from 'react'
import { part } from '@/components/ui/part'
import { forMissing, isMissing } from '@/lib/i18n/missing'
import type { Locale } from '@/lib/i18n/routing'

const read = new Map<Locale, Promise<Messages>>()
function dictionaryOf(locale: Locale): Promise<Messages> {
  const known =
    read.get(locale) ??
    part(() => import(`../messages/${locale}.json`)).then(
      (loaded: { default: Messages }) => loaded.default,
    )
  read.set(locale, known)
  return known
}

/**
 * Inside what a page hands on of the dictionary. Where a component has words that were forgotten, the
 * browser gets the whole dictionary, and the console says so.
 */
export function AllWords({ children }: { children: ReactNode }) {
  const [locale, handedOn] = [useLocale(), useMessages()]
  const [all, setAll] = useState<Messages | null>(null)
  const onError = useCallback(
    (error: IntlError) => {
      forMissing.onError(error)
      if (isMissing(error)) void dictionaryOf(locale).then(setAll, () => read.delete(locale))
    },
    [locale],
  )
  return (
    <IntlProvider
      locale={locale}
      messages={all ?? handedOn}
      getMessageFallback={forMissing.getMessageFallback}
      onError={onError}
    >
      {children}
    </IntlProvider>
  )
}
