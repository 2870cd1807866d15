import { DEFAULT_HOURS } from '@/lib/studio'
import { DEFAULT_SITE } from '@/lib/settings/site'
import { schemaFaults } from '@/tests/support/schema-org'

Object.assign(process.env, {
  SITE_URL: 'https://studio.example',
  DATABASE_URL: 'postgresql://nobody@localhost/none',
})
// After the address is set: it is read once.
const { blogPosting, breadcrumbs, faqPage, localBusiness, serviceOffers } =
  jest.requireActual<typeof import('@/lib/seo/json-ld')>('@/lib/seo/json-ld')

const service = {
  id: 3,
  name: 'Video Podcast',
  description: 'Three cameras.',
  hourlyRate: '248.00',
  halfDayRate: '223.00',
  fullDayRate: null,
  weeklyRate: '180.00',
  translations: { zh: { name: '视频播客', description: '三机位。' } },
}
const post = {
  studio: DEFAULT_SITE,
  locale: 'ms' as const,
  lang: 'ms' as const,
  languages: ['en', 'ms'] as const,
  slug: 'a-post',
  title: 'A post',
  excerpt: 'What it says.',
  publishedAt: '2026-11-01T02:00:00.000Z',
  updatedAt: '2026-11-02T02:00:00.000Z',
  author: 'Aina Rahman',
}

test('every builder makes what search engines ask for, in every language', () => {
  for (const locale of ['en', 'ms', 'zh'] as const)
    for (const data of [
      localBusiness(DEFAULT_SITE, DEFAULT_HOURS, locale),
      serviceOffers([service, { ...service, isAddOn: true }], locale),
      faqPage([{ question: 'How long?', answer: 'An hour.' }]),
      blogPosting({ ...post, locale }),
      breadcrumbs(locale, [
        { name: 'Home', path: '/' },
        { name: 'Blog', path: '/blog' },
      ]),
    ])
      expect(schemaFaults(data)).toEqual([])
})

test('the ways to pay are those that the owner has switched on', () => {
  const accepted = (...methods: ('fpx' | 'grabpay')[]) =>
    localBusiness(DEFAULT_SITE, DEFAULT_HOURS, 'en', methods).paymentAccepted
  expect(accepted()).toBe('Credit Card, Debit Card')
  expect(accepted('fpx', 'grabpay')).toBe('Credit Card, Debit Card, FPX, GrabPay')
})

test('the hours are those of the slots: seven days, holidays as at weekends', () => {
  expect(localBusiness(DEFAULT_SITE, DEFAULT_HOURS, 'en').openingHoursSpecification).toEqual([
    {
      '@type': 'OpeningHoursSpecification',
      opens: '09:00',
      closes: '21:00',
      dayOfWeek: ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday'],
    },
    {
      '@type': 'OpeningHoursSpecification',
      opens: '10:00',
      closes: '17:00',
      dayOfWeek: ['Saturday', 'Sunday', 'PublicHolidays'],
    },
  ])
})

test('the owner’s hours, with midnight as search engines want it', () => {
  const business = localBusiness(
    DEFAULT_SITE,
    { weekday: { opens: 0, closes: 24 }, weekend: { opens: 12, closes: 20 } },
    'en',
  )
  expect(business.openingHoursSpecification).toMatchObject([
    { opens: '00:00', closes: '23:59' },
    { opens: '12:00', closes: '20:00' },
  ])
  expect(schemaFaults(business)).toEqual([])
})

test('a season is included with its dates, beside the usual hours', () => {
  const business = localBusiness(
    DEFAULT_SITE,
    {
      ...DEFAULT_HOURS,
      seasons: [
        {
          name: 'Ramadan hours',
          from: '2027-02-08',
          to: '2027-03-09',
          weekday: { opens: 9, closes: 18 },
          weekend: { opens: 10, closes: 16 },
        },
      ],
    },
    'en',
  )
  const dates = { validFrom: '2027-02-08', validThrough: '2027-03-09' }
  expect(business.openingHoursSpecification).toMatchObject([
    { opens: '09:00', closes: '21:00' },
    { opens: '10:00', closes: '17:00' },
    { opens: '09:00', closes: '18:00', ...dates },
    {
      opens: '10:00',
      closes: '16:00',
      dayOfWeek: ['Saturday', 'Sunday', 'PublicHolidays'],
      ...dates,
    },
  ])
  expect(schemaFaults(business)).toEqual([])
})

