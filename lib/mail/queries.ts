import 'server-only'
import { db } from '@/lib/db'
import type { FailedMail } from './schema'

/**
 * Mails that could not be sent (docs/decisions/020 F1), newest first, at most 100. Sign-in codes
 * are left out: they have expired.
 */
export async function failedMails(): Promise<FailedMail[]> {
  const rows = await db().mail.findMany({
    where: { status: 'failed', kind: { not: 'sign_in_code' } },
    select: {
      id: true,
      kind: true,
      recipient: true,
      bookingId: true,
      orderId: true,
      attempts: true,
      lastError: true,
      createdAt: true,
    },
    orderBy: { id: 'desc' },
    take: 100,
  })
  return rows.map((row) => ({ ...row, createdAt: row.createdAt.toISOString() }))
}
