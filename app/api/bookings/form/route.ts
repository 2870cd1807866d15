import { NextRequest, NextResponse } from 'next/server'
import { manageTokenOf } from '@/lib/bookings/queries'
import { plainPath } from '@/lib/bookings/rules'
import { plainChoice, type BookingDto, type RefusedBooking } from '@/lib/bookings/schema'
import { keepRefusedForm } from '@/lib/http/refused-form'
import { newToken, readForm, setVisitorCookie, sha256, visitorOf } from '@/lib/http/request'
import { pathIn } from '@/lib/i18n/path'
import { toLocale } from '@/lib/i18n/routing'
import { Problem } from '@/lib/problem'
import { method, route, type RouteContext } from '@/lib/route'
import { billingValues } from '@/lib/receipts/company'
import { RANDOM_TOKEN } from '@/lib/text'
import { POST as bookingsPost } from '../route'

type Fields = Record<string, string>
/** One submission of the form. */
type Sending = { fields: Fields; key: string; context: RouteContext }
type ErrorBody = { message: string; code: string; fields?: Record<string, string> }

/**
 * The form of the page that books without script, passed to the handler of POST /api/bookings, so
 * that access, limits, validation and messages are the same. Its answer becomes a redirect: to the
 * hold, or back to the form, which shows the errors beside the input (docs/decisions/025).
 */
export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = route({
  POST: method({
    access: 'public',
    // Looser than the schema of a booking, whose errors are shown on the page: this one limits what
    // is stored.
    limit: { name: 'booking-form', max: 40, seconds: 600 },
    async handle(context) {
      const fields = await readForm(context.request)
      const key = RANDOM_TOKEN.test(fields.key ?? '') ? (fields.key ?? '') : newToken()
      const sending = { fields, key, context }
      const answer = await book(sending)
      if (!answer.ok) return formAgain(sending, (await answer.json()) as ErrorBody, answer.status)
      const held = (await answer.json()) as BookingDto
      // The page was submitted again after its hold had ended: the stored answer is useless now.
      const isOver = held.holdExpiresAt !== null && Date.parse(held.holdExpiresAt) <= Date.now()
      if (!isOver) return holdPage(sending, held.id, answer)
      const fresh = await book({ ...sending, key: newToken() })
      return fresh.ok
        ? holdPage(sending, ((await fresh.json()) as BookingDto).id, fresh)
        : formAgain(sending, (await fresh.json()) as ErrorBody, fresh.status)
    },
  }),
})

/** Passes the form's fields to the handler of POST /api/bookings, in this process. */
async function book({ fields, key, context: { request } }: Sending): Promise<NextResponse> {
  const [date, time] = (fields.start ?? '').split(' ')
  const { serviceId, duration, hours, totalAmount } = fields
  const body = {
    ...typedIn(fields),
    serviceId: Number(serviceId),
    duration,
    ...(hours !== undefined && { hours: Number(hours) }),
    date,
    time,
    totalAmount,
  }
  const headers = new Headers(request.headers)
  for (const name of ['content-length', 'content-encoding', 'transfer-encoding'])
    headers.delete(name)
  headers.set('content-type', 'application/json')
  // The same input again is the same request; changed input, after going back, is another one.
  headers.set('idempotency-key', sha256(`${key} ${JSON.stringify(body)}`))
  headers.set('x-language', toLocale(fields.language))
  const call = new NextRequest(new URL('/api/bookings', request.url), {
    method: 'POST',
    headers,
    body: JSON.stringify(body),
  })
  return (await bookingsPost(call, { params: Promise.resolve({}) })) as NextResponse
}

const typedIn = (fields: Fields): RefusedBooking['typed'] => ({
  firstName: fields.firstName ?? '',
  lastName: fields.lastName ?? '',
  email: fields.email ?? '',
  phone: fields.phone ?? '',
  requirements: fields.requirements ?? '',
  ...billingValues(fields),
})

/** Redirects to the page of the hold, in the visitor's language. */
async function holdPage({ fields }: Sending, id: number, answer: NextResponse): Promise<Response> {
  const visitor = visitorOf(answer)
  const token = visitor.hash && (await manageTokenOf(id, visitor.hash))
  if (!visitor.token || !token) throw new Problem('internal')
  return seeOther(pathIn(toLocale(fields.language), `/manage/${token}/hold`), visitor.token)
}

/** Redirects back to the form, where only this visitor's browser can read its earlier input. */
async function formAgain(
  { fields, key, context }: Sending,
  { code, message, fields: wrong = {} }: ErrorBody,
  status: number,
): Promise<Response> {
  const typed = typedIn(fields)
  const content: RefusedBooking = {
    code,
    message,
    fields: wrong,
    typed,
  }
  const visitorToken = context.visitor.token ?? newToken()
  const { email } = typed
  await keepRefusedForm({ endpoint: 'bookings', key, visitorToken, email, status, content })
  const [date, time] = (fields.start ?? '').split(' ')
  const { serviceId: service, duration, hours, when, day } = fields
  const choice = plainChoice.parse({
    service,
    duration,
    hours,
    when,
    // Without a chosen alternative the times are searched from the same day on.
    date: date || day,
    time,
    form: key,
  })
  const address = `${plainPath('details', choice)}#problem`
  return seeOther(pathIn(toLocale(fields.language), address), visitorToken)
}

function seeOther(address: string, visitorToken: string): Response {
  const response = new NextResponse(null, { status: 303, headers: { Location: address } })
  setVisitorCookie(response, visitorToken)
  return response
}
