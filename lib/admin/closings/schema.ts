import * as z from 'zod/mini'
import { blockBody } from '@/lib/admin/calendar/schema'
import { weekHours } from '@/lib/rooms/schema'
import { holidayBody, SETTINGS } from '@/lib/settings/schema'
import { id } from '@/lib/text'

/** Body of POST /api/admin/closings/preview: one thing, as it would be saved. */
export const closingBody = z.union(
  [
    z.object({ block: blockBody }),
    z.object({ room: z.object({ id: id(), hours: weekHours() }) }),
    z.object({ seasons: SETTINGS.seasons.body }),
    z.object({ holiday: holidayBody }),
  ],
  { error: 'invalid' },
)
export type ClosingInput = z.output<typeof closingBody>
