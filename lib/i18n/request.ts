import { getRequestConfig } from 'next-intl/server'
import { locale as rootLocale } from 'next/root-params'
import { STUDIO_ZONE } from '@/lib/time'
import { toLocale } from './routing'

export default getRequestConfig(async ({ locale: asked }) => {
  const locale = toLocale(asked ?? (await rootLocale()))
  return {
    locale,
    messages: (await import(`../../messages/${locale}.json`)).default,
    timeZone: STUDIO_ZONE,
    // A missing key shows the key itself; a test proves there is none.
    getMessageFallback: ({ namespace, key }) => [namespace, key].filter(Boolean).join('.'),
    onError: (error) => console.error(error.message),
  }
})
