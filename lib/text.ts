import { characterCount, LIMITS, tidied } from './limits'
import { toSen } from './money'
import { isPhone, MARKS, ordinary, phoneIn } from './ordinary'
import { isDate, isTime } from './time'
import * as z from 'zod/mini'

// Messages are keys under `errors.fields`. zod/mini, because the booking form sends this code to
// the browser (8 KiB, see scripts/zod.mjs, instead of 88).

// Line ends: header injection, broken CSV. What else cannot be seen is left out (lib/limits.ts).
const BREAKS = /[\n\v\f\r\u0085\u2028\u2029]/
// What mail servers take: no dot at an end of the local part and no two together, labels of at most
// 63 characters, and a top level that is a name.
const EMAIL =
  /^(?!\.)(?![^@]*\.[.@])[^\s\p{C}@<>()[\],;:\\"]{1,64}@(?:[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?\.)+(?:[a-z]{2,63}|xn--[a-z0-9-]{1,58}[a-z0-9])$/iu

/** True when all texts in `value` can be stored and put into an address: no NUL, no lone surrogate. */
export function isStorable(value: unknown): boolean {
  if (typeof value === 'string') return !/[\0\p{Cs}]/u.test(value)
  return typeof value !== 'object' || value === null || Object.values(value).every(isStorable)
}

// A letter, a digit or a sign that can be seen: not blanks, marks, fillers or an empty Braille cell.
const VISIBLE = /[^\s\p{C}\p{M}\p{Default_Ignorable_Code_Point}\u2800]/u
const seen = (text: string): string => (VISIBLE.test(text) ? tidied(text) : '')

/** At most `max` characters, counted as the counters beside the fields count. Never cuts. */
export const most = (max: number) =>
  z.refine<string>((text) => characterCount(text) <= max, { error: 'too_long' })

const typedAs = (max: number, read: (text: string) => string) =>
  z.string({ error: 'text' }).check(
    z.overwrite(read),
    most(max),
    z.refine((v) => !BREAKS.test(v), { error: 'control' }),
  )
// A cell of a sheet comes with its tab.
const plain = (max: number) => typedAs(max, (text) => seen(text).replaceAll('\t', ' '))

/** A number or a code on one line, in ordinary characters; may be empty. */
export const shortCode = (max: number) => typedAs(max, ordinary)

export const requiredCode = (max: number) =>
  shortCode(max).check(z.minLength(1, { error: 'required' }))

export const optionalCode = (max: number) => emptyIsNull(shortCode(max))

/** One line of text, required after trimming. */
export const textLine = (max: number) => plain(max).check(z.minLength(1, { error: 'required' }))

export const optionalLine = (max: number) => emptyIsNull(plain(max))

const lines = (max: number) => z.string({ error: 'text' }).check(z.overwrite(seen), most(max))

/** Several lines of text, required after trimming. */
export const text = (max: number) => lines(max).check(z.minLength(1, { error: 'required' }))

export const optionalText = (max: number) => emptyIsNull(lines(max))

export const flag = () => z.boolean({ error: 'choice' })

/** The address in what was copied: a link, a name before it, what ends a sentence or a list behind it. */
function addressOf(typed: string): string {
  // With the full stop of a Chinese keyboard.
  const text = ordinary(typed).replaceAll('。', '.')
  if (text.length > LONGEST_ADDRESS) return text
  const [, within] = /^[^<]*<([^<>]*)>[\s,;.]*$/.exec(text) ?? []
  const [address = ''] = (within ?? text)
    .trim()
    .replace(/^mailto:/i, '')
    .split('?', 1)
  return address.replace(/^["'(<]+/, '').replace(/(?<![\s,;.:"')>])[\s,;.:"')>]+$/, '')
}
const LONGEST_ADDRESS = 1000

export const email = () =>
  typedAs(LIMITS.email, addressOf).check(
    z.minLength(1, { error: 'required' }),
    z.refine((v) => v === '' || EMAIL.test(v), { error: 'email' }),
    z.toLowerCase(),
  )

