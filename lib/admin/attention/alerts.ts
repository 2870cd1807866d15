import 'server-only'
import { transaction } from '@/lib/db'
import { env } from '@/lib/env'
import { queueMail } from '@/lib/mail/outbox'
import { MAILED_TROUBLES, type TroubleFacts } from '@/lib/mail/schema'
import { currentSite } from '@/lib/settings/queries'
import { troubles } from './queries'
import type { TroubleAlert } from './schema'

/** A trouble that comes and goes is not told more often. */
const AGAIN_AFTER_MINUTES = 60

type Told = { facts: TroubleFacts; isRecent: boolean }

/**
 * Writes to the studio once when a trouble lasts, and once when it is over. Of mail itself only the
 * console can tell, and of jobs that stand still.
 */
export async function queueTroubleMails(): Promise<void> {
  if (!env().SMTP_URL) return
  await transaction(async (tx) => {
    const lasting = new Map(
      (await troubles(tx)).flatMap(factsOf).map((facts) => [nameOf(facts), facts]),
    )
    const rows = await tx.$queryRaw<Told[]>`
      SELECT DISTINCT ON (payload->>'kind', payload->>'job') payload AS facts,
        created_at > now() - make_interval(mins => ${AGAIN_AFTER_MINUTES}::int) AS "isRecent"
      FROM mails WHERE kind = 'studio_trouble' ORDER BY payload->>'kind', payload->>'job', id DESC`
    const told = new Map(rows.map((row) => [nameOf(row.facts), row]))
    const begun = [...lasting].filter(([name]) => {
      const last = told.get(name)
      return !last || (last.facts.isOver && !last.isRecent)
    })
    const over = [...told].filter(([name, { facts }]) => !facts.isOver && !lasting.has(name))
    const news = [
      ...begun.map(([, facts]) => facts),
      ...over.map(([, { facts }]) => ({ ...facts, isOver: true })),
    ]
    if (news.length === 0) return
    const { email } = await currentSite(tx)
    for (const facts of news)
      await queueMail(tx, {
        kind: 'studio_trouble',
        payload: facts,
        recipient: email,
        locale: 'en',
        dedupeKey: `studio_trouble:${nameOf(facts)}:${facts.since}:${facts.isOver}`,
      })
  })
}

const nameOf = ({ kind, job }: TroubleFacts): string => job ?? kind

function factsOf({ kind, job, since }: TroubleAlert): TroubleFacts[] {
  const mailed = MAILED_TROUBLES.find((one) => one === kind)
  return mailed ? [{ kind: mailed, job, since, isOver: false }] : []
}
