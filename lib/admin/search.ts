import 'server-only'
import { Prisma } from '@/lib/db'
import { fieldsOfName } from '@/lib/names'
import { ordinary } from '@/lib/ordinary'

// The owner's search: what looks the same is found, however it was typed. It does not depend on the
// database's locale, which may know no case beyond ASCII.

const QUOTES = "'’‘ʼ`´＇"
const isAscii = (text: string): boolean => /^[\0-\x7f]*$/.test(text)
const escaped = (text: string): string => text.replace(/[\\^$.|?*+()[\]{}-]/g, '\\$&')

/** The spellings of one letter: both cases, composed and with its marks apart; each quotation mark. */
function letterPattern(letter: string): string {
  if (QUOTES.includes(letter)) return `[${QUOTES}]`
  if (isAscii(letter)) return escaped(letter.toLowerCase())
  const cases = [letter, letter.toLowerCase(), letter.toUpperCase()]
  const ways = new Set(cases.flatMap((one) => [one, one.normalize('NFD')]))
  // The column is in lower case as far as the database knows it: a mark apart follows either case.
  for (const way of [...ways]) ways.add(way.replace(/^[A-Z]/, (first) => first.toLowerCase()))
  return `(?:${[...ways].map(escaped).join('|')})`
}

const patternOf = (text: string): string => [...text.normalize('NFC')].map(letterPattern).join('')

/** A phone number in any of its spellings: with or without the country's code, whatever divides it. */
function phonePattern(text: string): string | null {
  if (!/^\+?[\d\s().-]+$/.test(text)) return null
  const digits = text.replace(/\D/g, '')
  const core = digits.replace(/^(?:0060|60|0)(?=\d{7})/, '')
  return core.length < 5 ? null : [...core].join('[^0-9a-z]*')
}

/**
 * The condition that a row contains all words of `typed`. `column` is an SQL expression of its text
 * in lower case; `id` is its number, which is found with and without its sign. Null when nothing
 * was typed.
 */
export function searchCondition(
  typed: string,
  { column, id }: { column: Prisma.Sql; id: Prisma.Sql },
): Prisma.Sql | null {
  const text = ordinary(typed)
  if (text === '') return null
  const contains = (part: string): Prisma.Sql =>
    isAscii(part) && !part.includes("'") && !part.includes('`')
      ? Prisma.sql`${column} LIKE ${`%${part.toLowerCase().replace(/[\\%_]/g, '\\$&')}%`}`
      : Prisma.sql`${column} ~ ${patternOf(part)}`
  const isNumbered = (word: string): Prisma.Sql[] => {
    const number = /^#?([1-9]\d{0,8})$/.exec(word)?.[1]
    return number ? [Prisma.sql`${id} = ${Number(number)}`] : []
  }
  const words = text.split(/\s+/).map((word) => {
    // The full name of a Chinese customer is written in the opposite order to the fields.
    const ways = [word, ...fieldsOfName(word)].map(contains)
    return Prisma.sql`(${Prisma.join([...ways, ...isNumbered(word)], ' OR ')})`
  })
  const all = Prisma.join(words, ' AND ')
  const phone = phonePattern(text)
  return phone === null ? Prisma.sql`(${all})` : Prisma.sql`((${all}) OR ${column} ~ ${phone})`
}