/** As `email`, but absent, null and empty become '': there is none. */
export const emailOrNone = () =>
  z.pipe(
    z.nullish(
      typedAs(LIMITS.email, addressOf).check(
        z.refine((v) => v === '' || EMAIL.test(v), { error: 'email' }),
        z.toLowerCase(),
      ),
    ),
    z.transform((value: string | null | undefined): string => value ?? ''),
  )

/** As `emailOrNone`, but there is none as null. */
export const optionalEmail = () =>
  z.pipe(
    emailOrNone(),
    z.transform((value: string): string | null => value || null),
  )

/** A phone number as people write it; absent, null and empty become null. */
export const optionalPhone = () =>
  emptyIsNull(
    typedAs(LIMITS.phone, phoneIn).check(
      z.refine((v) => v === '' || isPhone(v), { error: 'phone' }),
    ),
  )

// Letters of Chinese, Japanese and Korean, which people write after a link without a blank, with
// their punctuation.
const CJK = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}]/u
const STUCK =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\u3000-\u303f\uff01-\uffef]/u
const SENTENCE_END = `.,;:!?'">]`

/**
 * A link without what sticks to it when it is copied from a sentence: invisible marks, brackets,
 * punctuation, Chinese without a blank. Chinese after a slash or an equals sign may be a file's
 * name and stays.
 */
