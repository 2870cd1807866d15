import 'server-only'
import { cutList, mapped, type CutList } from '@/lib/cut-list'
import { db, type Prisma, type Tx } from '@/lib/db'
import { env } from '@/lib/env'
import { mailAttachment, mailKindOf, type FailedMail } from './schema'

/** Mails that could not be sent (docs/decisions/020 F1). Sign-in codes are left out: they have expired. */
export const FAILED: Prisma.MailWhereInput = {
  status: 'failed',
  kind: { notIn: ['sign_in_code', 'attachment'] },
}

/** Attachments that their mails went without, and that have not followed. */
export const UNATTACHED: Prisma.MailWhereInput = {
  status: { in: ['queued', 'failed'] },
  kind: 'attachment',
}

const MOST_LISTED = 100

/** The mails of one of these lists, newest first. */
export async function listedMails(where: Prisma.MailWhereInput): Promise<CutList<FailedMail>> {
  const found = await cutList(
    MOST_LISTED,
    (take) =>
      db().mail.findMany({
        where,
        select: {
          ...{ id: true, kind: true, recipient: true, bookingId: true, orderId: true },
          ...{ attempts: true, lastError: true, createdAt: true, payload: true },
        },
        orderBy: { id: 'desc' },
        take,
      }),
    () => db().mail.count({ where }),
  )
  return mapped(found, ({ payload, kind, createdAt, ...row }) => ({
    ...row,
    kind: mailKindOf(kind),
    attachment: mailAttachment.safeParse(payload).data?.attachment ?? null,
    createdAt: createdAt.toISOString(),
  }))
}

/** Why mails wait: no server is set, it refuses our login, it is away, or nothing tried to send. */
export type WaitingMails = {
  count: number
  since: Date
  reason: 'off' | 'login' | 'away' | 'not_run'
}

const WAITING_MINUTES = 10

/** The mails that should have left ten minutes ago; null when there are none. */
export async function waitingMails(
  client: Pick<Tx, '$queryRaw'> = db(),
): Promise<WaitingMails | null> {
  const [row] = await client.$queryRaw<
    { count: number; since: Date | null; isTried: boolean; isLogin: boolean }[]
  >`
    SELECT count(*)::int AS count, min(created_at) AS since,
      coalesce(bool_or(attempts > 0), false) AS "isTried",
      coalesce(bool_or(last_error LIKE 'EAUTH%'), false) AS "isLogin"
    FROM mails WHERE status = 'queued'
      AND created_at <= now() - make_interval(mins => ${WAITING_MINUTES}::int)
      AND (attempts > 0 OR next_attempt_at <= now() - make_interval(mins => ${WAITING_MINUTES}::int))`
  if (!row?.since) return null
  const { count, since, isTried, isLogin } = row
  if (!env().SMTP_URL) return { count, since, reason: 'off' }
  return { count, since, reason: isLogin ? 'login' : isTried ? 'away' : 'not_run' }
}
