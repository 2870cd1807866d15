import * as z from 'zod/mini'
import { amount } from '@/lib/bookings/schema'
import { email, line, optionalPhone, optionalText } from '@/lib/text'
import { PRICED_LENGTHS, TIERS } from './rules'

/** One of the three tiers, as the wire and the checkout's address name them (decision D4). */
export const tier = () => z.enum(TIERS, { error: 'choice' })

/** A length one can order: ">10 mins" is to be discussed and refused (decision D4). */
export const duration = () => z.enum(PRICED_LENGTHS, { error: 'choice' })

const rush = () =>
  z.pipe(
    z.nullish(z.boolean({ error: 'choice' })),
    z.transform((value: boolean | null | undefined): boolean => value ?? false),
  )

/** What the checkout's form asks for; the same shape checks it in the browser and on the server (spec 5). */
export const customerInput = z.object({
  customerName: line(100),
  customerEmail: email(),
  customerPhone: optionalPhone(),
  requirements: optionalText(2000),
})
export type CustomerInput = z.output<typeof customerInput>
export type CustomerFormValues = z.input<typeof customerInput>

const orderInput = z.extend(customerInput, { tier: tier(), duration: duration(), rushService: rush() })
export type OrderInput = z.output<typeof orderInput>

/** Body of POST /api/video-editing-orders. The three amounts are only compared (decision C2). */
export const orderBody = z.extend(orderInput, { price: z.nullish(amount()), rushPrice: z.nullish(amount()), totalAmount: z.nullish(amount()) })
