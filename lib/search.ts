import 'server-only'
import { db, Prisma } from '@/lib/db'
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

type Ordered = {
  /** Its rows are `alias` in all other parts. */
  table: string
  alias: string
  where: readonly Prisma.Sql[]
  columns: Prisma.Sql
  order: Prisma.Sql
  count: number
}

/** Rows read in order for each one wanted: enough when every tenth row has the words. */
const NEAR = 10
/** So many hits are sorted at once; where there are more, reading in order soon has enough. */
const FEW = 5_000

/**
 * The first `count` rows in `order` with all of `where` and what was typed. Postgres cannot estimate
 * how often words occur together, nor how rare a Chinese name is: it would sort hundreds of
 * thousands of hits, or read a million rows in order for a name that nobody has. So the first rows are
 * searched, then the index of word parts anywhere, and only what many rows have is left to the order.
 */
export async function foundInOrder<Row>(
  typed: string | null | undefined,
  about: { text: Prisma.Sql; id: Prisma.Sql },
  { table, alias, where, columns, order, count }: Ordered,
): Promise<Row[]> {
  const words = searched(typed, about)
  const name = Prisma.raw(alias)
  const all = Prisma.raw(`${table} ${alias}`)
  const filter = (list: readonly Prisma.Sql[]) =>
    list.length > 0 ? Prisma.sql`WHERE ${Prisma.join([...list], ' AND ')}` : Prisma.empty
  if (words.length > 0) {
    const near = await db().$queryRaw<Row[]>`
      WITH near AS MATERIALIZED (SELECT ${name}.* FROM ${all} ${filter(where)} ${order} LIMIT ${NEAR * count})
      SELECT ${columns} FROM near ${name} ${filter(words)} ${order} LIMIT ${count}`
    if (near.length === count) return near
  }
  if ([...folded(typed ?? '')].some(isStoredAsTyped)) {
    const few = await db().$queryRaw<(Row & { hits: bigint })[]>`
      WITH few AS MATERIALIZED (SELECT ${name}.* FROM ${all} ${filter([...where, ...words])} LIMIT ${FEW})
      SELECT ${columns}, (SELECT count(*) FROM few) AS hits FROM few ${name} ${order} LIMIT ${count}`
    if ((few[0]?.hits ?? 0n) < FEW) return few
  }
  return db().$queryRaw<Row[]>`
    SELECT ${columns} FROM ${all} ${filter([...where, ...words])} ${order} LIMIT ${count}`
}
