// Acts that can be taken back, and time that passes for them.
import { db } from '@/lib/db'
import { beginRefunds } from '@/lib/jobs/jobs'

/** As if this many seconds more had passed since every act and every mail. */
export async function ageActs(seconds: number): Promise<void> {
  await db().$executeRaw`
    UPDATE undoable_acts SET until = until - make_interval(secs => ${seconds}::double precision)`
  await db().$executeRaw`
    UPDATE mails SET sent_at = sent_at - make_interval(secs => ${seconds}::double precision)`
}

/** No act can be taken back any more, and what waited for that is done: refunds are begun. */
export async function letActsStand(): Promise<void> {
  await ageActs(11)
  await beginRefunds()
}
