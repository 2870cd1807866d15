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

/** SQL expressions. */
type About = { text: Prisma.Sql; id: Prisma.Sql }

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
 * alone, "42" its number too. `text` (with `phone_forms` in it) and `id` are SQL expressions; `form` is
 * the text's search form where it has been computed already: no index is used then. No condition when
 * nothing was typed.
 */
export function searched(
  typed: string | null | undefined,
  { text, id, form = Prisma.sql`search_form(${text})` }: About & { form?: Prisma.Sql },
): Prisma.Sql[] {
  const wanted = folded(typed ?? '')
  if (wanted === '') return []
  // Also as it is copied from a sentence: "Booking #42,".
  const alone =
    /^\(?(?:(?:booking|order|ref|tempahan|pesanan|rujukan|预订|订单) ?)?#\s?([1-9]\d{0,8})[.,;:)]{0,3}$/.exec(
      wanted,
    )?.[1]
  if (alone) return [Prisma.sql`${id} = ${Number(alone)}`]
  const contains = (part: string): Prisma.Sql => {
    const pattern = patternOf(part)
    const has =
      pattern === null
        ? Prisma.sql`${form} LIKE ${`%${part.replace(/[\\%_]/g, '\\$&')}%`}`
        : Prisma.sql`${form} ~ ${pattern}`
    const letters = lettersOf(part)
    // Last: it costs more than the comparison.
    return letters.length === 0
      ? has
      : Prisma.sql`(${has} AND letters_beyond_ascii(${form}) @> ${letters}::text[])`
  }
  const isNumbered = (word: string): Prisma.Sql[] => {
    const number = /^#?([1-9]\d{0,8})$/.exec(word)?.[1]
    return number ? [Prisma.sql`${id} = ${Number(number)}`] : []
  }
  // A comma alone divides nothing: it is looked for.
  const parts = wanted.split(/[\s,]+/).filter(Boolean)
  const words = (parts.length > 0 ? parts : [wanted]).map((word) => {
    // The full name of a Chinese customer is written in the opposite order to the fields.
    const ways = [word.replace(/^@(?=.)/, ''), ...fieldsOfName(word)].map(contains)
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
  /** So many rows are read in order before the index is asked. */
  near?: number
}

/** So many hits in the first rows, and more rows are read in order: `FURTHER` × as many. */
const COMMON = 10
const FURTHER = 20

/**
 * The first `count` rows in `order` with all of `where` and what was typed. Postgres cannot estimate
 * how often words occur together, nor how rare a Chinese name is: it would sort hundreds of
 * thousands of hits, or read a million rows in order for a name that does not occur. So the first rows
 * are searched, and what is rare there is found by the index of word parts.
 */
export async function foundInOrder<Row>(
  typed: string | null | undefined,
  about: About,
  { table, alias, where, columns, order, count, near = Math.max(600, 10 * count) }: Ordered,
): Promise<Row[]> {
  const words = searched(typed, about)
  const row = Prisma.raw(alias)
  const all = Prisma.raw(`${table} ${alias}`)
  const filter = (list: readonly Prisma.Sql[]) =>
    list.length > 0 ? Prisma.sql`WHERE ${Prisma.join([...list], ' AND ')}` : Prisma.empty
  if (words.length === 0)
    return db().$queryRaw`SELECT ${columns} FROM ${all} ${filter(where)} ${order} LIMIT ${count}`
  const inForm = searched(typed, { ...about, form: Prisma.sql`${row}.form` })
  const first = (rows: number) => db().$queryRaw<Row[]>`
    WITH near AS MATERIALIZED (SELECT ${row}.*, search_form(${about.text}) AS form
      FROM ${all} ${filter(where)} ${order} LIMIT ${rows})
    SELECT ${columns} FROM near ${row} ${filter(inForm)} ${order} LIMIT ${count}`
  let hits = await first(near)
  if (hits.length < count && hits.length >= COMMON) hits = await first(FURTHER * near)
  if (hits.length === count) return hits
  return allInOrder(typed, about, { table, alias, where, columns, order, count })
}

/**
 * All of them by one statement, or the first `count`: a row that changes its place while they are used
 * is in them once. OFFSET 0: the planner then cannot read in order, and takes the index of word parts.
 */
export function allInOrder<Row>(
  typed: string | null | undefined,
  about: About,
  {
    table,
    alias,
    where,
    columns,
    order,
    count,
  }: Omit<Ordered, 'count' | 'near'> & { count?: number },
): Promise<Row[]> {
  const row = Prisma.raw(alias)
  const filters = [...where, ...searched(typed, about)]
  const wanted =
    filters.length > 0 ? Prisma.sql`WHERE ${Prisma.join(filters, ' AND ')}` : Prisma.empty
  const first = count === undefined ? Prisma.empty : Prisma.sql`LIMIT ${count}`
  return db().$queryRaw`
    SELECT ${columns} FROM (SELECT ${row}.* FROM ${Prisma.raw(`${table} ${alias}`)} ${wanted} OFFSET 0) ${row}
    ${order} ${first}`
}
