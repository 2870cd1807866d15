import { after, type NextRequest } from 'next/server'
import { provenEmailOf } from '@/lib/auth/queries'
import { availability } from '@/lib/availability/queries'
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

/** The answer to both forms of the availability address (docs/decisions/020 B4). */
export async function answerAvailability(
  date: string,
  { request, query, visitor, locale }: Question,
): Promise<Response> {
  const horizonDays = await horizonOf(await provenEmailOf(request))
  const question = { ...query, horizonDays, visitorHash: visitor.hash, now: new Date() }
  const { dto, expiredHolds } = await availability(date, locale, question)
  // A host without jobs would otherwise show a slot as taken until somebody requests it.
  if (expiredHolds) after(expireElapsedHolds)
  return json(dto)
}
