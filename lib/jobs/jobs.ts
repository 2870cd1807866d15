import 'server-only'
import type { Messages } from 'next-intl'
import { completeFinished, COMPLETED_AT_ONCE } from '@/lib/bookings/complete'
import { queueReminders, REMINDED_AT_ONCE } from '@/lib/bookings/notices'
import { sumPayments, sumTally } from '@/lib/admin/bookings/totals'
import { queueTroubleMails } from '@/lib/admin/attention/alerts'
import { FEEDS_AT_ONCE, READ_EVERY_MINUTES, readDueFeeds } from '@/lib/admin/feeds/read'
import { queueSummary } from '@/lib/admin/summary'
import { currentMail } from '@/lib/current-mail'
import { currentPush } from '@/lib/current-push'
import { applyBegunPrices } from '@/lib/catalog/prices'
import { databaseNow, db, Prisma } from '@/lib/db'
import { eachByItself } from '@/lib/each'
import { env } from '@/lib/env'
import { deliverMails } from '@/lib/mail/outbox'
import { logFailure } from '@/lib/outage'
import { awardDueRewards } from '@/lib/memberships/referrals'
import {
  endLongUnmade,
  noteUnread,
  paymentsToReconcile,
  refundsToBegin,
} from '@/lib/payments/queries'
import { expiredHolds, expireHold } from '@/lib/bookings/expire'
import { prune } from '@/lib/people/forget'
import { PHONES_AT_ONCE, readPhones } from '@/lib/people/read-phones'
import { issueAfterActs, issueMissingDocuments } from '@/lib/payments/documents'
import { closeIntent } from '@/lib/payments/intents'
import { settlementFor } from '@/lib/payments/settlement'
import { sweepStripe } from '@/lib/payments/sweeps'
import { syncPayment } from '@/lib/payments/sync'
import { deliverPushes } from '@/lib/push/delivery'
import { endTroubles, noteTrouble } from '@/lib/troubles'
import { FOLDED_AT_ONCE, foldCustomers } from '@/lib/customers/fold'
import { closeOrder } from '@/lib/orders/close'
import { settlements } from '@/lib/settlements'
import { unpaidOrders } from '@/lib/orders/queries'
import { payableSince } from '@/lib/orders/rules'
import { UNDO_SECONDS } from '@/lib/undo'

/** More than any tick has time for. */
const MAILS_PER_TICK = 5_000
const PUSHES_AT_ONCE = 20

type Done = {
  /** How many things it could not do; what keeps failing is shown to the administrator. */
  failed?: number
  /** It stopped at its limit: another run now would find more. */
  hasMore?: boolean
}
type Job = {
  /** Each has words, for when it fails. */
  name: keyof Messages['admin']['attention']['jobs']
  everySeconds: number
  /** What it would work on; without any it runs once a minute. A query that an index answers. */
  finds?: Prisma.Sql
  /**
   * What is due is so at `now` of the database's clock: an instance whose own is an hour ahead would
   * send a mail that another is sending, and begin tomorrow's prices today.
   */
  run(now: Date, until?: Date): Promise<Done>
}

const whole =
  (work: (now: Date) => Promise<unknown>) =>
  async (now: Date): Promise<Done> => {
    await work(now)
    return {}
  }

/** A job that does at most `limit` things in one run, and returns how many. */
const upTo =
  (limit: number, work: (now: Date) => Promise<number>) =>
  async (now: Date): Promise<Done> => ({ hasMore: (await work(now)) >= limit })

