import { lengthOf, LIMITS, tidied } from './limits'
import { toSen } from './money'
import { isDate, isTime } from './time'
import * as z from 'zod/mini'

// Schemas of text that people type. Messages are keys under `errors.fields` in the dictionaries.
// zod/mini, because the booking form sends this code to the browser (8 KiB, see scripts/zod.mjs,
// instead of 88).

// C0 and C1 controls, bidi overrides and line separators: header injection, spoofed names, broken
// CSV.
const CONTROL = /[\u0000-\u001f\u007f-\u009f\u2028\u2029\u202a-\u202e\u2066-\u2069]/
const CONTROL_BUT_LINES =
  /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f-\u009f\u2028\u2029\u202a-\u202e\u2066-\u2069]/
const EMAIL =
  /^[^\s@<>()[\],;:\\"]{1,64}@[a-z0-9](?:[a-z0-9-]*[a-z0-9])?(?:\.[a-z0-9](?:[a-z0-9-]*[a-z0-9])?)+$/i
const PHONE = /^[+(\d][\d\s().-]{4,28}\d$/

/**
 * True when every text in `value`, at any depth, can be stored in the database and put into an
 * address: no NUL, no lone surrogate (as JSON's \ud800 makes one).
 */
export function isStorable(value: unknown): boolean {
  if (typeof value === 'string') return !/[\0\p{Cs}]/u.test(value)
  return typeof value !== 'object' || value === null || Object.values(value).every(isStorable)
}

/** At most `max` characters, counted as the counters beside the fields count. Never cuts. */
export const most = (max: number) =>
  z.refine<string>((text) => lengthOf(text) <= max, { error: 'too_long' })

const plain = (max: number) =>
  z.string({ error: 'text' }).check(
    z.overwrite(tidied),
    most(max),
    z.refine((v) => !CONTROL.test(v), { error: 'control' }),
  )

/** One line of text, required after trimming. */
export const line = (max: number) => plain(max).check(z.minLength(1, { error: 'required' }))

/** One line of text; absent, null and empty become null. */
export const optionalLine = (max: number) => emptyIsNull(plain(max))

const lines = (max: number) =>
  z.string({ error: 'text' }).check(
    z.overwrite(tidied),
    most(max),
    z.refine((v) => !CONTROL_BUT_LINES.test(v), { error: 'control' }),
  )

/** Several lines of text, required after trimming. */
export const text = (max: number) => lines(max).check(z.minLength(1, { error: 'required' }))

/** Several lines of text; absent, null and empty become null. */
export const optionalText = (max: number) => emptyIsNull(lines(max))

/** Yes or no. */
export const flag = () => z.boolean({ error: 'choice' })

/** An email address, lower-cased. */
export const email = () =>
  plain(LIMITS.email).check(
    z.minLength(1, { error: 'required' }),
    z.refine((v) => v === '' || EMAIL.test(v), { error: 'email' }),
    z.toLowerCase(),
  )

/** A phone number as people write it; absent, null and empty become null. */
export const optionalPhone = () =>
  emptyIsNull(
    plain(LIMITS.phone).check(z.refine((v) => v === '' || PHONE.test(v), { error: 'phone' })),
  )

const LOCAL_HOST = /^(localhost|127\.0\.0\.1)$/
const LONGEST_URL = 2000

function isAllowedUrl(text: string, here: boolean): boolean {
  // Also called for overlong texts, and parsing a host name takes time quadratic in its length.
  if (text.length > LONGEST_URL) return false
  // "//host" and "/\host" are other sites' addresses, not paths of ours.
  if (text.startsWith('/')) return here && /^\/(?![/\\])/.test(text)
  if (!/^https?:\/\//i.test(text) || !URL.canParse(text)) return false
  const { protocol, hostname } = new URL(text)
  return protocol === 'https:' || LOCAL_HOST.test(hostname)
}

/**
 * An address entered by an administrator: https, or http on this machine (docs/decisions/020 G7);
 * `here` allows a path of this site too.
 */
export const url = ({ here = false } = {}) =>
  plain(LONGEST_URL).check(
    z.refine((value) => value === '' || isAllowedUrl(value, here), { error: 'url' }),
  )

/** The same; absent, null and empty become null. */
export const optionalUrl = (options?: { here?: boolean }) => emptyIsNull(url(options))

/** One line of text that may be empty: for `cleared`. */
export const short = plain

/**
 * In a change, null or empty removes a text, and an absent key leaves it unchanged: wrap this in
 * z.optional. `shape` accepts ''.
 */
export const cleared = (shape: z.ZodMiniType<string, string>) =>
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

/**
 * Where the next page of a list by descending id begins: the last id that was shown; absent for the
 * newest.
 */
export const cursor = () => z.optional(idText())

// As MyInvois takes it: one or two letters and digits, 14 characters at most, with no blanks.
const TIN = /^[A-Z]{1,2}\d{8,12}$/

/** A Malaysian tax identification number as people type it, or nothing; kept as MyInvois takes it. */
export const tin = () =>
  z.pipe(
    z.pipe(
      plain(LIMITS.companyTin),
      z.transform((typed) => typed.replace(/[\s-]/g, '').toUpperCase()),
    ),
    z.string().check(z.refine((v) => v === '' || TIN.test(v), { error: 'tin' })),
  )

/** The same; absent, null and empty become null. */
export const optionalTin = () => emptyIsNull(tin())

function emptyIsNull(shape: z.ZodMiniType<string, string>) {
  const orNull = z.transform((value: string | null | undefined): string | null => value || null)
  return z.pipe(z.nullish(shape), orNull)
}

/**
 * The `updatedAt` of a row as the caller last saw it, for calls that must not overwrite other
 * changes; optional.
 */
export const version = () =>
  z.optional(
    z
      .string({ error: 'text' })
      .check(z.regex(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/, { error: 'invalid' })),
  )

/** Search text for Prisma's `contains`: a percent sign or an underscore matches itself. */
export const literally = (text: string): string => text.replace(/[\\%_]/g, '\\$&')

/** A random token of 128 bits, as `newToken` makes it (lib/http/request.ts). */
export const RANDOM_TOKEN = /^[\w-]{22}$/

/** The token in the address of a booking's or an order's own page. */
export const MANAGE_TOKEN = RANDOM_TOKEN

/** Ringgit as number or decimal string → sen. */
export const amount = () =>
  z.pipe(
    z
      .union([z.string(), z.number()], { error: 'amount' })
      .check(z.refine((v) => toSen(v) !== null, { error: 'amount' })),
    z.transform((value: string | number): number => toSen(value) ?? 0),
  )

/** A studio date, strictly yyyy-mm-dd and existing. */
export const date = () =>
  z
    .string({ error: 'required' })
    .check(z.minLength(1, { error: 'required' }), z.refine(isDate, { error: 'date' }))

/** The same; absent, null and empty become null. */
export const optionalDate = () =>
  emptyIsNull(
    z.string({ error: 'date' }).check(z.refine((v) => v === '' || isDate(v), { error: 'date' })),
  )

/** A studio time, HH:MM. */
export const time = () =>
  z
    .string({ error: 'required' })
    .check(z.minLength(1, { error: 'required' }), z.refine(isTime, { error: 'time' }))

type Provider = { domain: string; ignored?: RegExp }

const GOOGLE: Provider = { domain: 'gmail.com', ignored: /\./g }
const PROTON: Provider = { domain: 'proton.me', ignored: /[._-]/g }
const APPLE: Provider = { domain: 'icloud.com' }

// Providers that deliver several domains, or several spellings of a name, to one inbox.
const PROVIDERS: ReadonlyMap<string, Provider> = new Map([
  ['gmail.com', GOOGLE],
  ['googlemail.com', GOOGLE],
  ['proton.me', PROTON],
  ['protonmail.com', PROTON],
  ['pm.me', PROTON],
  ['icloud.com', APPLE],
  ['me.com', APPLE],
  ['mac.com', APPLE],
])

/**
 * Normalises an email so that all spellings of one inbox are equal: capitals, what follows a plus,
 * and what its provider ignores or has under a second domain. The plus is dropped at every domain:
 * the common providers ignore what follows it, and so do most companies, whose mail is with one of
 * them. Only for comparing (limits, holds, referrals; docs/decisions/020 A5, E4), never for what is
 * stored or sent: at a few hosts the plus is part of another inbox.
 */
export function inboxOf(email: string): string {
  const text = email.trim().toLowerCase()
  const at = text.lastIndexOf('@')
  const [local = '', domain = ''] = at < 0 ? [text] : [text.slice(0, at), text.slice(at + 1)]
  const [plain = ''] = local.split('+', 1)
  const provider = PROVIDERS.get(domain)
  if (!provider) return `${plain}@${domain}`
  return `${provider.ignored ? plain.replace(provider.ignored, '') : plain}@${provider.domain}`
}
