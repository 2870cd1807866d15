import * as z from 'zod/mini'
import { translated } from '@/lib/i18n/schema'
import type { TranslatedLocale } from '@/lib/i18n/routing'
import { dayHours } from '@/lib/settings/schema'
import type { WeekHours } from '@/lib/studio'
import { id, optionalUrl, plainLine, textLine, version } from '@/lib/text'

/** Offered to everybody, booked by administrators only, or by nobody any more. */
export const ROOM_STATES = ['offered', 'hidden', 'retired'] as const
export type RoomState = (typeof ROOM_STATES)[number]

/** Minutes that stay reserved after a session. */
export const TURNAROUNDS = [0, 15, 30, 60] as const

export const MAX_ROOMS = 20

/** Free times are computed from them from now on; existing bookings stay (docs/decisions/020 B2). */
export const weekHours = () => z.object({ weekday: dayHours(), weekend: dayHours() })

const words = { name: textLine(60), description: plainLine(400) }

const fields = {
  ...words,
  translations: z.optional(translated(z.object(words))),
  /** An address, or the path of an uploaded picture. */
  picture: optionalUrl({ here: true }),
  state: z.enum(ROOM_STATES, { error: 'choice' }),
  hours: weekHours(),
  turnaroundMinutes: z.literal(TURNAROUNDS, { error: 'choice' }),
  /** All the services that it is for. */
  serviceIds: z.array(id(), { error: 'choice' }).check(z.maxLength(200, { error: 'choice' })),
}

/** Body of POST /api/rooms: what is left out is as in a new house. */
export const roomBody = z.extend(z.partial(z.object(fields)), { name: textLine(60) })
export type NewRoom = z.output<typeof roomBody>

/** Body of PATCH /api/rooms/{id}. `position` (from 1) moves it among the rooms. */
export const roomPatch = z.extend(z.partial(z.object(fields)), {
  position: z.optional(z.int({ error: 'choice' }).check(z.gte(1), z.lte(MAX_ROOMS))),
  version: version(),
})
export type RoomChange = Omit<z.output<typeof roomPatch>, 'version'>

/** A room of the house as lists and forms of the console name it. */
export type RoomChoice = { id: number; name: string; state: RoomState; serviceIds: number[] }

/** A room as an administrator edits it; `updatedAt` is the version to send with a change. */
export type AdminRoom = {
  id: number
  name: string
  description: string
  translations: Partial<Record<TranslatedLocale, { name: string; description: string }>>
  picture: string | null
  state: RoomState
  hours: WeekHours
  turnaroundMinutes: number
  serviceIds: number[]
  updatedAt: string
}