/** In the order of a tick: payments before mail, so that it also sends the mails they cause. */
const JOBS: readonly Job[] = [
  { name: 'expire_holds', everySeconds: 10, run: expireElapsedHolds },
  { name: 'expire_orders', everySeconds: 300, run: expireUnpaidOrders },
  { name: 'reconcile_payments', everySeconds: 60, run: reconcilePayments },
  {
    name: 'begin_refunds',
    everySeconds: 2,
    finds: Prisma.sql`SELECT FROM undoable_acts WHERE until BETWEEN now() - interval '20 seconds' AND now()`,
    run: beginRefunds,
  },
  { name: 'sweep_stripe', everySeconds: 300, run: whole(sweepPayments) },
  {
    name: 'issue_receipts',
    everySeconds: 300,
    run: whole(() => issueMissingDocuments(settlements)),
  },
  {
    name: 'complete_bookings',
    everySeconds: 300,
    run: upTo(COMPLETED_AT_ONCE, completeFinished),
  },
  { name: 'award_rewards', everySeconds: 300, run: whole(awardDueRewards) },
  {
    name: 'remind',
    everySeconds: 120,
    run: upTo(REMINDED_AT_ONCE, queueReminders),
  },
  { name: 'summarise', everySeconds: 60, run: whole(queueSummary) },
  { name: 'tell_troubles', everySeconds: 60, run: whole(queueTroubleMails) },
  {
    name: 'sum_totals',
    everySeconds: 60,
    run: whole(() => Promise.all([sumTally(), sumPayments()])),
  },
  { name: 'read_phones', everySeconds: 10, run: upTo(PHONES_AT_ONCE, readPhones) },
  {
    name: 'fold_customers',
    everySeconds: 5,
    finds: Prisma.sql`SELECT FROM customer_changes`,
    run: upTo(FOLDED_AT_ONCE, () => foldCustomers()),
  },
  {
    name: 'apply_prices',
    everySeconds: 60,
    finds: Prisma.sql`SELECT FROM price_sets WHERE applied_at IS NULL AND valid_from <= now()`,
    run: whole(applyBegunPrices),
  },
  {
    name: 'read_feeds',
    everySeconds: 20,
    finds: Prisma.sql`SELECT FROM feeds WHERE read_at IS NULL
      OR read_at <= now() - make_interval(mins => ${READ_EVERY_MINUTES}::int)`,
    run: upTo(FEEDS_AT_ONCE, readDueFeeds),
  },
  { name: 'prune', everySeconds: 3600, run: whole(prune) },
  {
    name: 'deliver_mails',
    everySeconds: 2,
    finds: Prisma.sql`SELECT FROM mails WHERE status = 'queued' AND next_attempt_at <= now()`,
    run: (_, until) => deliverDueMails(until),
  },
  // After the mails: a push service that does not answer delays none.
  {
    name: 'deliver_pushes',
    everySeconds: 2,
    finds: Prisma.sql`SELECT FROM pushes WHERE next_attempt_at <= now()`,
    run: upTo(PUSHES_AT_ONCE, (now) => deliverPushes(now, PUSHES_AT_ONCE, currentPush)),
  },
]

/**
 * Sends the mails that are due, with `until` as many as it can until then; also called right after a
 * confirmation, for hosts without a long-lived process.
 */
export async function deliverDueMails(until?: Date): Promise<Done> {
  const limit = until ? MAILS_PER_TICK : 20
  const now = await databaseNow()
  await issueAfterActs(settlements, now)
  await deliverMails({ now, limit, write: currentMail, until })
  return {}
}

/** Ends every hold that has run out, of bookings and of upgrades (docs/decisions/020 C7). */
export async function expireElapsedHolds(): Promise<Done> {
  const holds = await expiredHolds(50)
  const { length: failed } = await eachByItself(holds, 'expired hold', expireHold)
  return { failed, hasMore: holds.length - failed >= 50 }
}

/** Ends each order that was not paid in time; one that is being paid is left for the next run. */
export async function expireUnpaidOrders(): Promise<Done> {
  const orders = await unpaidOrders(payableSince(await databaseNow()), 50)
  const { length: failed } = await eachByItself(orders, 'unpaid order', ({ id }) =>
    closeOrder(id, 'expired'),
  )
  return { failed, hasMore: orders.length - failed >= 50 }
}

/**
 * Asks Stripe about every payment whose webhook may be lost, closes intents of bookings that have
 * ended, ends payments whose intent was never made, and continues refunds that are due or
 * unfinished. A payment that cannot be read is recorded and read again after the others.
 */
export async function reconcilePayments(): Promise<Done> {
  await endLongUnmade(await databaseNow())
  if (env().payments === 'off') return {}
  const due = await paymentsToReconcile({ seconds: 30, limit: 100, slow: 20 })
  const failures = await eachByItself(due, 'payment to reconcile', async (payment) => {
    const { intent, purpose, isOpen } = payment
    const settlement = purpose === 'unmatched' ? null : settlementFor(settlements, purpose)
    try {
      await (isOpen && (await settlement?.isOver(payment))
        ? closeIntent(settlements, intent)
        : syncPayment(settlements, intent))
    } catch (error) {
      await noteUnread(payment.id)
      throw error
    }
  })
  return { failed: failures.length, hasMore: due.length >= 100 }
}

/** Refunds, and receipts of money, that can no longer be taken back. */
export async function beginRefunds(): Promise<Done> {
  await issueAfterActs(settlements, await databaseNow())
  if (env().payments === 'off') return {}
  const due = await refundsToBegin()
  await eachByItself(due, 'refund to begin', ({ intent }) => syncPayment(settlements, intent))
  return {}
}

/**
 * What follows an act once it can no longer be taken back. A process that lives on has its jobs for it;
 * elsewhere the call waits, and what it does not do is left to the next tick.
 */
