import * as z from 'zod/mini'
import type { TranslatedLocale } from '@/lib/i18n/routing'
import { translated } from '@/lib/i18n/schema'
import { toDecimal } from '@/lib/money'
import { nullWhenEmpty, flag, senIn, textLine, plainLine, text, url, version } from '@/lib/text'
import { isDate } from '@/lib/time'
import {
  MAX_RATE,
  MAX_SERVICES,
  type RATES,
  SERVICE_STATES,
  STRIPE_PREFIX,
  type ServiceState,
} from './rules'

const stripeId = (prefix: string, error: string) =>
  nullWhenEmpty(
    plainLine(255).check(
      z.refine(
        (value) =>
          value === '' ||
          (value.startsWith(prefix) && /^\w+$/.test(value) && value.length > prefix.length),
        { error },
      ),
    ),
  )

/** Body of PATCH /api/services/{id}/stripe; null or empty removes one (docs/decisions/020 G7). */
export const stripeBody = z.object({
  stripeProductId: z.optional(stripeId(STRIPE_PREFIX.stripeProductId, 'stripe_product')),
  stripePriceId: z.optional(stripeId(STRIPE_PREFIX.stripePriceId, 'stripe_price')),
  stripePaymentLinkUrl: z.optional(nullWhenEmpty(url())),
  version: version(),
})
export type StripeChange = Omit<z.output<typeof stripeBody>, 'version'>

/** Ringgit an hour as text or number → the stored form, "99.00": more than 0, at most MAX_RATE. */
const rate = () =>
  z.pipe(
    z.union([z.string().check(z.trim()), z.number()], { error: 'rate' }).check(
      z.refine(
        (value) => {
          const sen = senIn(value)
          return sen !== null && sen > 0 && sen <= MAX_RATE
        },
        { error: 'rate' },
      ),
    ),
    z.transform((value: string | number): string => toDecimal(senIn(value) ?? 0)),
  )

/** An optional rate of a service: null and empty remove it. */
const optionalRate = () =>
  z.union(
    [
      z.pipe(
        z.union([z.null(), z.literal('')]),
        z.transform(() => null),
      ),
      rate(),
    ],
    { error: 'rate' },
  )

const words = z.object({ name: textLine(120), description: text(1000) })

/** Body of POST /api/services. Rates in ringgit an hour; only the hourly rate is required. */
export const newServiceBody = z.object({
  name: textLine(120),
  description: text(1000),
  icon: textLine(60),
  isAddOn: z._default(flag(), false),
  hourlyRate: rate(),
  formerHourlyRate: z.optional(optionalRate()),
  halfDayRate: z.optional(optionalRate()),
  fullDayRate: z.optional(optionalRate()),
  weeklyRate: z.optional(optionalRate()),
  translations: z.optional(translated(words)),
})
export type NewService = z.output<typeof newServiceBody>

/**
 * Body of PATCH /api/services/{id}. A translation is replaced as a whole, or removed by null;
 * `position` counts from 1 among the services, or the add-ons, that are not retired.
 */
export const serviceBody = z.object({
  name: z.optional(textLine(120)),
  description: z.optional(text(1000)),
  icon: z.optional(textLine(60)),
  hourlyRate: z.optional(rate()),
  formerHourlyRate: z.optional(optionalRate()),
  halfDayRate: z.optional(optionalRate()),
  fullDayRate: z.optional(optionalRate()),
  weeklyRate: z.optional(optionalRate()),
  translations: z.optional(translated(words)),
  state: z.optional(z.enum(SERVICE_STATES, { error: 'choice' })),
  position: z.optional(
    z
      .number({ error: 'choice' })
      .check(
        z.int({ error: 'choice' }),
        z.gte(1, { error: 'choice' }),
        z.lte(MAX_SERVICES, { error: 'choice' }),
      ),
  ),
  version: version(),
})
export type ServiceChange = Omit<z.output<typeof serviceBody>, 'version'>

const ratesOfService = z.object({
  serviceId: z
    .number({ error: 'choice' })
    .check(z.int({ error: 'choice' }), z.gte(1, { error: 'choice' })),
  hourlyRate: rate(),
  formerHourlyRate: z._default(optionalRate(), null),
  halfDayRate: z._default(optionalRate(), null),
  fullDayRate: z._default(optionalRate(), null),
  weeklyRate: z._default(optionalRate(), null),
})

/**
 * Body of POST /api/admin/prices and of PATCH /api/admin/prices/{id}: the rates of each service from
 * that day on, 00:00 in Kuala Lumpur. A service that is not among them keeps its own.
 */
export const priceSetBody = z.object({
  from: z.string({ error: 'required' }).check(
    z.trim(),
    z.refine((text) => text !== '', { error: 'required' }),
    z.refine((text) => text === '' || isDate(text), { error: 'date' }),
  ),
  rates: z
    .array(ratesOfService, { error: 'choice' })
    .check(z.minLength(1, { error: 'choice' }), z.maxLength(MAX_SERVICES, { error: 'choice' })),
  version: version(),
})
export type PriceSetBody = Omit<z.output<typeof priceSetBody>, 'version'>

/** `from` is a studio date; without a version once it holds, when nothing about it can be changed. */
export type PriceSetDto = {
  id: number
  from: string
  rates: (Pick<ServiceDto, (typeof RATES)[number]> & { serviceId: number })[]
  updatedAt: string
}
/** With every service as it will be sold from then on, whether the set has it or not. */
export type ComingPrices = PriceSetDto & { services: AdminService[] }

/** On the wire and in pages: decimals are strings with two places (docs/decisions/020 A6). */
export type ServiceDto = {
  id: number
  name: string
  description: string
  icon: string
  hourlyRate: string
  /** The rate before it was reduced, shown struck through; null when there is none. */
  formerHourlyRate: string | null
  halfDayRate: string | null
  fullDayRate: string | null
  weeklyRate: string | null
  isAddOn: boolean
  stripeProductId: string | null
  stripePriceId: string | null
  stripePaymentLinkUrl: string | null
  translations: Partial<Record<TranslatedLocale, { name: string; description: string }>>
}

/** `updatedAt` is the version to send with a change. */
export type AdminService = ServiceDto & { state: ServiceState; updatedAt: string }

/** One that bookings or members refer to cannot be removed. */
export type ListedService = AdminService & { isUsed: boolean }
