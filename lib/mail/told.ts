import 'server-only'
import { Prisma, type Tx } from '@/lib/db'
import type { BookingSays, OrderSays } from '@/lib/notices/rules'

/** `phones`: of those who work in the console; `finance`: the finance contact of who is billed. */
export type Audience = 'customer' | 'studio' | 'phones' | 'finance'
export type About = { bookingId: number } | { orderId: number }

/** What a notice tells, which is written down when it was sent. */
export type Notice = { audience: Audience; says: BookingSays | OrderSays; told: object }

/** A condition on the rows about it. */
export const isAbout = (about: About): Prisma.Sql =>
  'bookingId' in about
    ? Prisma.sql`booking_id = ${about.bookingId}`
    : Prisma.sql`order_id = ${about.orderId}`

/**
 * The facts that somebody was told last; null when they were told nothing. `mailId`: a notice that may
 * have been sent before, and then tells again what it told then.
 */
export async function toldLast<Told extends object>(
  tx: Pick<Tx, '$queryRaw'>,
  audience: Audience,
  about: About,
  mailId = 0,
): Promise<Told | null> {
  const [row] = await tx.$queryRaw<{ told: Told }[]>`
    SELECT told FROM notices WHERE audience = ${audience} AND ${isAbout(about)}
      AND id < coalesce((SELECT id FROM notices WHERE mail_id = ${mailId}), 2147483647)
    ORDER BY id DESC LIMIT 1`
  return row?.told ?? null
}

/** Writes down what a notice has told; `mailId` is null where nobody is to be mailed. */
export async function recordNotice(
  tx: Tx,
  about: About,
  { audience, says, told }: Notice,
  mailId: number | null,
): Promise<void> {
  const data = { audience, says, told: told as Prisma.InputJsonObject, ...about }
  if (mailId === null) await tx.notice.create({ data })
  else
    await tx.notice.upsert({
      where: { mailId },
      create: { ...data, mailId },
      update: { says, told: data.told, toldAt: new Date() },
    })
}