test('rooms that are open at different times have their own hours, with their seasons', () => {
  const late = { weekday: { opens: 12, closes: 24 }, weekend: { opens: 12, closes: 20 } }
  const [a, b] = [
    { id: 1, name: 'Studio A', ...DEFAULT_HOURS },
    { id: 2, name: 'Studio B', ...late },
  ]
  const season = { name: 'Ramadan', from: '2027-02-08', to: '2027-03-09', ...DEFAULT_HOURS }
  const houseOf = (second: typeof b, roomIds?: number[]) =>
    localBusiness(
      DEFAULT_SITE,
      {
        ...DEFAULT_HOURS,
        rooms: [a, second],
        seasons: [{ ...season, ...(roomIds && { roomIds }) }],
      },
      'en',
    )
  const business = houseOf(b, [2])
  expect(business.openingHoursSpecification).toHaveLength(2)
  expect(business.containsPlace).toMatchObject([
    { name: 'Studio A', openingHoursSpecification: [{ opens: '09:00' }, { opens: '10:00' }] },
    {
      '@id': 'https://studio.example/#room-2',
      name: 'Studio B',
      openingHoursSpecification: [
        { opens: '12:00', closes: '23:59' },
        { opens: '12:00', closes: '20:00' },
        { opens: '09:00', validFrom: '2027-02-08' },
        { opens: '10:00', validFrom: '2027-02-08' },
      ],
    },
  ])
  expect(schemaFaults(business)).toEqual([])
  const same = houseOf({ ...a, id: 2, name: 'Studio B' })
  expect(same.openingHoursSpecification).toHaveLength(4)
  expect(same).not.toHaveProperty('containsPlace')
})

test('the address is taken apart', () => {
  expect(localBusiness(DEFAULT_SITE, DEFAULT_HOURS, 'zh')).toMatchObject({
    url: 'https://studio.example/',
    hasMap: DEFAULT_SITE.directions,
    address: {
      postalCode: '55100',
      addressLocality: 'Kuala Lumpur',
      addressRegion: 'Wilayah Persekutuan Kuala Lumpur',
      addressCountry: 'MY',
    },
    geo: { latitude: 3.1466, longitude: 101.7113 },
  })
})

test('a service is offered for the lengths one can book, in whole prices and in its language', () => {
  const [only] = serviceOffers([service], 'zh')['@graph']
  expect(only).toMatchObject({
    '@id': 'https://studio.example/zh/services#service-3',
    name: '视频播客',
    description: '三机位。',
    serviceType: '播客与视频录制',
  })
  expect(only?.offers).toMatchObject([
    {
      price: '248.00',
      eligibleQuantity: { value: 1 },
      url: 'https://studio.example/zh/booking?service=3',
    },
    { price: '892.00', eligibleQuantity: { value: 4 } },
  ])
})

test('an add-on has the hour only', () => {
  const [only] = serviceOffers([{ ...service, isAddOn: true }], 'en')['@graph']
  expect(only?.offers).toMatchObject([{ price: '248.00', url: 'https://studio.example/services' }])
  expect(only?.serviceType).toBe('Crew for studio recordings')
})

test('a post by the studio is the studio’s, and its own picture comes before the drawn one', () => {
  expect(blogPosting({ ...post, author: 'Bintang Studio Team' }).author).toMatchObject({
    '@type': 'Organization',
  })
  expect(blogPosting({ ...post, lang: 'en' }).inLanguage).toBe('en')
  expect(blogPosting(post)).toMatchObject({
    '@id': 'https://studio.example/ms/blog/a-post',
    author: { '@type': 'Person', name: 'Aina Rahman' },
    image: ['https://studio.example/ms/og/hero/blog/a-post/opengraph-image'],
  })
  expect(blogPosting({ ...post, image: '/pictures/lights-1280.webp' }).image).toEqual([
    'https://studio.example/pictures/lights-1280.webp',
  ])
  expect(blogPosting({ ...post, image: 'https://cdn.example/a.jpg' }).image).toEqual([
    'https://cdn.example/a.jpg',
  ])
})

test('a post without the language of the page has the address of the English one, as its canonical link', () => {
  const english = 'https://studio.example/blog/a-post'
  expect(blogPosting({ ...post, lang: 'en', languages: ['en'] })).toMatchObject({
    ...{ '@id': english, mainEntityOfPage: english },
  })
  const steps = [
    { name: 'Blog', path: '/blog' },
    { name: 'A post', path: '/blog/a-post', languages: ['en'] as const },
  ]
  expect(breadcrumbs('ms', steps).itemListElement).toMatchObject([
    { item: 'https://studio.example/ms/blog' },
    { item: english },
  ])
})

describe('the validator', () => {
  const business = localBusiness(DEFAULT_SITE, DEFAULT_HOURS, 'en')
  test.each([
    ['a missing part', { ...business, geo: undefined }],
    ['a part that is no node', { ...business, address: 'Bukit Bintang' }],
    ['a relative address', { ...business, url: '/' }],
    ['a word that is none', { ...business, name: ' ' }],
    ['another context', { ...business, '@context': 'http://schema.org/' }],
    ['an unknown property', { ...business, openingTimes: 'always' }],
    ['an unknown type', { '@context': 'https://schema.org', '@type': 'Studio' }],
    ['an empty list', faqPage([])],
    [
      'a price in words',
      {
        '@context': 'https://schema.org',
        '@type': 'Offer',
        price: 'RM99',
        priceCurrency: 'MYR',
        url: 'https://a.example/',
      },
    ],
    ['a date that is none', blogPosting({ ...post, publishedAt: '2026-13-01' })],
    ['nothing at all', null],
  ])('refuses %s', (_, data) =>
    expect(schemaFaults(JSON.parse(JSON.stringify(data)))).not.toEqual([]),
  )
})
