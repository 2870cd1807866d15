// Code that parses visitors' text must take time linear in its length. Each function is given texts
// that make patterns backtrack; the time is compared with a harmless text of the same length in the
// same run. 48 KiB, so that quadratic work is obvious: it takes seconds where the rest takes
// milliseconds.
import { codeIn, ordinary, phoneAbroad } from '@/lib/ordinary'
import { inboxOf } from '@/lib/inbox'
import { amount } from '@/lib/text'
import { NextRequest } from 'next/server'
import { adminPath, safeNext } from '@/lib/auth/rules'
import { memberSignInShape } from '@/lib/auth/schema'
import { readSecondStep } from '@/lib/auth/totp'
import { loggedPath } from '@/server/access-log'
import { managePath } from '@/lib/bookings/paths'
import { bookingBody, manageParams } from '@/lib/bookings/schema'
import { iconName } from '@/lib/catalog/rules'
import { stripeBody } from '@/lib/catalog/schema'
import { clientAddressOf } from '@/lib/http/client-address'
import { replyLink } from '@/lib/contacts/rules'
import { contactInput } from '@/lib/contacts/schema'
import { localizedPost, pictureUrl, readingMinutes, slugOf, videoOf } from '@/lib/content/rules'
import { previewBody } from '@/lib/content/schema'
import { csvLine } from '@/lib/admin/bookings/csv'
import { bookingListQuery, parseCursor } from '@/lib/admin/bookings/schema'
import { barePath, pathIn } from '@/lib/i18n/path'
import { localBusiness } from '@/lib/seo/json-ld'
import { renderMarkdown } from '@/lib/content/markdown'
import { digitsToFind, e164Of } from '@/lib/phones'
import { plainCode } from '@/lib/memberships/rules'
import { toSen } from '@/lib/money'
import { fileName, runSheetCsv, youtubeChapters } from '@/lib/recording/rules'
import { originForm, refusalOf } from '@/server/refusal'
import { readJson, requestIdOf, requestLocale, visitorOf } from '@/lib/http/request'
import { previewPath } from '@/lib/seo/metadata'
import { SETTINGS } from '@/lib/settings/schema'
import { DEFAULT_SITE } from '@/lib/settings/site'
import { DEFAULT_HOURS } from '@/lib/studio'
import * as text from '@/lib/text'
import { isDate, isTime } from '@/lib/time'
import { xmlText } from '@/lib/seo/xml'

beforeAll(() => {
  process.env.SITE_URL = 'https://studio.example'
  process.env.DATABASE_URL = 'postgresql://unused'
})

const SIZE = 48 * 1024
const filled = (unit: string, end = '') =>
  unit.repeat(Math.ceil(SIZE / unit.length)).slice(0, SIZE - end.length) + end

const SHAPES: Record<string, string> = {
  slashes: filled('/', 'x'),
  'slashes and letters': filled('/a'),
  'percent signs': filled('%'),
  'percent signs before a line': filled('%', '\nx'),
  'encoded slashes': filled('%2F'),
  'half an encoded character': filled('%E0%A4'),
  pairs: filled('a=b&'),
  'the same key': filled('a&'),
  'keys in brackets': filled('a[]=&'),
  'opening brackets': filled('['),
  'nested keys': filled('[a]'),
  digits: filled('1', 'x'),
  'digits and spaces': filled('1 ', 'x'),
  'a date without end': `2026-12-01${filled('1')}`,
  'a time without end': `09:00${filled(':00')}`,
  dots: filled('.', 'x'),
  'dots and letters': filled('a.', '!'),
  'dashes and letters': `a@${filled('a-', '!')}`,
  'at signs': filled('@'),
  'an email of many labels': `a@${filled('a.', '!')}`,
  'plus signs before a line': filled('+', '\nx'),
  spaces: filled(' ', 'x'),
  'digits, then spaces': `50000${filled(' ', '\n')}`,
  'a word between spaces': `a${filled(' ', 'x')}`,
  tabs: filled('\t', 'x'),
  'line breaks': filled('\n', 'x'),
  'line breaks and spaces': filled(' \n', 'x'),
  'carriage returns': filled('\r ', 'x'),
  'no-break spaces': filled('\u00a0', 'x'),
  nul: filled('\0'),
  'high surrogates': filled('\ud800'),
  'surrogates the wrong way round': filled('\udc00\ud800'),
  emoji: filled('😀'),
  'combining marks': `a${filled('\u0301\u0316')}`,
  chinese: filled('中文'),
  commas: filled(',', 'x'),
  semicolons: filled('; ', 'x'),
  quotes: filled('"', 'x'),
  apostrophes: filled("'", '"'),
  'formula signs': filled('=', 'x'),
  'icon names': filled('fa-', '!'),
  'icon dashes': `fa-${filled('-', '!')}`,
  'minus signs': filled('-', 'x'),
  colons: filled(':', '!'),
  'address groups': filled('::1,'),
  'opening quotations': filled('>', 'x'),
  'nested lists': filled('- '),
  stars: filled('*', 'a'),
  'stars and letters': filled('*a_'),
  underscores: filled('_a', ' '),
  backticks: filled('`a', '``'),
  'opening links': filled('[', ']('),
  'links in links': filled('[a](', ')'),
  'pictures in pictures': filled('![', ']'),
  'angle brackets': filled('<', 'x'),
  'opening tags': filled('<a '),
  'nested tags': filled('<b>'),
  comments: filled('<!--', '>'),
  entities: filled('&amp', ';'),
  tables: `a|b\n-|-\n${filled('|', 'x')}`,
  'bare links': filled('http://a.', ' '),
  'bare emails': filled('a@a.', ' '),
  scripts: filled('<script src="/_next/static/'),
  preloads: filled('<link rel="preload" as="script"'),
  'json brackets': `{"a":${filled('[')}`,
  'json objects': filled('{"a":'),
}

