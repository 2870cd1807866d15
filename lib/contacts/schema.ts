import * as z from 'zod/mini'
import { LIMITS } from '@/lib/limits'
import {
  email,
  id,
  textLine,
  optionalCode,
  optionalLine,
  optionalPhone,
  optionalText,
  text,
  version,
} from '@/lib/text'
import { EXPERIENCE, SUBJECTS, type ContactField } from './rules'

/** One of the choices; absent, null and empty (an untouched list) become null. */
const optionalChoice = <const T extends readonly string[]>(choices: T) =>
  z.pipe(
    z.nullish(z.enum(['', ...choices], { error: 'choice' })),
    z.transform((value): T[number] | null => value || null),
  )

/** One of the choices; an empty choice is a missing answer, not a wrong one. */
const choice = <const T extends readonly string[]>(choices: T) =>
  z.enum(choices, {
    error: ({ input }) =>
      input === undefined || input === null || input === '' ? 'required' : 'choice',
  })

/** Validates the form in the browser and on the server (docs/decisions/020 G6). */
export const contactInput = z.object({
  name: textLine(LIMITS.name),
  email: email(),
  phone: optionalPhone(),
  subject: choice(SUBJECTS),
  message: text(LIMITS.message),
  company: optionalLine(LIMITS.contactCompany),
  industry: optionalLine(100),
  companySize: optionalLine(100),
  designation: optionalLine(LIMITS.designation),
  experience: optionalChoice(EXPERIENCE),
  topics: optionalText(LIMITS.topics),
})
export type ContactInput = z.output<typeof contactInput>
export type ContactFormValues = z.input<typeof contactInput>

/** What became of a form that the browser submitted by itself: when refused, why, and what was typed. */
export type PostedContact =
  'sent' | { message: string; fields: Record<string, string>; typed: Record<ContactField, string> }

export const archiveBody = z.object({
  archived: z.boolean({ error: 'choice' }),
  earlier: z._default(z.boolean({ error: 'choice' }), false),
  version: version(),
})

export const THREADS_AT_ONCE = 100

export const THREAD_ACTS = ['archive', 'restore', 'answer', 'reopen'] as const
export type ThreadAct = (typeof THREAD_ACTS)[number]

/**
 * One act on what several people wrote: each by the newest of their messages that was seen. `at`
 * takes back what was done at that moment, and nothing else.
 */
export const threadsBody = z.object({
  ids: z
    .array(id(), { error: 'choice' })
    .check(z.minLength(1, { error: 'choice' }), z.maxLength(THREADS_AT_ONCE, { error: 'choice' })),
  act: z.enum(THREAD_ACTS, { error: 'choice' }),
  at: version(),
})

/** How many people's messages have changed, and when. */
export type ThreadsChanged = { changed: number; at: string }

export const replyText = z.object({ text: text(LIMITS.reply) })

/** The version is required: a second press must not send a second mail. */
export const replyBody = z.extend(replyText, { version: z.nonoptional(version()) })

export const searchQuery = z.object({ q: optionalCode(LIMITS.search) })

export type ContactDto = {
  id: number
  name: string
  email: string
  phone: string | null
  company: string | null
  subject: string
  message: string
  industry: string | null
  experience: string | null
  companySize: string | null
  designation: string | null
  topics: string | null
  createdAt: string
}

export type AdminContact = ContactDto & {
  phoneE164: string | null
  locale: string
  answeredAt: string | null
  archivedAt: string | null
  updatedAt: string
}
