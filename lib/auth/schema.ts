import { PASSWORD_MAX, PASSWORD_MIN, USERNAME } from '@/lib/credentials'
import * as z from 'zod/mini'
import { email, line, optionalLine } from '@/lib/text'
import { CODE_DIGITS } from './rules'

// Never trimmed: a space may be part of a password.
const password = z
  .string({ error: 'required' })
  .check(z.minLength(1, { error: 'required' }), z.maxLength(PASSWORD_MAX, { error: 'too_long' }))

/**
 * What the sign-in form sends. Usernames are kept in lower case, so "Owner" signs in as "owner".
 * `code` is the second step's, where it is on.
 */
export const signInShape = z.object({
  username: line(72).check(z.toLowerCase()),
  password,
  code: optionalLine(40),
})
export type SignIn = z.output<typeof signInShape>
export type SignInValues = z.input<typeof signInShape>

export const signOutShape = z.object({ everywhere: z.optional(z.boolean({ error: 'choice' })) })

const newPassword = password.check(z.minLength(PASSWORD_MIN, { error: 'password' }))

/** What a new administrator needs. */
export const newAdminShape = z.object({
  username: line(72).check(z.toLowerCase(), z.regex(USERNAME, { error: 'username' })),
  password: newPassword,
})

/** What a changed password needs: the old one, as `password`, proves who is asking. */
export const newPasswordShape = z.object({ password, newPassword })

/** What begins two-step sign-in and what ends it. */
export const ownPasswordShape = z.object({ password })

/** The first code of a newly enrolled authenticator app. */
export const firstCodeShape = z.object({ code: line(40) })

/** What asks for a code. */
export const memberCodeShape = z.object({ email: email() })

/** What proves an email. Mail programs copy codes with spaces around and inside. */
export const memberSignInShape = z.object({
  email: email(),
  code: z.pipe(
    z.string({ error: 'code' }).check(z.maxLength(20, { error: 'code' })),
    z.pipe(
      z.transform((text: string) => text.replace(/[\s-]/g, '')),
      z.string().check(z.regex(new RegExp(`^\\d{${CODE_DIGITS}}$`), { error: 'code' })),
    ),
  ),
})
export type MemberSignIn = z.output<typeof memberSignInShape>
