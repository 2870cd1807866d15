import { isDeepStrictEqual } from 'node:util'
import { lengthOf, type Length } from '@/lib/availability/rules'
import { bareCode } from '@/lib/codes/rules'
import { billingOf, type Billing } from '@/lib/receipts/company'
import type { BookingInput } from './schema'

/** What was asked for, as a booking's row has it. */
export type AskedFor = Length & {
  serviceId: number
  /** Null: any that serves. */
  roomId: number | null
  date: string
  time: string
  addOns: readonly number[]
  code: string | null
  isFreeSession: boolean
  email: string
  firstName: string
  lastName: string | null
  phone: string | null
  requirements: string | null
  billing: Billing | null
}

type Request = BookingInput & { useFreeSession: boolean }

const askedBy = (request: Request): AskedFor => ({
  ...request,
  ...lengthOf(request),
  code: request.code === null ? null : bareCode(request.code),
  isFreeSession: request.useFreeSession,
  billing: billingOf(request),
})

/** Of the same session, for the same email: what else is said of the customer may have been corrected. */
export const isSameSession = (row: AskedFor, request: Request): boolean =>
  isDeepStrictEqual(sessionOf(row), sessionOf(askedBy(request)))

/** The same request again: every field that was asked for (docs/decisions/020 C3). */
export const isSameRequest = (row: AskedFor, request: Request): boolean =>
  isSameSession(row, request) && isDeepStrictEqual(detailsOf(row), detailsOf(askedBy(request)))

const sessionOf = ({ serviceId, roomId, date, time, duration, hours, ...rest }: AskedFor) => ({
  ...{ serviceId, roomId, date, time, duration, hours },
  addOns: [...new Set(rest.addOns)].sort((a, b) => a - b),
  ...{ code: rest.code, isFreeSession: rest.isFreeSession, email: rest.email },
})

const detailsOf = ({ firstName, lastName, phone, requirements, billing }: AskedFor) => ({
  ...{ firstName, lastName, phone, requirements, billing },
})
