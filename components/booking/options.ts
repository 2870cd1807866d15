import type { HolidayDto } from '@/lib/studio'
import type { ServiceDto } from '@/lib/catalog/schema'
import type { Locale } from '@/lib/i18n/routing'
import { senOf } from '@/lib/money'
import type { HolidayOption, ServiceOption } from './types'

// The parts of the data layer's rows that the page needs.
type Service = Pick<
  ServiceDto,
  | 'id'
  | 'name'
  | 'description'
  | 'icon'
  | 'hourlyRate'
  | 'halfDayRate'
  | 'fullDayRate'
  | 'weeklyRate'
  | 'translations'
>

const sen = (rate: string | null) => (rate === null ? null : senOf(rate))

/**
 * A service as the booking page shows it: words in `locale` (English where there is no
 * translation), rates in sen.
 */
export function serviceOption(service: Service, locale: Locale): ServiceOption {
  const words = (locale === 'en' ? undefined : service.translations[locale]) ?? service
  return {
    id: service.id,
    name: words.name,
    description: words.description,
    icon: service.icon,
    rates: {
      hourly: senOf(service.hourlyRate),
      halfDay: sen(service.halfDayRate),
      fullDay: sen(service.fullDayRate),
      weekly: sen(service.weeklyRate),
    },
  }
}

export const holidayOption = (holiday: HolidayDto, locale: Locale): HolidayOption => ({
  date: holiday.date,
  name: { en: holiday.nameEn, ms: holiday.nameMs, zh: holiday.nameZh }[locale],
  tentative: holiday.tentative,
})
