import 'server-only'
import { db } from '@/lib/db'

type FailedMail = {
  id: number
  kind: string
  recipient: string
  bookingId: number | null
  orderId: number | null
  attempts: number
  lastError: string | null
  createdAt: string
}

/**
 * Mails that were given up (decision F1), newest first, at most 100. A sign-in code is left out: by
 * now it opens nothing.
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
