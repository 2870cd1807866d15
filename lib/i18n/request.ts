import { getRequestConfig } from 'next-intl/server'
import { locale as rootLocale } from 'next/root-params'
import { STUDIO_ZONE } from '@/lib/time'
import { forMissing } from './missing'
import { toLocale } from './routing'

export default getRequestConfig(async ({ locale: asked }) => {
  const locale = toLocale(asked ?? (await rootLocale()))
  return {
    locale,
    messages: (await import(`../../messages/${locale}.json`)).default,
    timeZone: STUDIO_ZONE,
    ...forMissing,
  }
})
