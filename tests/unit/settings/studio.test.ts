import { SETTINGS } from '@/lib/settings/schema'
import { mailtoHref, phoneHref, whatsappLink } from '@/lib/settings/links'
import { addressLine, DEFAULT_SITE } from '@/lib/settings/site'
import { studioForm } from '@/tests/support/studio'
import { wordsOf } from '@/tests/support/words'

const site = SETTINGS.site.body
const faultsIn = (changes: Record<string, unknown>) =>
  site
    .safeParse(studioForm(changes))
    .error?.issues.map(({ path, message }) => [path.join('.'), message]) ?? []

test.each([
  ['aina+studio@example.com', 'mailto:aina+studio@example.com'],
  ['a?bcc=b@c.example', 'mailto:a%3Fbcc=b@c.example'],
  ['50%25&x#y@c.example', 'mailto:50%2525%26x%23y@c.example'],
  ['a@b.example, c@d.example', 'mailto:a@b.example%2C%20c@d.example'],
])('a mail to %s has one recipient', (email, href) => expect(mailtoHref(email)).toBe(href))

test('a mail begins with its subject and text, whatever they contain', () => {
  const { searchParams } = new URL(
    mailtoHref('a@b.example', { subject: 'A & B?', body: 'x=1\r\n#' }),
  )
  expect([...searchParams]).toEqual([
    ['subject', 'A & B?'],
    ['body', 'x=1\r\n#'],
  ])
})

test('a form becomes the facts that the site is made of', () => {
  const { value, version } = site.parse(studioForm({ version: '2026-11-21T00:00:00.000Z' }))
  expect(version).toBe('2026-11-21T00:00:00.000Z')
  expect(value).toMatchObject({
    email: 'hai@suara.example',
    address: {
      unit: 'Level 3, Wisma Suara',
      street: '7, Jalan Alor',
      city: '50200 Kuala Lumpur',
      country: 'Malaysia',
    },
    parking: { levels: 'P1' },
    geo: { latitude: 3.145, longitude: 101.7089 },
    photos: '',
  })
  // Whatever the site may ask for, the owner's row has: nothing of the default shows through.
  expect(Object.keys(value).sort()).toEqual(Object.keys(DEFAULT_SITE).sort())
})

test('what the site says by itself could have been typed', () => {
  const { address, parking, geo, ...facts } = DEFAULT_SITE
  expect(site.parse({ ...facts, ...address, ...parking, ...geo }).value).toEqual(DEFAULT_SITE)
})

const LINKS = ['directions', 'video', 'photos']
test.each<[string, unknown, string]>([
  ...[
    'name',
    'legalName',
    'email',
    'phone',
    'whatsapp',
    'unit',
    'street',
    'city',
    'country',
    'levels',
    'directions',
    'investment',
  ].map((field): [string, unknown, string] => [field, ' ', 'required']),
  ...['name', 'legalName', 'street', 'investment'].map((field): [string, unknown, string] => [
    field,
    'x'.repeat(200),
    'too_long',
  ]),
  ...['name', 'legalName', 'city', 'levels'].map((field): [string, unknown, string] => [
    field,
    'A\r\nBcc: b',
    'control',
  ]),
  ...LINKS.flatMap((field) =>
    ['http://localhost/x', 'javascript:alert(1)', '/path', 'maps'].map(
      (value): [string, unknown, string] => [field, value, 'url'],
    ),
  ),
  ['email', 'nobody', 'email'],
  ['email', 'a@b.example, c@d.example', 'email'],
  ['phone', '+60 3 1234 5678 ext 9', 'phone_abroad'],
  ['phone', '+60', 'phone_abroad'],
  ['phone', '+60 3-1234 567-', 'phone_abroad'],
  ['whatsapp', '601234', 'whatsapp'],
  ['latitude', '90.1', 'degrees'],
  ['latitude', '', 'degrees'],
  ['latitude', '3,14', 'degrees'],
  ['latitude', '1e1', 'degrees'],
  ['longitude', -180.5, 'degrees'],
  ['longitude', 'east', 'degrees'],
  ['longitude', null, 'degrees'],
  ['name', 7, 'text'],
])('%s %j is refused: %s', (field, value, message) => {
  expect(faultsIn({ [field]: value })).toContainEqual([field, message])
  for (const language of ['en', 'ms', 'zh'] as const)
    expect(wordsOf(language).errors.fields).toHaveProperty(message)
})

test.each([
  ['latitude', -90],
  ['latitude', '3.1466'],
  ['longitude', '-180'],
  ['video', ''],
  ['whatsapp', '60123456789'],
  ['phone', '+6031234567'],
])('%s %j is taken', (field, value) => {
  expect(faultsIn({ [field]: value })).toEqual([])
})

test.each([
  ['+44 (0)20 7946 0958', 'tel:+442079460958'],
  ['(03) 1234-5678', 'tel:0312345678'],
])('%s is called as %s', (phone, href) => {
  expect(phoneHref({ phone })).toBe(href)
})

test('links and the address are made of the facts', () => {
  const { value } = site.parse(studioForm())
  expect(phoneHref(value)).toBe('tel:+60129876543')
  expect(whatsappLink(value, 'Hi & bye')).toBe('https://wa.me/60129876543?text=Hi%20%26%20bye')
  expect(addressLine(value)).toBe('Level 3, Wisma Suara, 7, Jalan Alor, 50200 Kuala Lumpur')
})
