import { after, type NextRequest } from 'next/server'
import { provenEmailOf } from '@/lib/auth/queries'
import { availability, availabilityOfDays } from '@/lib/availability/queries'
import type { Length } from '@/lib/availability/rules'
import { json } from '@/lib/route'
import type { Locale } from '@/lib/i18n/routing'
import { expireElapsedHolds } from '@/lib/jobs/jobs'
import { horizonOf } from '@/lib/memberships/queries'
import type { Visitor } from '@/lib/http/request'

type Question = {
  request: NextRequest
  query: Length & { serviceId?: number | undefined }
  visitor: Visitor
  locale: Locale
}

type FreeTimes = { dto: object; expiredHolds: boolean }

/** The answer to both forms of the availability address (docs/decisions/020 B4). */
export const answerAvailability = async (date: string, context: Question): Promise<Response> =>
  answerFreeTimes(await availability(date, context.locale, await questionOf(context)))

export const answerDays = async (
  { from, to }: { from: string; to: string },
  context: Question,
): Promise<Response> =>
  answerFreeTimes(await availabilityOfDays(from, to, context.locale, await questionOf(context)))

const questionOf = async ({ request, query, visitor }: Question) => ({
  ...query,
  horizonDays: await horizonOf(await provenEmailOf(request)),
  visitorHash: visitor.hash,
  now: new Date(),
})

/** A host without jobs would otherwise show a slot as taken until somebody requests it. */
export function answerFreeTimes({ dto, expiredHolds }: FreeTimes): Response {
  if (expiredHolds) after(expireElapsedHolds)
  return json(dto)
}