export function linkOf(typed: string): string {
  let text = typed
    .replace(MARKS, '')
    .trim()
    .replace(/^[<("'「（《]+/, '')
  const stuck = text.search(STUCK)
  const isName = stuck > 0 && /[/=]/.test(text[stuck - 1] ?? '') && CJK.test(text[stuck] ?? '')
  if (stuck > 0 && !isName) text = text.slice(0, stuck)
  const count = (sign: string) => text.split(sign).length
  let unopened = count(')') - count('(')
  let end = text.length
  for (; end > 0; end--) {
    const last = text[end - 1] ?? ''
    if (last === ')' && unopened > 0) unopened--
    else if (!SENTENCE_END.includes(last)) break
  }
  return text.slice(0, end)
}

export const linksOf = (typed: string): string[] => [
  ...new Set(
    typed
      .replace(MARKS, '')
      .split(/[\s，、；。]+|(?<=.)(?=https?:\/\/)/i)
      .map(linkOf)
      .filter(Boolean),
  ),
]

const LOCAL_HOST = /^(localhost|127\.0\.0\.1)$/
export const LONGEST_URL = 2000

function isAllowedUrl(text: string, here: boolean): boolean {
  // Also called for overlong texts, and parsing a host name takes time quadratic in its length.
  if (text.length > LONGEST_URL) return false
  // "//host" and "/\host" are other sites' addresses, not paths of ours.
  if (text.startsWith('/')) return here && /^\/(?![/\\])/.test(text)
  if (!/^https?:\/\//i.test(text) || !URL.canParse(text)) return false
  const { protocol, hostname, username, password } = new URL(text)
  if (username || password) return false // It looks like the address of another site.
  return protocol === 'https:' || LOCAL_HOST.test(hostname)
}

/** https, or http on this machine (docs/decisions/020 G7); `here` allows a path of this site too. */
export const url = ({ here = false } = {}) =>
  typedAs(LONGEST_URL, linkOf).check(
    z.refine((value) => value === '' || isAllowedUrl(value, here), { error: 'url' }),
  )

export const optionalUrl = (options?: { here?: boolean }) => emptyIsNull(url(options))

/** One line of text that may be empty: for `nullWhenEmpty`. */
export const plainLine = plain

/** Null or empty removes a text; z.optional leaves an absent one unchanged. `shape` accepts ''. */
export const nullWhenEmpty = (shape: z.ZodMiniType<string, string>) =>
  z.pipe(
    z.pipe(
      z.transform((value: unknown) => (value === null ? '' : value) as string),
      shape,
    ),
    z.transform((value: string): string | null => value || null),
  )

/** An integer id of a row: 1 … 2^31 − 1. */
export const id = () =>
  z
    .number({ error: 'required' })
    .check(
      z.int({ error: 'choice' }),
      z.gte(1, { error: 'choice' }),
      z.lte(2_147_483_647, { error: 'choice' }),
    )

/** An id in an address: "42", no sign, no leading zeros. */
export const idText = () =>
  z.pipe(
    z.string().check(
      z.regex(/^[1-9]\d{0,9}$/, { error: 'choice' }),
      z.refine((text) => Number(text) <= 2_147_483_647, { error: 'choice' }),
    ),
    z.transform((text: string) => Number(text)),
  )

/** How many rows of a list one answer has: "1" … "100", default 100. */
export const pageSize = () =>
  z.pipe(
    z._default(z.string().check(z.regex(/^([1-9]\d?|100)$/, { error: 'choice' })), '100'),
    z.transform((text: string) => Number(text)),
  )

/** The last id that was shown of a list by descending id; absent for the newest. */
export const cursor = () => z.optional(idText())

// As MyInvois takes it: one or two letters and digits, 14 characters at most, with no blanks.
const TIN = /^[A-Z]{1,2}\d{8,12}$/

/** A Malaysian tax identification number as people type it, or nothing; kept as MyInvois takes it. */
export const tin = () =>
  z.pipe(
    z.pipe(
      shortCode(LIMITS.companyTin),
      z.transform((typed) => typed.replace(/[\s-]/g, '').toUpperCase()),
    ),
    z.string().check(z.refine((v) => v === '' || TIN.test(v), { error: 'tin' })),
  )

export const optionalTin = () => emptyIsNull(tin())

function emptyIsNull(shape: z.ZodMiniType<string, string>) {
  const orNull = z.transform((value: string | null | undefined): string | null => value || null)
  return z.pipe(z.nullish(shape), orNull)
}

/** The row's `updatedAt` as the caller saw it: no change overwrites another. */
export const version = () =>
  z.optional(
    z
      .string({ error: 'text' })
      .check(z.regex(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/, { error: 'invalid' })),
  )

/** A random token of 128 bits, as `newToken` makes it (lib/http/request.ts). */
export const RANDOM_TOKEN = /^[\w-]{22}$/

export const MANAGE_TOKEN = RANDOM_TOKEN

const LONGEST_SUM = 40

/**
 * The sum that somebody typed, in sen: "RM1,500", "1 500.00", "99". Null for none, and where a comma may
 * mean either thousands or sen.
 */
export function senIn(typed: string | number): number | null {
  const text = ordinary(String(typed)).slice(0, LONGEST_SUM)
  const bare = text.replace(/^(?:RM|MYR)\s?|\s?(?:RM|MYR)$/i, '')
  const isGrouped = /^\d{1,3}(?:,\d{3})+(?:\.\d*)?$|^\d{1,3}(?: \d{3})+(?:\.\d*)?$/.test(bare)
  return toSen((isGrouped ? bare.replace(/[, ]/g, '') : bare).replace(/^\./, '0.'))
}

/** Ringgit as number or decimal string → sen. */
export const amount = () =>
  z.pipe(
    z
      .union([z.string(), z.number()], { error: 'amount' })
      .check(z.refine((v) => toSen(v) !== null, { error: 'amount' })),
    z.transform((value: string | number): number => toSen(value) ?? 0),
  )

/** A positive sum in sen, at most what the database can store. */
export const senAmount = () =>
  z
    .int({ error: 'amount' })
    .check(z.gte(1, { error: 'amount' }), z.lte(999_999_999, { error: 'amount' }))

/** A studio date, strictly yyyy-mm-dd and existing. */
export const date = () =>
  z
    .string({ error: 'required' })
    .check(z.minLength(1, { error: 'required' }), z.refine(isDate, { error: 'date' }))

export const optionalDate = () =>
  emptyIsNull(
    z.string({ error: 'date' }).check(z.refine((v) => v === '' || isDate(v), { error: 'date' })),
  )

const timeThat = (isRight: (text: string) => boolean) =>
  z
    .string({ error: 'required' })
    .check(z.minLength(1, { error: 'required' }), z.refine(isRight, { error: 'time' }))

/** A studio time, HH:MM. */
export const time = () => timeThat(isTime)

/** As time, or 24:00, the end of the day. */
export const endTime = () => timeThat((text) => text === '24:00' || isTime(text))
