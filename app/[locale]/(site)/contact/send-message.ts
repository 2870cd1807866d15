'use server'
import { headers } from 'next/headers'
import { NextRequest } from 'next/server'
import { POST } from '@/app/api/contacts/route'
import { CONTACT_FIELDS, type ContactField } from '@/lib/contacts/rules'
import type { PostedContact } from '@/lib/contacts/schema'
import { env } from '@/lib/env'
import { sha256 } from '@/lib/http/request'
import { toLocale } from '@/lib/i18n/routing'

/**
 * Passes the contact form, as a browser submits it by itself, to the handler of POST /api/contacts
 * in this process, so that access, origin, limits, validation, messages and idempotency are the
 * same (docs/decisions/029). The page is rendered with what this returns.
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
  const request = await asCall(typed, toLocale(textOf('language')))
  const answer = await POST(request, { params: Promise.resolve({}) })
  if (answer.ok) return 'sent'
  const { message, fields = {} } = (await answer.json()) as {
    message: string
    fields?: Record<string, string>
  }
  return { message, fields, typed }
}

/** The form as the request that the page sends once its script runs. */
async function asCall(typed: Record<ContactField, string>, language: string): Promise<NextRequest> {
  const body = JSON.stringify(typed)
  const sent = new Headers(await headers())
  for (const name of ['content-length', 'content-encoding', 'transfer-encoding']) sent.delete(name)
  sent.set('content-type', 'application/json')
  // The page is the same for everybody and brings no key: the same text is the same message, so
  // that a double click or a reload sends one.
  sent.set('idempotency-key', sha256(body))
  sent.set('x-language', language)
  const address = new URL('/api/contacts', env().SITE_URL)
  return new NextRequest(address, { method: 'POST', headers: sent, body })
}
