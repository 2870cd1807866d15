'use server'
import { POST } from '@/app/api/contacts/route'
import { CONTACT_FIELDS, type ContactField } from '@/lib/contacts/rules'
import type { PostedContact } from '@/lib/contacts/schema'
import { callFromAction } from '@/lib/http/action'
import { sha256 } from '@/lib/http/request'

/**
 * The contact form as a browser submits it by itself (docs/decisions/029). The page is rendered with
 * what this returns.
 */
export async function sendMessage(
  _before: PostedContact | null,
  form: FormData,
): Promise<PostedContact> {
  const textOf = (name: string) => {
    const value = form.get(name)
    return typeof value === 'string' ? value : ''
  }
  const typed = Object.fromEntries(CONTACT_FIELDS.map((name) => [name, textOf(name)])) as Record<
    ContactField,
    string
  >
  const body = JSON.stringify(typed)
  // The page is the same for everybody and brings no key: the same text is the same message, so
  // that a double click or a reload sends one.
  const call = { body, language: textOf('language'), idempotencyKey: sha256(body) }
  const answer = await callFromAction(POST, call)
  if (answer.ok) return 'sent'
  const { message, fields = {} } = (await answer.json()) as {
    message: string
    fields?: Record<string, string>
  }
  return { message, fields, typed }
}
