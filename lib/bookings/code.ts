import 'server-only'
import { bookableRooms, timetable } from '@/lib/availability/queries'
import { lengthOf, spansOf } from '@/lib/availability/rules'
import { goingCode, type GoingCode } from '@/lib/codes/queries'
import { codeRefusal } from '@/lib/codes/rules'
import { toDecimal } from '@/lib/money'
import { Problem } from '@/lib/problem'
import { currentTax } from '@/lib/settings/queries'
import { isTime, studioDate } from '@/lib/time'
import type { output } from 'zod/mini'
import { chosenAddOns } from './add-ons'
import { sessionPrice, withCode } from './price'
import type { codeQuestion, CodePrice } from './schema'

type Wish = Omit<Parameters<typeof codeRefusal>[1], 'today'> & { now: Date }

const refused = (reason: string) => new Problem('invalid_request', { fields: { code: reason } })

/** A code that holds for this session; whether a use of it is left is decided when it is taken. */
export async function codeFor(typed: string, { now, ...wish }: Wish): Promise<GoingCode> {
  const code = await goingCode(typed)
  const refusal = code ? codeRefusal(code, { ...wish, today: studioDate(now) }) : 'code_unknown'
  if (!code || refusal) throw refused(refusal ?? 'code_unknown')
  return code
}

type Question = output<typeof codeQuestion> & { visitorHash: string | null; now: Date }

/** Of what is chosen so far. Throws invalid_request (code, serviceId, addOns, hours). */
export async function priceWithCode(question: Question): Promise<CodePrice> {
  const { serviceId, date, time, visitorHash, now } = question
  const [table, tax, known] = await Promise.all([
    timetable(now),
    currentTax(),
    goingCode(question.code, visitorHash),
  ])
  if (!known) throw refused('code_unknown')
  if (!known.isLeft) throw refused('code_used_up')
  const { code, name } = known
  if (serviceId === null) return { code, name, price: null }
  const [room] = bookableRooms(table, { ...question, serviceId, ignoring: undefined })
  const service = table.services.get(serviceId)
  if (!room || !service) throw refused('code_service')
  const length = lengthOf(question)
  const spans =
    date !== null && time !== null && isTime(time)
      ? spansOf(date, time, length, room.opening.holidays)
      : null
  const refusal = codeRefusal(known, { ...length, serviceId, spans, today: studioDate(now) })
  if (refusal) throw refused(refusal)
  const full = sessionPrice(
    service.rates,
    length,
    tax,
    chosenAddOns(question.addOns, table.services),
  )
  const price = withCode(full, known, tax)
  return {
    code,
    name,
    price: {
      subtotal: toDecimal(price.subtotalSen),
      taxAmount: toDecimal(price.taxSen),
      totalAmount: toDecimal(price.totalSen),
      discount: toDecimal(full.subtotalSen - price.subtotalSen),
    },
  }
}
