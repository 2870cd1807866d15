import { PASSWORD_MAX, PASSWORD_MIN, USERNAME } from '@/lib/credentials'
import * as z from 'zod/mini'
import { LOCALES } from '@/lib/i18n/routing'
import { ROLES, type Role } from '@/lib/roles'
import { email, textLine, optionalCode, requiredCode } from '@/lib/text'
import { memberCodeIn } from './rules'

// Never trimmed: a space may be part of a password.
const password = z
  .string({ error: 'required' })
  .check(z.minLength(1, { error: 'required' }), z.maxLength(PASSWORD_MAX, { error: 'too_long' }))

/** "This is my phone": the session lasts longer. */
const trusted = z.optional(z.boolean({ error: 'choice' }))

/** Usernames are kept in lower case. `code` is the second step's, where it is on. */
export const signInShape = z.object({
  username: textLine(72).check(z.toLowerCase()),
  password,
  code: optionalCode(40),
  trusted,
})
export type SignInInput = z.output<typeof signInShape>
export type SignInValues = z.input<typeof signInShape>

export type SessionLine = {
  id: string
  /** Common names: "Chrome", "Android"; null where unknown. */
  browser: string | null
  system: string | null
  /** Where it was begun: "203.0.113.0/24". */
  network: string | null
  /** Begun as on a device of their own: it lasts 30 days, 14 without use. */
  trusted: boolean
  createdAt: string
  lastSeenAt: string
  current: boolean
}

const encoded = (most: number) =>
  z
    .string({ error: 'required' })
    .check(z.regex(/^[A-Za-z0-9_-]+$/), z.maxLength(most, { error: 'too_long' }))

/** What a browser's `navigator.credentials.get` answers, of which the rest is ignored. */
export const signedShape = z.object({
  id: encoded(1400),
  response: z.object({
    clientDataJSON: encoded(4000),
    authenticatorData: encoded(4000),
    signature: encoded(4000),
    userHandle: z.nullish(encoded(100)),
  }),
})
export type Signed = z.output<typeof signedShape>

/** What `navigator.credentials.create` answers. */
const createdShape = z.object({
  id: encoded(1400),
  response: z.object({
    clientDataJSON: encoded(4000),
    attestationObject: encoded(30_000),
    transports: z.optional(z.array(z.string().check(z.maxLength(20))).check(z.maxLength(10))),
  }),
})
export type Created = z.output<typeof createdShape>

export const newPasskeyShape = z.object({ passkey: createdShape, name: optionalCode(60) })

export const passkeySignInShape = z.object({ passkey: signedShape, trusted })

export type PasskeyLine = {
  id: number
  name: string
  createdAt: string
  lastUsedAt: string | null
}

export const sessionParams = z.object({ id: z.uuid() })

export const signOutShape = z.object({ everywhere: z.optional(z.boolean({ error: 'choice' })) })

const newPassword = password.check(z.minLength(PASSWORD_MIN, { error: 'password' }))

export const newAdminShape = z.object({
  username: textLine(72).check(z.toLowerCase(), z.regex(USERNAME, { error: 'username' })),
  password: newPassword,
})

// From the authenticator app, or a recovery code; needed where two-step sign-in is on.
const secondStep = optionalCode(40)

/** `password` is the old one. */
export const newPasswordShape = z.object({ password, newPassword, code: secondStep })

export const ownPasswordShape = z.object({ password })

export const bothStepsShape = z.object({ password, code: secondStep })

/** One of the three. */
export const proofShape = z.object({
  password: z.optional(password),
  code: optionalCode(40),
  passkey: z.optional(signedShape),
})

export const putOffShape = z.object({ putOff: z.literal(true, { error: 'choice' }) })

export const firstCodeShape = z.object({ code: requiredCode(40) })

export const memberCodeShape = z.object({ email: email() })

/** What proves an email. Mail programs copy codes with spaces and words around them. */
export const memberSignInShape = z.object({
  email: email(),
  code: z.pipe(
    z.string({ error: 'code' }).check(z.maxLength(500, { error: 'code' })),
    z.pipe(
      z.transform((text: string) => memberCodeIn(text) ?? ''),
      z.string().check(z.minLength(1, { error: 'code' })),
    ),
  ),
})
export type MemberSignIn = z.output<typeof memberSignInShape>

const role = z.enum(ROLES, { error: 'choice' })

export const invitationShape = z.object({
  email: email(),
  role,
  locale: z.enum(LOCALES, { error: 'choice' }),
})
export type InvitationInput = z.output<typeof invitationShape>

/** What makes the account of an invitation; the token is in its link. */
export const newUserShape = z.extend(newAdminShape, {
  token: z
    .string({ error: 'required' })
    .check(z.regex(/^[A-Za-z0-9_-]{43}$/, { error: 'invalid' })),
})
export type NewUser = z.output<typeof newUserShape>

export const userChange = z.object({
  role: z.optional(role),
  disabled: z.optional(z.boolean({ error: 'choice' })),
})
export type UserChange = z.output<typeof userChange>

/** Somebody with an account, as the owner sees them. */
export type UserLine = {
  id: number
  username: string
  /** Null for an account made on the server. */
  email: string | null
  role: Role
  passkeys: number
  twoStep: boolean
  /** How many are valid, and when one was last used; null: signed out everywhere. */
  sessions: number
  lastSeenAt: string | null
  disabled: boolean
}
export type InvitationLine = { id: number; email: string; role: Role; expiresAt: string }
