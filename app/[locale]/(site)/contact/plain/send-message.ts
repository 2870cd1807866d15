'use server'
import { cookies, headers } from 'next/headers'
import { redirect } from 'next/navigation'
import { NextRequest } from 'next/server'
import { POST } from '@/app/api/contacts/route'
import { env } from '@/lib/env'
import { CONTACT_FIELDS, PLAIN_CONTACT, type ContactField } from '@/lib/contacts/rules'
import type { RefusedContact } from '@/lib/contacts/schema'
import { hitFrom } from '@/lib/http/rate-limit'
import { keepRefusedForm } from '@/lib/http/refused-form'
import { clientAddress, newToken, setVisitorCookie, sha256, visitorOf } from '@/lib/http/request'
import { pathIn } from '@/lib/i18n/path'
import { toLocale } from '@/lib/i18n/routing'
import { RANDOM_TOKEN } from '@/lib/text'

// Looser than the schema of a message, whose errors are shown on the page: this one limits what is
// stored.
const LIMIT = { name: 'contact-form', max: 40, seconds: 600 }

/**
 * Passes the form of /contact/plain to the handler of POST /api/contacts, in this process, so that
 * access, origin, limits, validation, messages and idempotency are the same (docs/decisions/029).
 * Redirects with 303, so that neither reloading nor going back submits anything again: to the
 * thanks, or back to the form, which shows the errors beside the input.
 */
export async function sendMessage(form: FormData): Promise<never> {
  const textOf = (name: string) => {
    const value = form.get(name)
    return typeof value === 'string' ? value : ''
  }
  const language = toLocale(textOf('language'))
  const key = RANDOM_TOKEN.test(textOf('key')) ? textOf('key') : newToken()
  const typed = Object.fromEntries(
    CONTACT_FIELDS.map((name) => [name, textOf(name)]),
  ) as RefusedContact['typed']
  const page = pathIn(language, PLAIN_CONTACT)
  const request = await asCall(typed, key, language)
  const answer = await POST(request, { params: Promise.resolve({}) })
  if (answer.ok) redirect(`${page}?sent=1`)
  if (await hitFrom(LIMIT, clientAddress(request))) redirect(`${page}?form=${key}#problem`)
  const { message, fields = {} } = (await answer.json()) as Partial<RefusedContact>
  const content = { message, fields, typed }
  const jar = await cookies()
  const visitorToken = visitorOf({ cookies: jar }).token ?? newToken()
  const { email } = typed
  const kept = { endpoint: 'contacts', key, visitorToken, email, status: answer.status, content }
  await keepRefusedForm(kept)
  setVisitorCookie({ cookies: jar }, visitorToken)
  redirect(`${page}?form=${key}#problem`)
}

/** The form as the request that the page with script sends. */
async function asCall(
  typed: Record<ContactField, string>,
  key: string,
  language: string,
): Promise<NextRequest> {
  const body = JSON.stringify(typed)
  const sent = new Headers(await headers())
  for (const name of ['content-length', 'content-encoding', 'transfer-encoding', 'next-action'])
    sent.delete(name)
  sent.set('content-type', 'application/json')
  // The same message again is the same request; a changed one, after going back, is another.
  sent.set('idempotency-key', sha256(`${key} ${body}`))
  sent.set('x-language', language)
  const address = new URL('/api/contacts', env().SITE_URL)
  return new NextRequest(address, { method: 'POST', headers: sent, body })
}
