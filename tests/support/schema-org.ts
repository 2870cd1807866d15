// What search engines ask of the descriptions this site gives: the types it uses, their required
// properties and the form of the values. Anything unknown is a fault, so that a new type comes here
// first.

type Check = (value: unknown) => string[]
type Rules = { required: Record<string, Check>; optional?: Record<string, Check> }

const is =
  (what: string, ok: (value: unknown) => boolean): Check =>
  (value) =>
    ok(value) ? [] : [`is no ${what}: ${JSON.stringify(value)}`]
const text = is(
  'text',
  (value) => typeof value === 'string' && value.trim() !== '' && !value.includes('undefined'),
)
const url = is(
  'absolute address',
  (value) => typeof value === 'string' && /^https?:\/\//.test(value) && URL.canParse(value),
)
const number = is('number', (value) => typeof value === 'number' && Number.isFinite(value))
const price = is('price', (value) => typeof value === 'string' && /^\d+\.\d{2}$/.test(value))
const instant = is(
  'date',
  (value) =>
    typeof value === 'string' &&
    /^\d{4}-\d{2}-\d{2}(T[\d:.]+(Z|[+-]\d\d:\d\d))?$/.test(value) &&
    !Number.isNaN(Date.parse(value)),
)
const clock = is(
  'time',
  (value) => typeof value === 'string' && /^([01]\d|2[0-3]):[0-5]\d$/.test(value),
)
const yesNo = is('boolean', (value) => typeof value === 'boolean')
const currency = is('currency', (value) => value === 'MYR')
const day = is('day', (value) =>
  /^(Monday|Tuesday|Wednesday|Thursday|Friday|Saturday|Sunday|PublicHolidays)$/.test(String(value)),
)
const language = is('language', (value) => /^(en|ms|zh-Hans)$/.test(String(value)))

const reference = is(
  'reference',
  (value) => url((value as { '@id'?: unknown } | null)?.['@id']).length === 0,
)
const thing =
  (...types: string[]): Check =>
  (value) => {
    const type = (value as { '@type'?: unknown } | null)?.['@type']
    return types.includes(String(type))
      ? faultsOfNode(value)
      : [`is no ${types.join(' or ')}: ${JSON.stringify(value)}`]
  }
const all =
  (check: Check): Check =>
  (value) =>
    Array.isArray(value) && value.length > 0
      ? value.flatMap((each, i) => check(each).map((fault) => `[${i}] ${fault}`))
      : [`is no filled list: ${JSON.stringify(value)}`]

const TYPES: Record<string, Rules> = {
  LocalBusiness: {
    required: {
      name: text,
      address: thing('PostalAddress'),
      geo: thing('GeoCoordinates'),
      telephone: text,
      url,
      image: url,
      openingHoursSpecification: all(thing('OpeningHoursSpecification')),
    },
    optional: {
      '@id': url,
      legalName: text,
      description: text,
      logo: url,
      email: text,
      currenciesAccepted: currency,
      hasMap: url,
      sameAs: all(url),
      priceRange: text,
      paymentAccepted: text,
      containsPlace: all(thing('Room')),
    },
  },
  Room: {
    required: { name: text, openingHoursSpecification: all(thing('OpeningHoursSpecification')) },
    optional: { '@id': url },
  },
  PostalAddress: {
    required: {
      streetAddress: text,
      addressLocality: text,
      postalCode: text,
      addressCountry: text,
    },
    optional: { addressRegion: text },
  },
  GeoCoordinates: { required: { latitude: number, longitude: number } },
  OpeningHoursSpecification: {
    required: { dayOfWeek: all(day), opens: clock, closes: clock },
    optional: { validFrom: instant, validThrough: instant },
  },
  Service: {
    required: { name: text, description: text, provider: reference, offers: all(thing('Offer')) },
    optional: { '@id': url, serviceType: text, areaServed: thing('City') },
  },
  City: { required: { name: text } },
  Offer: {
    required: { price, priceCurrency: currency, url },
    optional: {
      availability: url,
      eligibleQuantity: thing('QuantitativeValue'),
      priceSpecification: thing('PriceSpecification'),
    },
  },
  QuantitativeValue: { required: { value: number, unitCode: text } },
  PriceSpecification: {
    required: { price, priceCurrency: currency, valueAddedTaxIncluded: yesNo },
  },
  FAQPage: { required: { mainEntity: all(thing('Question')) } },
  Question: { required: { name: text, acceptedAnswer: thing('Answer') } },
  Answer: { required: { text } },
  BlogPosting: {
    required: {
      headline: text,
      description: text,
      datePublished: instant,
      dateModified: instant,
      image: all(url),
      author: thing('Person', 'Organization'),
      publisher: thing('Organization'),
      mainEntityOfPage: url,
    },
    optional: { '@id': url, inLanguage: language },
  },
  Person: { required: { name: text } },
  Organization: { required: { name: text, url }, optional: { logo: url } },
  BreadcrumbList: { required: { itemListElement: all(thing('ListItem')) } },
  ListItem: { required: { position: number, name: text, item: url } },
}

function faultsOfNode(node: unknown): string[] {
  if (typeof node !== 'object' || node === null) return [`no object: ${JSON.stringify(node)}`]
  const { '@type': type, '@context': _context, ...properties } = node as Record<string, unknown>
  const rules = TYPES[String(type)]
  if (!rules) return [`unknown type ${String(type)}`]
  const missing = Object.keys(rules.required)
    .filter((name) => !(name in properties))
    .map((name) => `${String(type)}.${name} is missing`)
  const wrong = Object.entries(properties).flatMap(([name, value]) => {
    const check = rules.required[name] ?? rules.optional?.[name]
    return check
      ? check(value).map((fault) => `${String(type)}.${name} ${fault}`)
      : [`${String(type)}.${name} is not known here`]
  })
  return [
    ...missing,
    ...wrong,
    ...(type === 'BreadcrumbList' ? positionFaults(properties.itemListElement) : []),
  ]
}

const positionFaults = (items: unknown): string[] =>
  Array.isArray(items) &&
  items.every((item, i) => (item as { position?: unknown }).position === i + 1)
    ? []
    : ['BreadcrumbList: positions do not count from 1']

/** What is wrong with the content of one JSON-LD script, parsed; empty when nothing is. */
export function schemaFaults(data: unknown): string[] {
  if (Array.isArray(data)) return data.flatMap(schemaFaults)
  const { '@context': context, '@graph': graph } = (data ?? {}) as Record<string, unknown>
  const wrongContext =
    context === 'https://schema.org' ? [] : [`context is ${JSON.stringify(context)}`]
  return [
    ...wrongContext,
    ...(Array.isArray(graph) ? graph.flatMap(faultsOfNode) : faultsOfNode(data)),
  ]
}
