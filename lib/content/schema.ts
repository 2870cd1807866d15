import * as z from 'zod/mini'
import { LOCALES } from '@/lib/i18n/routing'

const yesOrNo = z.pipe(z.enum(['true', 'false'], { error: 'choice' }), z.transform((text: 'true' | 'false') => text === 'true'))

/** Query of GET /api/portfolio: all items, or those that are (or are not) featured. */
export const portfolioQuery = z.object({ featured: z.optional(yesOrNo) })

/** Whose language a feed speaks. */
export const feedParams = z.object({ locale: z.enum(LOCALES) })
