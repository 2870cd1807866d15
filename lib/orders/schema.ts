import * as z from 'zod/mini'
import { PRICED_LENGTHS, TIERS } from './rules'

/** One of the three tiers, as the wire and the checkout's address name them (decision D4). */
export const tier = () => z.enum(TIERS, { error: 'choice' })

/** A length one can order: ">10 mins" is to be discussed and refused (decision D4). */
export const duration = () => z.enum(PRICED_LENGTHS, { error: 'choice' })