const request = (headers: Record<string, string>) =>
  new NextRequest('https://studio.example/api/x', { headers })
/** What a header can carry: bytes without controls. */
const inHeader = (value: string) => value.replace(/[^\x20-\x7e]/gu, '~')
const post = (body: string, type = 'application/json') =>
  new Request('https://studio.example/api/x', {
    method: 'POST',
    body,
    headers: { 'content-type': type },
  })
const site = { ...DEFAULT_SITE, latitude: 3, longitude: 101 }
const day = (value: string) => ({
  rates: value,
  date: value,
  time: value,
  firstName: value,
  lastName: value,
  email: value,
  phone: value,
  duration: value,
  requirements: value,
  totalAmount: value,
})

const PARSERS: Record<string, (value: string) => unknown> = {
  'the path in the log': (value) => loggedPath(`/${value}`),
  'the form of a request': (value) => originForm(`http://${value}`),
  'refusals of paths': (value) => refusalOf({ method: 'GET', url: `/${value}`, headers: {} }),
  'refusals of forms': (value) =>
    refusalOf({ method: 'POST', url: '/', headers: { host: 'x', 'content-type': value } }),
  'refusals of hosts': (value) =>
    refusalOf({ method: 'GET', url: '/', headers: { host: inHeader(value) } }),
  'the client’s address': (value) =>
    clientAddressOf({ socket: '::1', forwardedFor: value, hops: 1 }),
  'the visitor’s cookie': (value) => visitorOf(request({ cookie: inHeader(value) })),
  'the language': (value) => requestLocale(request({ 'x-language': inHeader(value) })),
  'the language’s cookie': (value) =>
    requestLocale(request({ cookie: `language=${inHeader(value)}` })),
  'a request’s id': (value) => requestIdOf(request({ 'x-request-id': inHeader(value) })),
  'a body': (value) => readJson(post(value)).catch(() => null),
  'a body’s type': (value) => readJson(post('{}', inHeader(value))).catch(() => null),
  'paths of the admin': adminPath,
  'the way back from signing in': (value) => safeNext(`/admin/${value}`),
  'paths of bookings': (value) => managePath(`/manage/${value}`),
  'tokens of bookings': (value) => manageParams.safeParse({ token: value }),
  'paths without language': barePath,
  'paths with language': (value) => pathIn('zh', `/${value}`),
  'paths of previews': (value) => previewPath('en', `/blog/${value}`),
  dates: isDate,
  times: isTime,
  amounts: toSen,
  'a typed sum': text.senIn,
  'amounts of bodies': (value) => amount().safeParse(value),
  'a line': (value) => text.textLine(SIZE * 2).safeParse(value),
  'a text': (value) => text.text(SIZE * 2).safeParse(value),
  'an email': (value) => text.email().safeParse(value),
  'a phone': (value) => text.optionalPhone().safeParse(value),
  'an address': (value) => text.url({ here: true }).safeParse(`https://${value}`),
  'an id': (value) => text.idText().safeParse(value),
  'a page’s size': (value) => text.pageSize().safeParse(value),
  'a version': (value) => text.version().safeParse(value),
  'what can be stored': text.isStorable,
  'what is pasted': ordinary,
  'a pasted link': text.linkOf,
  'pasted links': text.linksOf,
  'a pasted code': (value) => codeIn(value, 6),
  'a booking': (value) => bookingBody.safeParse(day(value)),
  'a message': (value) => contactInput.safeParse({ ...day(value), name: value, message: value }),
  'a member’s code': (value) => memberSignInShape.safeParse({ email: value, code: value }),
  'a second step': readSecondStep,
  'a list’s query': (value) => bookingListQuery.safeParse({ search: value, cursor: value }),
  'a cursor': parseCursor,
  'Stripe’s ids': (value) => stripeBody.safeParse({ stripePriceId: `price_${value}` }),
  'the studio’s facts': (value) => SETTINGS.site.body.safeParse({ phone: value, latitude: value }),
  'the studio’s tax': (value) => SETTINGS.tax.body.safeParse({ rate: value, label: value }),
  'a referral code': plainCode,
  'an inbox': inboxOf,
  'a phone number': e164Of,
  'digits to find': digitsToFind,
  'a phone number of set-up': phoneAbroad,
  'an answer’s link': (value) =>
    replyLink({ email: 'a@b.c', subject: 'x', greeting: 'x', message: value }),
  'an icon': iconName,
  'a video': (value) => videoOf(`https://youtu.be/${value}`),
  'a picture': (value) => pictureUrl(`/${value}`),
  'a post’s address': slugOf,
  'a post’s length': readingMinutes,
  'a post’s tags': (value) =>
    localizedPost({ title: 'x', excerpt: 'x', tags: value, translations: {} }, 'en'),
  'a preview': (value) => previewBody.safeParse({ content: value }),
  // Only the owner writes Markdown, and finding the bare links of a text takes a tenth of a second.
  markdown: (value) => renderMarkdown(value.slice(0, 16 * 1024)),
  'a cell': (text) => csvLine([text]),
  'a run sheet': (value) =>
    runSheetCsv([{ time: 0, kind: 'marker', title: value }], {
      heads: [],
      kinds: { marker: 'x', milestone: 'x' },
    }),
  chapters: (value) => youtubeChapters([{ time: 0, title: value }]),
  'a file’s name': (value) => fileName(value, 'x'),
  'a feed’s text': xmlText,
  'the studio for search engines': (value) =>
    localBusiness({ ...site, address: { ...site.address, city: value } }, DEFAULT_HOURS, 'en'),
}

