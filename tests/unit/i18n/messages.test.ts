import { parse, TYPE, type MessageFormatElement } from '@formatjs/icu-messageformat-parser'
import en from '@/messages/en.json'
import ms from '@/messages/ms.json'
import zh from '@/messages/zh.json'

type Tree = { [key: string]: string | Tree }

// What is written the same in every language: names, and Malay words that English shares.
const SAME_EVERYWHERE = new Set<string>([
  'Bintang Studio',
  'Apple Pay',
  'Google Pay',
  'GrabPay',
  'Visa',
  'Mastercard',
  '3-D Secure',
  'FPX',
  'DuitNow',
  'DuitNow QR',
  'GrabPay',
  'Jalan Bukit Bintang',
  'Bukit Bintang, KL',
])
const NAMES =
  /WhatsApp|YouTube|Instagram|Bintang Studio|FAQ|Stripe|PostgreSQL|GMT\+8|PayPal|Visa|Mastercard|UTC|RM|Wi-Fi|ICS|URL|ID/g
// Words that no Malay or Chinese sentence has.
const ENGLISH =
  /\b(the|and|your|you|with|please|are|is|this|that|was|will|have|has|from|our|we|can|not)\b/i

// What buttons and labels say in many places, each with one translation.
const EVERYWHERE = [
  'Close',
  'Success',
  'Try Again',
  'Email',
  'Service',
  'Duration',
  'Date',
  'Time',
  'Subtotal',
  'Tax',
  'Amount',
  'Status',
  'Pending',
  'Confirmed',
  'Completed',
  'Processing',
  'Sign in',
  'Sign out',
  'Password',
  'Payment Failed',
  'Proceed to Payment',
  'Confirm Booking',
  '1 hour',
  'Half day',
  'Full day',
]

function flatten(tree: Tree, prefix = ''): [string, string][] {
  return Object.entries(tree).flatMap(([key, value]) =>
    typeof value === 'string'
      ? [[prefix + key, value] as [string, string]]
      : flatten(value, `${prefix}${key}.`),
  )
}

/**
 * Each argument of a message, the choices of a select, and the names of tags. Whether a number has
 * plural forms differs by language.
 */
function placeholders(elements: MessageFormatElement[]): string[] {
  return elements.flatMap((element) => {
    switch (element.type) {
      case TYPE.literal:
      case TYPE.pound:
        return []
      case TYPE.select:
        return Object.entries(element.options).flatMap(([choice, { value }]) => [
          `${element.value}=${choice}`,
          ...placeholders(value),
        ])
      case TYPE.plural:
        return [
          element.value,
          ...Object.values(element.options).flatMap(({ value }) => placeholders(value)),
        ]
      case TYPE.tag:
        return [`<${element.value}>`, ...placeholders(element.children)]
      case TYPE.argument:
        return [element.value]
      default:
        return [`${TYPE[element.type]} ${element.value}`]
    }
  })
}

const holes = (message: string) => [...new Set(placeholders(parse(message)))].sort()
/** The words of a message, without placeholders, tags and names. */
const words = (message: string) =>
  message
    .replace(/\{[^{}]*\}|<[^>]*>/g, ' ')
    .replace(NAMES, ' ')
    .match(/[A-Za-z]{2,}/g) ?? []

const english = new Map(flatten(en as Tree))
const others = { ms: new Map(flatten(ms as Tree)), zh: new Map(flatten(zh as Tree)) }
const untranslated = (message: string, source: string | undefined) =>
  !SAME_EVERYWHERE.has(message) &&
  (ENGLISH.test(words(message).join(' ')) || (message === source && words(message).length > 1))

describe('the check itself', () => {
  test('sees arguments, choices and tags, whatever the language’s plural forms', () => {
    expect(holes('{n, plural, one {# hour} other {# hours}}')).toEqual(holes('{n} 小时'))
    expect(holes('{a} <b>{c}</b>')).toEqual(['<b>', 'a', 'c'])
    expect(holes('{who, select, you {you} other {them}}')).toEqual(['who=other', 'who=you'])
  })

  test('sees English that was left', () => {
    expect(untranslated('Proceed to Payment', 'Proceed to Payment')).toBe(true)
    expect(untranslated('Sila tunggu while we check your card', 'x')).toBe(true)
    expect(untranslated('Chat di WhatsApp', 'Chat on WhatsApp')).toBe(false)
    expect(untranslated('Portfolio', 'Portfolio')).toBe(false)
  })
})

describe.each(['ms', 'zh'] as const)('%s', (locale) => {
  const dictionary = others[locale]

  test('has the keys of the English dictionary, in full', () => {
    expect([...dictionary.keys()].sort()).toEqual([...english.keys()].sort())
  })

  test('has the same placeholders', () => {
    const differ = [...english].filter(
      ([key, message]) =>
        dictionary.has(key) && holes(message).join() !== holes(dictionary.get(key) ?? '').join(),
    )
    expect(differ.map(([key]) => key)).toEqual([])
  })

  test('has no English sentence left', () => {
    expect(
      [...dictionary].filter(([key, message]) => untranslated(message, english.get(key))),
    ).toEqual([])
  })
})

