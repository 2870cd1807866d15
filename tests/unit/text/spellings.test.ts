// How people write and paste phone numbers, addresses and sums, in the forms of visitors and of the
// console alike: what is meant is read, and what is not clear is refused.
import { newServiceBody } from '@/lib/catalog/schema'
import { contactInput } from '@/lib/contacts/schema'
import { digitsToFind, e164Of } from '@/lib/phones'
import { searched } from '@/lib/search'
import { SETTINGS } from '@/lib/settings/schema'
import { DEFAULT_SITE } from '@/lib/settings/site'
import { Prisma } from '@/lib/db'
import { email, optionalPhone, senIn } from '@/lib/text'

const MOBILE = '+60123456789'
const OFFICE = '+60321104455'
test.each([
  ['012-345 6789', MOBILE],
  ['0123456789', MOBILE],
  ['012 3456789', MOBILE],
  ['012.345.6789', MOBILE],
  ['012/345 6789', MOBILE],
  ['012·345·6789', MOBILE],
  ['(012) 345 6789', MOBILE],
  ['(012)-3456789', MOBILE],
  ['012 – 345 6789', MOBILE],
  ['12-345 6789', MOBILE],
  ['60123456789', MOBILE],
  ['+60123456789', MOBILE],
  ['+60 12-345 6789', MOBILE],
  ['+ 60 12-345 6789', MOBILE],
  ['+6012-3456789', MOBILE],
  ['+6 012-345 6789', MOBILE],
  ['(+60) 12-345 6789', MOBILE],
  ['(+60)12-345 6789', MOBILE],
  ['+(60) 12 345 6789', MOBILE],
  ['(60) 12-345 6789', MOBILE],
  ['+60 (0)12-345 6789', MOBILE],
  ['(+60) (0)12-345 6789', MOBILE],
  ['0060 12 345 6789', MOBILE],
  ['tel:+60123456789', MOBILE],
  ['Tel: 012-345 6789', MOBILE],
  ['No. Tel: 012-345 6789', MOBILE],
  ['HP 012-345 6789', MOBILE],
  ['H/P: 012-345 6789', MOBILE],
  ['电话：012-345 6789', MOBILE],
  ['WhatsApp +60 12-345 6789', MOBILE],
  ['wa.me/60123456789', MOBILE],
  ['https://wa.me/60123456789?text=Hi', MOBILE],
  ['https://api.whatsapp.com/send?phone=60123456789', MOBILE],
  ['012-345 6789 (Ali)', MOBILE],
  ['012-345 6789,', MOBILE],
  ['"012-345 6789"', MOBILE],
  ["'0123456789", MOBILE],
  ['@\u2068012-345 6789\u2069'.slice(1), MOBILE],
  ['012-345\u00026789', MOBILE],
  ['03-2110 4455', OFFICE],
  ['03-2110 4455 ext 102', OFFICE],
  ['03-2110 4455 ext. 102', OFFICE],
  ['03-2110 4455 x102', OFFICE],
  ['03-2110 4455, ext 102', OFFICE],
  ['03-2110 4455 #102', OFFICE],
  ['03-2110 4455 samb. 102', OFFICE],
  ['03-2110 4455 分机 102', OFFICE],
  ['+65 9123 4567', '+6591234567'],
  ['+44 (0)20 7946 0958', '+442079460958'],
])('pasted text × forms and search: the phone %j is %s', (typed, number) => {
  const kept = optionalPhone().parse(typed)
  expect([kept, e164Of(kept), e164Of(typed)]).toEqual([expect.any(String), number, number])
  // What is kept is read again: an older form sends it back.
  expect(optionalPhone().parse(kept)).toBe(kept)
  expect(digitsToFind(typed).some((run) => number.includes(run))).toBe(true)
})

test.each([
  'call me',
  '12',
  '999',
  'ext 102',
  '012-345 6789 or 013-345 6789',
  '012-345 6789 / +60 13-345 6789',
  'wa.me/ali',
  '²³',
  '012-345\n6789',
  '0'.repeat(31),
  '012-345 6789; DROP TABLE',
])('%j is no phone', (typed) => expect(optionalPhone().safeParse(typed).success).toBe(false))