export async function followAct(): Promise<void> {
  if (!env().VERCEL) return
  await new Promise((done) => setTimeout(done, (UNDO_SECONDS + 1) * 1000))
  await beginRefunds()
  await deliverDueMails()
}

export async function sweepPayments(): Promise<void> {
  if (env().payments !== 'off') await sweepStripe(settlements)
}

const IDLE_SECONDS = 60
const SLACK_SECONDS = 0.5

/** The jobs whose time has come, and that have something to do, by one statement for all of them. */
async function dueJobs(): Promise<Job[]> {
  const asked = JOBS.map(({ name, everySeconds, finds }) => {
    const isIdle = finds ? Prisma.sql`NOT EXISTS (${finds})` : Prisma.sql`false`
    return Prisma.sql`SELECT ${name} AS name, CASE WHEN ${isIdle}
      THEN ${Math.max(everySeconds, IDLE_SECONDS)}::float ELSE ${everySeconds}::float END AS seconds`
  })
  const due = await db().$queryRaw<{ name: string }[]>`
    SELECT a.name FROM (${Prisma.join(asked, ' UNION ALL ')}) AS a LEFT JOIN jobs j USING (name)
    WHERE j.started_at IS NULL
      OR j.started_at <= now() - make_interval(secs => a.seconds - ${SLACK_SECONDS}::float)`
  const names = new Set(due.map(({ name }) => name))
  return JOBS.filter(({ name }) => names.has(name))
}

/**
 * Whether this instance may run the job now: one statement moves the row on, so a job runs once
 * across instances. Null when it is not due; otherwise when that was, and whether its last runs failed.
 */
async function claim(job: Job): Promise<{ wasFailing: boolean; now: Date } | null> {
  const [row] = await db().$queryRaw<{ wasFailing: boolean; now: Date }[]>`
    INSERT INTO jobs AS j (name, started_at) VALUES (${job.name}, now())
    ON CONFLICT (name) DO UPDATE SET started_at = now()
      WHERE j.started_at IS NULL OR j.started_at
        <= now() - make_interval(secs => ${job.everySeconds - SLACK_SECONDS}::float)
    RETURNING EXISTS (SELECT 1 FROM troubles WHERE kind = ${`job_${job.name}`}) AS "wasFailing",
      now() AS now`
  return row ?? null
}

/**
 * Runs the job if it is due and logs it; a failure is logged, noted for the administrator, and does
 * not keep other jobs from running. With `until`, a job that stopped at its limit goes on until
 * then.
 */
async function runIfDue(job: Job, until?: Date): Promise<boolean> {
  const claimed = await claim(job)
  if (!claimed) return false
  const trouble = `job_${job.name}` as const
  const failed = await runThrough(job, claimed.now, until).catch((error: unknown) => {
    logFailure({ job: job.name }, 'job failed', error)
    return 1
  })
  if (failed > 0) {
    await noteTrouble(trouble)
    return true
  }
  await db().$executeRaw`UPDATE jobs SET succeeded_at = now() WHERE name = ${job.name}`
  if (claimed.wasFailing) await endTroubles([trouble])
  return true
}

/** Returns how many things failed. */
async function runThrough(job: Job, now: Date, until: Date | undefined): Promise<number> {
  for (let failures = 0; ;) {
    const { failed = 0, hasMore = false } = await job.run(now, until)
    failures += failed
    if (!hasMore || !until || new Date() >= until) return failures
  }
}

/**
 * Runs every job that is due, once, and those with more to do until `until`; returns their names.
 * For hosts without a long-lived process (the cron route). A job that is not begun by then is left
 * to the next call. Throws only when the database cannot tell which are due.
 */
export async function runDueJobs(until?: Date): Promise<string[]> {
  const ran: string[] = []
  for (const job of JOBS) {
    if (until && new Date() >= until) break
    if (await runIfDue(job, until)) ran.push(job.name)
  }
  return ran
}

/** Runs the jobs for as long as this process lives; stop() waits for those that are running. */
export function startJobs(): { stop(): Promise<void> } {
  const running = new Map<string, Promise<unknown>>()
  const look = async () => {
    for (const job of await dueJobs()) {
      if (running.has(job.name)) continue
      const run = runIfDue(job)
        .catch((error) => logFailure({ job: job.name }, 'job not claimed', error))
        .finally(() => running.delete(job.name))
      running.set(job.name, run)
    }
  }
  let looking: Promise<void> | null = null
  const tick = () => {
    looking ??= look()
      .catch((error: unknown) => logFailure({}, 'jobs not looked for', error))
      .finally(() => (looking = null))
  }
  tick()
  const timer = setInterval(tick, 2_000)
  return {
    async stop() {
      clearInterval(timer)
      await looking
      await Promise.allSettled(running.values())
    },
  }
}
