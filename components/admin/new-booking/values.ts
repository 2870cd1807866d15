import type { FieldValues } from 'react-hook-form'
import { DURATIONS, type Length, lengthOf, MOST_HOURS } from '@/lib/availability/rules'
import { discounted, sessionPrice } from '@/lib/bookings/price'
import type { AddOnOffer } from '@/lib/bookings/schema'
import type { OfferedService } from '@/lib/admin/calendar/schema'
import { senIn } from '@/lib/text'
import { ordinary } from '@/lib/ordinary'
import { COMPANY_FIELDS } from '@/lib/receipts/company'
import { STUDIO_METHODS } from '@/lib/sales/money'
import type { Quote } from '@/lib/sales/quote'
import type { TaxSetting } from '@/lib/settings/tax'

/** What can be sold, at the rates of today. */
export type Offered = {
  services: readonly OfferedService[]
  addOns: readonly AddOnOffer[]
  tax: TaxSetting
  severalHours: boolean
}

/** What the form sends, in the order of the page. */
export const BOOKED_FIELDS = [
  ...['who', 'name', 'phone', 'email', 'locale'],
  ...['serviceId', 'sessionLength', 'roomId', 'date', 'time'],
  ...['addOns', 'people', 'requirements'],
  ...['discountValue', 'discountReason', 'way', 'note'],
  ...COMPANY_FIELDS,
]

export const WAYS = ['link', ...STUDIO_METHODS, 'later', 'free'] as const
export const isAtStudio = (way: unknown): boolean => STUDIO_METHODS.some((one) => one === way)

/** What was typed to find somebody is their number, not their name. */
export const isNumber = (typed: unknown): boolean =>
  /^[+(\d][\d\s().+-]*$/.test(ordinary(String(typed ?? '')))

export const lengthValue = ({ duration, hours }: Length): string => `${duration}:${hours}`

export function lengthIn(typed: FieldValues): Length {
  const [duration = '', hours] = String(typed.sessionLength).split(':')
  return lengthOf({ duration, hours: Number(hours) })
}

export const lengthsOf = ({ severalHours }: Pick<Offered, 'severalHours'>): Length[] => [
  ...Array.from({ length: severalHours ? MOST_HOURS : 1 }, (_, nth) =>
    lengthOf({ duration: 'hourly', hours: nth + 1 }),
  ),
  ...DURATIONS.filter((duration) => duration !== 'hourly').map((duration) =>
    lengthOf({ duration }),
  ),
]

/** What is taken off, as it is sent; null for nothing. */
function discountIn(typed: FieldValues) {
  const reason = String(typed.discountReason)
  if (typed.way === 'free') return { percent: 100, reason }
  const value = String(typed.discountValue).trim()
  if (value === '' && reason.trim() === '') return null
  if (typed.discountBy === 'percent')
    return { percent: value === '' ? value : Number(value), reason }
  return { amountSen: senIn(value) ?? value, reason }
}

/** The price before and after what is taken off; `now` is null where that is more than it costs. */
export function priceIn(
  typed: FieldValues,
  { services, addOns, tax }: Offered,
): { whole: Quote; now: Quote | null } | null {
  const service = services.find(({ id }) => id === Number(typed.serviceId))
  if (!service) return null
  const added = addOns
    .filter(({ id }) => chosenIn(typed.addOns).includes(id))
    .map(({ id, hourlyRate }) => ({ serviceId: id, hourlyRateSen: hourlyRate }))
  const whole = sessionPrice(service.rates, lengthIn(typed), tax, added)
  const { amountSen, percent } = { amountSen: undefined, percent: undefined, ...discountIn(typed) }
  const off = {
    ...(typeof amountSen === 'number' && { amountSen }),
    ...(typeof percent === 'number' && Number.isInteger(percent) && { percent }),
  }
  if (Object.keys(off).length === 0) return { whole, now: whole }
  return { whole, now: discounted(whole, { ...off, reason: '' }, tax) }
}

/** The ids among the checkboxes of one name. */
export const chosenIn = (checked: unknown): number[] =>
  (Array.isArray(checked) ? checked : checked ? [checked] : []).map(Number)

/** What of the form is sent as it is typed; the rest depends on the page. */
export function bodyOf(typed: FieldValues): FieldValues {
  const isPhone = isNumber(typed.who)
  const { way, note, people, email, locale, date, requirements } = typed
  return {
    firstName: isPhone ? typed.name : typed.who,
    phone: isPhone ? typed.who : typed.phone,
    ...{ email, locale, date, requirements },
    serviceId: Number(typed.serviceId),
    ...lengthIn(typed),
    addOns: chosenIn(typed.addOns),
    people: String(people).trim() === '' ? null : Number(people),
    discount: discountIn(typed),
    paid: isAtStudio(way) ? { method: way, note } : way,
    ...Object.fromEntries(COMPANY_FIELDS.map((name) => [name, typed[name]])),
  }
}

const SHOWN_AT: Record<string, string> = {
  ...{ duration: 'sessionLength', hours: 'sessionLength' },
  ...{ paid: 'way', 'paid.method': 'way', 'paid.note': 'note' },
  ...{ discount: 'discountValue', 'discount.amountSen': 'discountValue' },
  ...{ 'discount.percent': 'discountValue', 'discount.reason': 'discountReason' },
}

/** The field that shows what is wrong with a part of the body. */
export function shownAt(part: string, { who, way }: FieldValues): string {
  if (part === 'firstName') return isNumber(who) ? 'name' : 'who'
  if (part === 'phone') return isNumber(who) ? 'who' : 'phone'
  if (part.startsWith('discount') && way === 'free') return 'discountReason'
  return SHOWN_AT[part] ?? part
}
