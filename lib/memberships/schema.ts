import * as z from 'zod/mini'
import { email, id, line, optionalLine, optionalPhone } from '@/lib/text'
import { plainCode } from './rules'

/** What the join form asks for; the same shape checks it in the browser and on the server (spec point 5, decision E1). */
export const joinInput = z.object({
  customerName: line(100),
  customerEmail: email(),
  customerPhone: optionalPhone(),
  serviceId: id(),
  referredBy: z.pipe(
    optionalLine(40),
    z.transform((code: string | null): string | null => (code && plainCode(code)) || null),
  ),
})
export type JoinInput = z.output<typeof joinInput>
export type JoinFormValues = z.input<typeof joinInput>