const site = (facts: object) => {
  const { address, parking, geo, ...rest } = DEFAULT_SITE
  const body = { ...rest, ...address, ...parking, ...geo, ...facts }
  return SETTINGS.site.body.parse(body).value as typeof DEFAULT_SITE
}
test.each([
  ['03-2110 4455', '+60 3-2110 4455', '60321104455'],
  ['012-998 7766', '+60 12-998 7766', '60129987766'],
  ['+60 3-2110 4455', '+60 3-2110 4455', '60321104455'],
  ['(+60) 3-2110 4455', '+60 3-2110 4455', '60321104455'],
  ['+60 (0)3-2110 4455', '+60 3-2110 4455', '60321104455'],
  ['0060 3 2110 4455', '+60 3 2110 4455', '60321104455'],
  ['60321104455', '+60321104455', '60321104455'],
  ['wa.me/60129987766', '+60129987766', '60129987766'],
  ['+65 9123 4567', '+65 9123 4567', '6591234567'],
])('pasted text × set-up: the studio’s number %j is %s', (typed, phone, whatsapp) =>
  expect(site({ phone: typed, whatsapp: typed })).toMatchObject({ phone, whatsapp }),
)

test.each([
  'aina@example.com',
  'Aina <aina@example.com>',
  '"Tan, Aina" <Aina@Example.com>;',
  '<aina@example.com>',
  'mailto:aina@example.com',
  'mailto:aina@example.com?subject=Hi',
  'Aina <mailto:aina@example.com>',
  'aina@example.com,',
  'aina@example.com;',
  'aina@example.com.',
  '(aina@example.com)',
  "'aina@example.com'",
  'aina＠example.com',
  'aina@example。com',
  '\u2068aina@example.com\u2069',
  'ai\u0002na@example.com\ufeff',
])('pasted text × forms: the email %j is aina@example.com', (typed) => {
  expect(email().parse(typed)).toBe('aina@example.com')
  const name = { name: 'Aina', subject: 'general', message: 'Hello' }
  expect(contactInput.safeParse({ ...name, email: typed }).error?.issues ?? []).not.toContainEqual(
    expect.objectContaining({ path: ['email'] }),
  )
})

test.each([
  'aina',
  'aina@example',
  'aina@example,com',
  'a@b.com, c@d.com',
  'a@b.com;c@d.com',
  'A <a@b.com>, C <c@d.com>',
  'a b@example.com',
  '"aina"@example.com',
  'a@b.com\r\nBcc: all@example.com',
  'mailto:',
  '<>',
])('%j is no email', (typed) => expect(email().safeParse(typed).success).toBe(false))

test.each<[string | number, number]>([
  ['99', 9_900],
  ['99.5', 9_950],
  ['99.50', 9_950],
  ['.50', 50],
  ['RM99', 9_900],
  ['rm 99', 9_900],
  ['RM 1,500.00', 150_000],
  ['RM1,500', 150_000],
  ['1,500', 150_000],
  ['1 500.00', 150_000],
  ['1,234,567.80', 123_456_780],
  ['MYR 1500', 150_000],
  ['1500 RM', 150_000],
  ['１，５００', 150_000],
  [' \u2068RM99\u2069 ', 9_900],
  [99, 9_900],
])('pasted text × sums: %j is %i sen', (typed, sen) => expect(senIn(typed)).toBe(sen))

test.each([
  '',
  'x',
  '1,50',
  '1,5',
  '99,50',
  '12,34',
  '1.500',
  '1e3',
  '-5',
  '$99',
  'USD 99',
  '1.5k',
  'RM',
])('%j is no sum of ringgit', (typed) => expect(senIn(typed)).toBeNull())

test('pasted text × rates: a rate is read as any sum', () => {
  const service = { name: 'x', description: 'x', icon: 'fa-microphone' }
  expect(newServiceBody.parse({ ...service, hourlyRate: 'RM 1,500' }).hourlyRate).toBe('1500.00')
  expect(newServiceBody.safeParse({ ...service, hourlyRate: '1,50' }).success).toBe(false)
})

const found = (typed: string): unknown[] =>
  searched(typed, { text: Prisma.sql`t`, id: Prisma.sql`id` }).flatMap(({ values }) => values)
test.each([
  '#42',
  '＃42',
  '\u2068#42\u2069',
  'Booking #42',
  'Tempahan #42,',
  '(#42)',
  '#42.',
  '#\u000242',
])('pasted text × search: %j is that booking alone', (typed) => expect(found(typed)).toEqual([42]))
test('pasted text × search: a name that a chat marked is found without its marks', () => {
  expect(found('@\u2068Ali\u2069')).toEqual(found('Ali'))
  expect(found('A\u0002li\ufeff')).toEqual(found('Ali'))
})
