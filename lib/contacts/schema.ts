import * as z from 'zod/mini'
import { LIMITS } from '@/lib/limits'
import {
  email,
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

/**
 * The fields of the contact form; the same schema validates it in the browser and on the server
 * (docs/decisions/020 G6).
 */
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

/**
 * What became of a contact form that the browser submitted by itself: when it was refused, the
 * reason in the visitor's language, and what was typed.
 */
export type PostedContact =
  'sent' | { message: string; fields: Record<string, string>; typed: Record<ContactField, string> }

/** Body of PATCH /api/contacts/{id}: archive, or restore. */
export const archiveBody = z.object({
  archived: z.boolean({ error: 'choice' }),
  version: version(),
})

/** What the administrator's list of messages is searched for. */
export const searchQuery = z.object({ q: optionalCode(LIMITS.search) })

/** A message in the wire format. */
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

/** A message as an administrator sees it: whether it is archived, and the version to send back. */
export type AdminContact = ContactDto & { archivedAt: string | null; updatedAt: string }