test.each([
  ['en', english],
  ['ms', others.ms],
] as const)('%s has no Chinese sentence left', (_locale, dictionary) => {
  expect([...dictionary].filter(([, message]) => /\p{Script=Han}/u.test(message))).toEqual([])
})

// Words of mainland China, and second words for one thing (docs/decisions/023).
const GIVEN_UP = {
  en: /\bproven\b|\btax invoice|\bterms of use|\bconsole\b/i,
  ms: /\bservis\b|\bentri blog\b|\bwang bergerak\b|di bawah Perlu perhatian/i,
  zh: /顾客|抬头|邮箱|邮件给|[本封此的]邮件|电子邮件|[发个]消息|控制台|录音间|工作室|网上付款|无须|身份验证器|程序|应用(?!程式)|付出|产生任何扣款|输入它|预约|退出登录|所有者/,
}

test.each([
  ['en', english],
  ['ms', others.ms],
  ['zh', others.zh],
] as const)('%s has no word that the record of words gave up', (locale, dictionary) => {
  expect([...dictionary].filter(([, message]) => GIVEN_UP[locale].test(message))).toEqual([])
})

// Turns of speech that no customer uses: "no longer", "no one", "your details", "refunded", "due".
const HABITS =
  /\bany ?more\b|\bnobody\b|\byou typed\b|\b(go|goes|going|gone|went) back\b|\b(is|are|be) to be\b/i
/** In Malay *hari ini* is today, whatever day the sentence is about. */
const anotherDay = (message: string, source = '') =>
  /(?<!hari-)\bhari ini\b/i.test(message) && !/\btoday|\byour day\b/i.test(source)

test('the checks of habits see the sentences that were mended', () => {
  for (const sentence of [
    'This link does not work any more.',
    'Nobody can sign in with it.',
    'Everything you typed stays here.',
    'The full {total} goes back to the card you paid with.',
    'Nothing is to be paid.',
  ])
    expect([sentence, HABITS.test(sentence)]).toEqual([sentence, true])
  expect(HABITS.test('You can no longer pay for this booking here')).toBe(false)
  expect(anotherDay('Tiada apa-apa pada hari ini.', 'Nothing on this day.')).toBe(true)
  expect(anotherDay('Pada hari-hari ini studio tutup.', 'Closed on these days.')).toBe(false)
  expect(anotherDay('Sesi hari ini', 'Today’s sessions')).toBe(false)
})

// Legal texts change with their date alone.
test('no English sentence has a habit that the record of words gave up', () => {
  expect(
    [...english].filter(([key, message]) => !key.startsWith('legal.') && HABITS.test(message)),
  ).toEqual([])
})

test('no Malay sentence calls another day today', () => {
  expect([...others.ms].filter(([key, message]) => anotherDay(message, english.get(key)))).toEqual(
    [],
  )
})

// A text under another's key is a translation like any other; that it differs from those of the
// same English word gives it away.
test.each(['ms', 'zh'] as const)(
  'in %s a word that stands everywhere is the same everywhere',
  (locale) => {
    const written = EVERYWHERE.map((word) => {
      const keys = [...english].filter(([, message]) => message === word).map(([key]) => key)
      expect(keys.length).toBeGreaterThan(1)
      return [word, ...new Set(keys.map((key) => others[locale].get(key)))]
    })
    expect(written.filter((words) => words.length !== 2)).toEqual([])
    expect(new Set(written.map(([, translation]) => translation)).size).toBe(EVERYWHERE.length)
  },
)

test('Chinese is written in Chinese characters', () => {
  const latin = [...others.zh].filter(
    ([, message]) =>
      words(message).length > 0 &&
      !/\p{Script=Han}/u.test(message) &&
      !SAME_EVERYWHERE.has(message),
  )
  expect(latin).toEqual([])
})

test.each([
  ['en', english],
  ['ms', others.ms],
  ['zh', others.zh],
] as const)('%s has no empty text, and none that next-intl cannot read', (_locale, dictionary) => {
  expect(
    [...dictionary].filter(([, message]) => message.trim() === '').map(([key]) => key),
  ).toEqual([])
  for (const message of dictionary.values()) expect(() => parse(message)).not.toThrow()
})

// Search engines cut what is longer.
test.each([
  ['en', english],
  ['ms', others.ms],
  ['zh', others.zh],
] as const)('%s: titles have at most 60 characters, descriptions 160', (_locale, dictionary) => {
  const longer = (key: RegExp, most: number) =>
    [...dictionary].filter(([name, message]) => key.test(name) && [...message].length > most)
  expect(longer(/(^|\.)\w*[mM]eta\.title$|^(legal\.\w+|faq)\.title$/, 60)).toEqual([])
  expect(longer(/\.meta\.description$|^(legal\.\w+|faq)\.description$/, 160)).toEqual([])
})
