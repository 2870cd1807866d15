import { hoursOfSome, openingsByRoom, type HouseHours } from '@/lib/rooms/house'
import type { Hours, Season } from '@/lib/studio'
import type { Rates } from '@/lib/catalog/rules'
import { type Duration, lengthOf } from '@/lib/availability/rules'
import { basePrice, hoursCharged, offeredDurations } from '../bookings/price'
import { addressed, LANGUAGE_TAG } from '@/lib/i18n/alternates'
import { translator } from '@/lib/i18n/messages'
import { pathIn } from '@/lib/i18n/path'
import { LOCALES, type Locale, type TranslatedLocale } from '@/lib/i18n/routing'
import { senOf, toDecimal } from '@/lib/money'
import { previewPath } from './metadata'
import type { ExtraMethod } from '@/lib/settings/schema'
import type { Site } from '@/lib/settings/site'
import { siteUrl } from './site-url'
import { hourText, sameDayTime } from '@/lib/time'

type Node = { '@type': string; [property: string]: unknown }
export type Thing = Node & { '@context': 'https://schema.org' }
export type Graph = { '@context': 'https://schema.org'; '@graph': Node[] }

const CONTEXT = 'https://schema.org'
const DAYS = {
  weekday: ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday'],
  weekend: ['Saturday', 'Sunday', 'PublicHolidays'],
} as const

const KUALA_LUMPUR = 'Wilayah Persekutuan Kuala Lumpur'

const absolute = (path: string): string => siteUrl() + path
const studioId = (): string => absolute('/#studio')
const studio = () => ({ '@id': studioId() })

/** Working days, all other days, and each season. Midnight is 23:59, as search engines require. */
const openingHoursSpecification = ({ seasons = [], ...usual }: Hours): Node[] =>
  [{ hours: usual, dates: {} }, ...seasons.map(ofSeason)].flatMap(({ hours, dates }) =>
    (['weekday', 'weekend'] as const).map((days) => ({
      '@type': 'OpeningHoursSpecification',
      opens: hourText(hours[days].opens),
      closes: sameDayTime(hours[days].closes),
      dayOfWeek: DAYS[days],
      ...dates,
    })),
  )

const ofSeason = (season: Season) => ({
  hours: season,
  dates: { validFrom: season.from, validThrough: season.to },
})

/** Those of the house; where its rooms are open at different times, each of them with its own too. */
function openingOf(hours: HouseHours): Record<string, Node[]> {
  const { rooms = [], seasons = [], ...usual } = hours
  const house = { ...usual, seasons: seasons.filter(({ roomIds }) => !roomIds) }
  const openingHours = { openingHoursSpecification: openingHoursSpecification(house) }
  if (openingsByRoom(hours) === null) return openingHours
  return {
    ...openingHours,
    containsPlace: rooms.map(({ id, name }) => ({
      '@type': 'Room',
      '@id': absolute(`/#room-${id}`),
      name,
      openingHoursSpecification: openingHoursSpecification(hoursOfSome(hours, [id])),
    })),
  }
}

const METHODS = { fpx: 'FPX', grabpay: 'GrabPay' } as const

/** The studio itself (docs/decisions/020 B2, G5), for the home and contact pages. */
export function localBusiness(
  { address, ...studio }: Site,
  hours: HouseHours,
  locale: Locale,
  methods: readonly ExtraMethod[] = [],
): Thing {
  const [, postalCode, locality] = /^(\d{5})\s+(\S.*)$/.exec(address.city) ?? []
  return {
    '@context': CONTEXT,
    '@type': 'LocalBusiness',
    '@id': studioId(),
    name: studio.name,
    legalName: studio.legalName,
    description: translator(locale, 'pages')('meta.description'),
    // The same @id in every language.
    url: absolute('/'),
    hasMap: studio.directions,
    paymentAccepted: ['Credit Card', 'Debit Card', ...methods.map((one) => METHODS[one])].join(
      ', ',
    ),
    image: absolute(previewPath(locale, '/')),
    telephone: studio.phone,
    email: studio.email,
    currenciesAccepted: 'MYR',
    address: {
      '@type': 'PostalAddress',
      streetAddress: `${address.unit}, ${address.street}`,
      addressLocality: locality ?? address.city,
      ...(locality === 'Kuala Lumpur' && { addressRegion: KUALA_LUMPUR }),
      ...(postalCode && { postalCode }),
      addressCountry: 'MY',
    },
    geo: { '@type': 'GeoCoordinates', ...studio.geo },
    sameAs: [studio.video, studio.photos].filter((channel) => channel !== ''),
    ...openingOf(hours),
  }
}

