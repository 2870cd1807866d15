import 'server-only'
import { Prisma } from '@/lib/db'
import { fieldsOfName } from '@/lib/names'
import { ordinary } from '@/lib/ordinary'
import { digitsToFind } from '@/lib/phones'

// The owner's search: what looks the same is found, however it was typed. The SQL function
// `search_form` folds what is stored; this file folds what is typed in the same way.

const QUOTES = /[’‘‛ʼʻʹ′`´]/g
const ACCENTS = /[\u0300-\u036f]/g
const PLAIN: Record<string, string> = { Đ: 'D', đ: 'd', Ø: 'O', ø: 'o', Ł: 'L', ł: 'l' }

/** As what is stored is folded by the SQL function `search_form`. */
export const folded = (typed: string): string =>
  ordinary(typed.replace(QUOTES, "'"))
    .normalize('NFKD')
    .replace(ACCENTS, '')
    .replace(/[ĐđØøŁł]/g, (letter) => PLAIN[letter] ?? letter)
    .replace(/[A-Z]/g, (letter) => letter.toLowerCase())

const escaped = (text: string): string => text.replace(/[\\^$.|?*+()[\]{}-]/g, '\\$&')
const casesOf = (letter: string): string[] => [
  ...new Set([letter, letter.toLowerCase(), letter.toUpperCase()]),
]
const isAscii = (text: string): boolean => /^[\0-\x7f]*$/.test(text)
/** Chinese letters and the like: only without cases a letter is stored as it is typed. */
const isStoredAsTyped = (letter: string): boolean =>
  !isAscii(letter) && casesOf(letter).length === 1

/** What the SQL function `letters_beyond_ascii` has of a text: each two letters in a row, or the only one. */
const lettersOf = (text: string): string[] => {
  const letters = [...text]
  const known = letters.map(isStoredAsTyped)
  const found = letters.flatMap((letter, at) => {
    if (!known[at]) return []
    if (known[at + 1]) return [letter + letters[at + 1]]
    return known[at - 1] ? [] : [letter]
  })
  return [...new Set(found)]
}

/** A pattern with both cases of each letter that the database may not be able to lower. */
function patternOf(text: string): string | null {
  const letters = [...text].map((letter) => (isAscii(letter) ? [letter] : casesOf(letter)))
  if (letters.every(({ length }) => length === 1)) return null
  return letters
    .map((cases) =>
      cases.length === 1 ? cases.map(escaped).join('') : `(?:${cases.map(escaped).join('|')})`,
    )
    .join('')
}

/**
 * The condition that a row has all words of `typed`, or the phone number that it is: "#42" is that row
 * alone, "42" its number too. `text` (with `phone_forms` in it) and `id` are SQL expressions. No
 * condition when nothing was typed.
 */
export function searched(
  typed: string | null | undefined,
  { text, id }: { text: Prisma.Sql; id: Prisma.Sql },
): Prisma.Sql[] {
  const wanted = folded(typed ?? '')
  if (wanted === '') return []
  const alone = /^#\s?([1-9]\d{0,8})$/.exec(wanted)?.[1]
  if (alone) return [Prisma.sql`${id} = ${Number(alone)}`]
  const form = Prisma.sql`search_form(${text})`
  const contains = (part: string): Prisma.Sql => {
    const pattern = patternOf(part)
    const has =
      pattern === null
        ? Prisma.sql`${form} LIKE ${`%${part.replace(/[\\%_]/g, '\\$&')}%`}`
        : Prisma.sql`${form} ~ ${pattern}`
    const letters = lettersOf(part)
    if (letters.length === 0) return has
    const hasLetters = Prisma.sql`letters_beyond_ascii(${form}) @> ${letters}::text[]`
    // The planner cannot know how rare the whole is: it is asked for only where it says more.
    return letters[0] === part ? hasLetters : Prisma.sql`(${hasLetters} AND ${has})`
  }
  const isNumbered = (word: string): Prisma.Sql[] => {
    const number = /^#?([1-9]\d{0,8})$/.exec(word)?.[1]
    return number ? [Prisma.sql`${id} = ${Number(number)}`] : []
  }
  // A comma alone divides nothing: it is looked for.
  const parts = wanted.split(/[\s,]+/).filter(Boolean)
  const words = (parts.length > 0 ? parts : [wanted]).map((word) => {
    // The full name of a Chinese customer is written in the opposite order to the fields.
    const ways = [word, ...fieldsOfName(word)].map(contains)
    return Prisma.sql`(${Prisma.join([...ways, ...isNumbered(word)], ' OR ')})`
  })
  const digits = digitsToFind(wanted)
  // The parts of a whole number are in many others.
  const isNumber = digits.length > 1 && isNumbered(wanted).length === 0
  const all = isNumber ? [] : [Prisma.sql`(${Prisma.join(words, ' AND ')})`]
  return [Prisma.sql`(${Prisma.join([...all, ...digits.map(contains)], ' OR ')})`]
}