/** Milliseconds of the processor's time: what else the machine does is not counted. */
const elapsed = async (parse: (value: string) => unknown, value: string): Promise<number> => {
  const begun = process.cpuUsage()
  await Promise.resolve()
    .then(() => parse(value))
    .catch(() => null) // refusing is an answer too; only its time matters here
  const { user, system } = process.cpuUsage(begun)
  return (user + system) / 1000
}

/** The shortest of three: a collection of garbage can only make it longer. */
async function best(parse: (value: string) => unknown, value: string, enough: number) {
  let shortest = Infinity
  for (let round = 0; round < 3 && shortest > enough; round++)
    shortest = Math.min(shortest, await elapsed(parse, value))
  return shortest
}

test.each(Object.entries(PARSERS))(
  '%s is read quickly, whatever was typed',
  async (_name, parse) => {
    const neutral = await best(parse, filled('a'), 0)
    expect(neutral).toBeLessThan(250)
    // Slower by a constant is fine: an accent costs more than a letter.
    const most = 250 + 50 * neutral
    const slow: Record<string, string> = {}
    for (const [shape, value] of Object.entries(SHAPES)) {
      const took = await best(parse, value, most)
      if (took > most) slow[shape] = `${Math.round(took)} ms, ${neutral.toFixed(2)} ms without`
    }
    expect(slow).toEqual({})
  },
)

test('the comparison finds out what grows with the square', async () => {
  const quadratic = (value: string) => /\s+$/.test(value)
  const most = 250 + 50 * (await best(quadratic, filled('a'), 0))
  expect(await elapsed(quadratic, filled(' ', 'x'))).toBeGreaterThan(most)
})