type OfferedService = {
  id: number
  name: string
  description: string
  hourlyRate: string
  halfDayRate: string | null
  fullDayRate: string | null
  weeklyRate: string | null
  isAddOn?: boolean
  translations: Partial<Record<TranslatedLocale, { name: string; description: string }>>
}

const sen = (rate: string | null) => (rate === null ? null : senOf(rate))
function offer(rates: Rates, duration: Duration, url: string): Node {
  const length = lengthOf({ duration })
  const price = toDecimal(basePrice(rates, length))
  return {
    '@type': 'Offer',
    url,
    price,
    priceCurrency: 'MYR',
    availability: 'https://schema.org/InStock',
    eligibleQuantity: {
      '@type': 'QuantitativeValue',
      value: hoursCharged(length),
      unitCode: 'HUR',
    },
    priceSpecification: {
      '@type': 'PriceSpecification',
      price,
      priceCurrency: 'MYR',
      valueAddedTaxIncluded: false,
    },
  }
}

/** For each bookable length, before tax (docs/decisions/020 D3). Add-ons: hourly only. */
export function serviceOffers(services: readonly OfferedService[], locale: Locale): Graph {
  const t = translator(locale, 'seo')
  const nodes = services.map((service): Node => {
    const words = (locale === 'en' ? undefined : service.translations[locale]) ?? service
    const rates = {
      hourly: senOf(service.hourlyRate),
      halfDay: sen(service.halfDayRate),
      fullDay: sen(service.fullDayRate),
      weekly: sen(service.weeklyRate),
    }
    const lengths = service.isAddOn ? (['hourly'] as const) : offeredDurations(rates)
    const url = absolute(
      pathIn(locale, service.isAddOn ? '/services' : `/booking?service=${service.id}`),
    )
    return {
      '@type': 'Service',
      // The text differs by language, so each version has its own @id.
      '@id': absolute(pathIn(locale, `/services#service-${service.id}`)),
      name: words.name,
      description: words.description,
      serviceType: t(service.isAddOn ? 'serviceType.addOn' : 'serviceType.session'),
      provider: studio(),
      areaServed: { '@type': 'City', name: 'Kuala Lumpur' },
      offers: lengths.map((duration) => offer(rates, duration, url)),
    }
  })
  return { '@context': CONTEXT, '@graph': nodes }
}

export const faqPage = (questions: readonly { question: string; answer: string }[]): Thing => ({
  '@context': CONTEXT,
  '@type': 'FAQPage',
  mainEntity: questions.map(({ question, answer }) => ({
    '@type': 'Question',
    name: question,
    acceptedAnswer: { '@type': 'Answer', text: answer },
  })),
})

type Post = {
  studio: Pick<Site, 'name'>
  locale: Locale
  /** That of the text. */
  lang: Locale
  /** Those in which it is written. */
  languages: readonly Locale[]
  slug: string
  title: string
  excerpt: string
  /** ISO 8601. */
  publishedAt: string
  updatedAt: string
  author: string
  /** Absolute or from the site's root; the generated preview where there is none. */
  image?: string | null
}

/** An author named after the studio is the studio, anyone else a person. */
export function blogPosting({
  studio,
  locale,
  lang,
  languages,
  slug,
  title,
  excerpt,
  publishedAt,
  updatedAt,
  author,
  image,
}: Post): Thing {
  const path = `/blog/${slug}`
  const url = absolute(pathIn(addressed(locale, languages), path))
  const picture = image ?? previewPath(locale, path)
  return {
    '@context': CONTEXT,
    '@type': 'BlogPosting',
    '@id': url,
    mainEntityOfPage: url,
    headline: title,
    description: excerpt,
    inLanguage: LANGUAGE_TAG[lang],
    datePublished: publishedAt,
    dateModified: updatedAt,
    image: [picture.startsWith('/') ? absolute(picture) : picture],
    author: author.startsWith(studio.name)
      ? { '@type': 'Organization', name: author, url: absolute('/') }
      : { '@type': 'Person', name: author },
    publisher: {
      '@type': 'Organization',
      name: studio.name,
      url: absolute('/'),
      logo: absolute('/icon-512.png'),
    },
  }
}

/**
 * The breadcrumbs from the home page to this one, both included. Paths without language prefix;
 * `languages` where it is not written in all.
 */
export const breadcrumbs = (
  locale: Locale,
  steps: readonly { name: string; path: string; languages?: readonly Locale[] }[],
): Thing => ({
  '@context': CONTEXT,
  '@type': 'BreadcrumbList',
  itemListElement: steps.map(({ name, path, languages = LOCALES }, index) => ({
    '@type': 'ListItem',
    position: index + 1,
    name,
    item: absolute(pathIn(addressed(locale, languages), path)),
  })),
})
