import * as z from 'zod/mini'

// Shapes of text that people type. Messages are keys under `errors.fields` in the dictionaries.
// zod/mini, because the booking form carries these to the browser (8 KiB, see scripts/zod.mjs, instead of 88).

// C0 and C1 controls, bidi overrides and line separators: header injection, spoofed names, broken CSV.
const CONTROL = /[\u0000-\u001f\u007f-\u009f\u2028\u2029\u202a-\u202e\u2066-\u2069]/
const CONTROL_BUT_LINES = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f-\u009f\u2028\u2029\u202a-\u202e\u2066-\u2069]/
const EMAIL = /^[^\s@<>()[\],;:\\"]{1,64}@[a-z0-9](?:[a-z0-9-]*[a-z0-9])?(?:\.[a-z0-9](?:[a-z0-9-]*[a-z0-9])?)+$/i
const PHONE = /^[+(\d][\d\s().-]{4,28}\d$/

const plain = (max: number) =>
  z.string({ error: 'text' }).check(z.trim(), z.maxLength(max, { error: 'too_long' }), z.refine((v) => !CONTROL.test(v), { error: 'control' }))

/** One line of text, required after trimming. */
export const line = (max: number) => plain(max).check(z.minLength(1, { error: 'required' }))

/** One line of text; absent, null and empty become null. */
export const optionalLine = (max: number) => emptyIsNull(plain(max))

const lines = (max: number) =>
  z.string({ error: 'text' }).check(z.trim(), z.maxLength(max, { error: 'too_long' }), z.refine((v) => !CONTROL_BUT_LINES.test(v), { error: 'control' }))

/** Several lines of text, required after trimming. */
export const text = (max: number) => lines(max).check(z.minLength(1, { error: 'required' }))

/** Several lines of text; absent, null and empty become null. */
export const optionalText = (max: number) => emptyIsNull(lines(max))

/** An email address, lower-cased. */
export const email = () =>
  plain(254).check(z.minLength(1, { error: 'required' }), z.refine((v) => v === '' || EMAIL.test(v), { error: 'email' }), z.toLowerCase())

/** A telephone number as people write it; absent, null and empty become null. */
export const optionalPhone = () => emptyIsNull(plain(30).check(z.refine((v) => v === '' || PHONE.test(v), { error: 'phone' })))

/** An integer id of a row: 1 … 2^31 − 1. */
export const id = () =>
  z.number({ error: 'required' }).check(z.int({ error: 'choice' }), z.gte(1, { error: 'choice' }), z.lte(2_147_483_647, { error: 'choice' }))

/** An id written in an address: "42", no sign, no zeros in front. */
export const idText = () =>
  z.pipe(
    z.string().check(z.regex(/^[1-9]\d{0,9}$/, { error: 'choice' }), z.refine((text) => Number(text) <= 2_147_483_647, { error: 'choice' })),
    z.transform((text: string) => Number(text)),
  )

function emptyIsNull(shape: z.ZodMiniType<string, string>) {
  const orNull = z.transform((value: string | null | undefined): string | null => value || null)
  return z.pipe(z.nullish(shape), orNull)
}
