import * as z from 'zod/mini'
import { DURATIONS } from '@/lib/availability/rules'
import { LIMITS } from '@/lib/limits'
import { flag, id, optionalDate, senAmount, shortCode, textLine } from '@/lib/text'
import { bareCode } from './rules'

const some = <T extends z.ZodMiniType>(one: T) =>
  z._default(z.array(one, { error: 'choice' }).check(z.maxLength(200, { error: 'choice' })), [])
const whole = (least: number, most: number) =>
  z
    .int({ error: 'figure' })
    .check(z.gte(least, { error: 'figure' }), z.lte(most, { error: 'figure' }))

/** Body of POST /api/admin/codes; what is left out does not limit it. */
export const codeBody = z
  .object({
    code: z.pipe(
      shortCode(LIMITS.code),
      z
        .pipe(z.transform(bareCode), z.string())
        .check(z.minLength(4, { error: 'code_short' }), z.maxLength(24, { error: 'too_long' })),
    ),
    name: textLine(60),
    percent: z._default(z.nullable(whole(1, 100)), null),
    amountSen: z._default(z.nullable(senAmount()), null),
    firstDay: optionalDate(),
    lastDay: optionalDate(),
    serviceIds: some(id()),
    durations: some(z.enum(DURATIONS, { error: 'choice' })),
    weekdays: some(whole(0, 6)),
    fromHour: z._default(z.nullable(whole(0, 23)), null),
    toHour: z._default(z.nullable(whole(1, 24)), null),
    maxUses: z._default(z.nullable(whole(1, 100_000)), null),
    onceEach: z._default(flag(), false),
  })
  .check(
    z.refine(({ percent, amountSen }) => (percent === null) !== (amountSen === null), {
      error: 'code_off',
      path: ['percent'],
    }),
    z.refine(({ firstDay, lastDay }) => !firstDay || !lastDay || firstDay <= lastDay, {
      error: 'season_order',
      path: ['lastDay'],
    }),
    z.refine(({ fromHour, toHour }) => (fromHour === null) === (toHour === null), {
      error: 'required',
      path: ['toHour'],
    }),
    z.refine(({ fromHour, toHour }) => fromHour === null || toHour === null || fromHour < toHour, {
      error: 'block_order',
      path: ['toHour'],
    }),
  )
export type NewCode = z.output<typeof codeBody>

export type AdminCode = Omit<NewCode, 'durations'> & {
  id: number
  durations: string[]
  /** Bookings with it that are not cancelled, and the newest of them. */
  uses: number
  bookings: { id: number; client: string; date: string; time: string }[]
  state: 'going' | 'early' | 'over' | 'used_up' | 'stopped'
}
