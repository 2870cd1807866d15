import 'server-only'
import { blockRow } from '@/lib/admin/calendar/block'
import { previewClosing, type Closing } from '@/lib/closings/queries'
import type { ClosingPreview } from '@/lib/closings/schema'
import type { Locale } from '@/lib/i18n/routing'
import type { HolidayDto } from '@/lib/settings/schema'
import type { ClosingInput } from './schema'

/** What stands inside something that is not saved yet. Throws as blockRow, and not_found. */
export const previewOf = async (
  body: ClosingInput,
  asked: { now: Date; locale: Locale },
): Promise<ClosingPreview> => previewClosing(await closingOf(body, asked.now), asked)

async function closingOf(body: ClosingInput, now: Date): Promise<Closing> {
  if ('block' in body) return { block: await blockRow(body.block, now) }
  if ('seasons' in body) return { seasons: body.seasons.value.periods }
  if ('room' in body) return body
  const { roomIds, translations, ...holiday } = body.holiday
  const words = translations as HolidayDto['translations']
  return { holiday: { ...holiday, translations: words, ...(roomIds && { roomIds }) } }
}
