import * as z from 'zod/mini'
import { DURATIONS } from '@/lib/availability/rules'
import { date, duration, time } from '@/lib/availability/schema'
import { toSen } from '@/lib/money'
import { email, id, line, optionalLine, optionalPhone, optionalText } from '@/lib/text'
import { MANAGE_TOKEN } from './rules'

/** What the booking form asks for; the same shape checks it in the browser and on the server (spec 5, decision C1). */
export const bookingInput = z.object({
  serviceId: id(),
  firstName: line(80),
  lastName: optionalLine(80),
  email: email(),
  phone: optionalPhone(),
  date: date(),
  time: time(),
  duration: duration(),
  requirements: optionalText(2000),
})
export type BookingInput = z.output<typeof bookingInput>
export type BookingFormValues = z.input<typeof bookingInput>

/** Ringgit as number or decimal string → sen (decision C2). */
export const amount = () =>
  z.pipe(
    z.union([z.string(), z.number()], { error: 'amount' }).check(z.refine((v) => toSen(v) !== null, { error: 'amount' })),
    z.transform((value: string | number): number => toSen(value) ?? 0),
  )

/** Body of POST /api/bookings. `totalAmount` is only compared; `status` and everything else a client sends is ignored. */
export const bookingBody = z.extend(bookingInput, {
  totalAmount: z.nullish(amount()),
  useFreeSession: z._default(z.boolean({ error: 'choice' }), false),
})

/** Body of POST /api/create-payment-intent (decision C4). */
export const paymentIntentBody = z.object({ amount: amount(), bookingId: id() })

/** Body of a change of time (spec point 7): of the owner's PATCH and of the customer's own page. */
export const rescheduleBody = z.object({ newDate: date(), newTime: time() })

/** Body of PATCH /api/bookings/{id}/cancel (decision C12). */
export const cancelBody = z.object({ refund: z._default(z.enum(['none', 'full'], { error: 'choice' }), 'none') })

/** Body of POST /api/manage/{token}/upgrade: what is added, and what the browser believes that costs now. */
export const upgradeBody = z.object({
  duration: z.optional(z.enum(DURATIONS, { error: 'choice' })),
  addOns: z.optional(z.array(id(), { error: 'choice' }).check(z.maxLength(10, { error: 'choice' }))),
  amount: amount(),
})

/** The token in the address of a booking's own page and of its endpoints. */
export const manageParams = z.object({ token: z.string().check(z.regex(MANAGE_TOKEN)) })
