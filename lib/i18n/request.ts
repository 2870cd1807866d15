import { hasLocale } from 'next-intl'
import { getRequestConfig } from 'next-intl/server'
import { locale as rootLocale } from 'next/root-params'
import { STUDIO_ZONE } from '@/lib/time'
import { DEFAULT_LOCALE, LOCALES } from './routing'

export default getRequestConfig(async ({ locale: asked }) => {
  const wanted = asked ?? (await rootLocale())
  const locale = hasLocale(LOCALES, wanted) ? wanted : DEFAULT_LOCALE
  return {
    locale,
    messages: (await import(`../../messages/${locale}.json`)).default,
    timeZone: STUDIO_ZONE,
    // A missing key shows the key itself (spec point 4); a test proves there is none.
    getMessageFallback: ({ namespace, key }) => [namespace, key].filter(Boolean).join('.'),
    onError: (error) => console.error(error.message),
  }
})
