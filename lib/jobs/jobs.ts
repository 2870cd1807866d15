import 'server-only'
import { completeFinished } from '@/lib/bookings/complete'
import { queueReminders } from '@/lib/bookings/notices'
import { sumTally } from '@/lib/admin/bookings/totals'
import { queueSummary } from '@/lib/admin/summary'
import { currentMail } from '@/lib/current-mail'
import { db } from '@/lib/db'
import { env } from '@/lib/env'
import { deliverMails } from '@/lib/mail/outbox'
import { errorFields, log } from '@/lib/log'
import { awardDueRewards } from '@/lib/memberships/referrals'
import { noteUnread, paymentsToReconcile } from '@/lib/payments/queries'
import { expiredHolds, expiredUpgrades, expireHold, expireUpgrade } from '@/lib/bookings/expire'
import { prune } from '@/lib/people/forget'
import { issueMissingDocuments } from '@/lib/payments/documents'
import { closeIntent } from '@/lib/payments/intents'
import { settlementFor } from '@/lib/payments/settlement'
import { sweepStripe } from '@/lib/payments/sweeps'
import { syncPayment } from '@/lib/payments/sync'
import { closeOrder } from '@/lib/orders/close'
import { settlements } from '@/lib/settlements'
import { unpaidOrders } from '@/lib/orders/queries'
import { payableSince } from '@/lib/orders/rules'

type Job = { name: string; everySeconds: number; run(): Promise<unknown> }

/**
 * Runs `work` over `items`, one after the other, so that a failure neither stops nor hides the
 * others.
 */
async function each<T>(items: readonly T[], work: (item: T) => Promise<unknown>): Promise<void> {
  for (const item of items)
    await work(item).catch((error) => log.error({ item, ...errorFields(error) }, 'job item failed'))
}

/**
 * In the order in which a tick runs them: payments before mail, so that a tick also sends the mails
 * they cause.
 */
const JOBS: readonly Job[] = [
  { name: 'expire_holds', everySeconds: 10, run: expireElapsedHolds },
  { name: 'expire_orders', everySeconds: 300, run: expireUnpaidOrders },
  { name: 'reconcile_payments', everySeconds: 60, run: reconcilePayments },
  { name: 'sweep_stripe', everySeconds: 300, run: sweepPayments },
  { name: 'issue_receipts', everySeconds: 300, run: () => issueMissingDocuments(settlements) },
  { name: 'complete_bookings', everySeconds: 300, run: () => completeFinished(new Date()) },
  { name: 'award_rewards', everySeconds: 300, run: () => awardDueRewards(new Date()) },
  { name: 'remind', everySeconds: 120, run: () => queueReminders(new Date()) },
  { name: 'summarise', everySeconds: 60, run: () => queueSummary(new Date()) },
  { name: 'sum_totals', everySeconds: 60, run: sumTally },
  { name: 'prune', everySeconds: 3600, run: prune },
  { name: 'deliver_mails', everySeconds: 2, run: () => deliverDueMails() },
]

/**
 * Sends the mails that are due; also called right after a confirmation, for hosts without a
 * long-lived process.
 */
export const deliverDueMails = () =>
  deliverMails({ now: new Date(), limit: 20, current: currentMail })

/** Ends every hold that has run out, of bookings and of upgrades (docs/decisions/020 C7). */
export async function expireElapsedHolds(): Promise<void> {
  await each(await expiredHolds(50), ({ id }) => expireHold(id))
  await each(await expiredUpgrades(50), ({ id }) => expireUpgrade(id))
}

/**
 * Ends every order that was not paid in time; one whose payment is in progress is left for the next
 * run.
 */
export async function expireUnpaidOrders(): Promise<void> {
  await each(await unpaidOrders(payableSince(new Date()), 50), ({ id }) =>
    closeOrder(id, 'expired'),
  )
}

/**
 * Asks Stripe about every payment whose webhook may be lost, closes intents of bookings that have
 * ended, and continues refunds that are due or unfinished. A payment that cannot be read is
 * recorded and read again after the others.
 */
export async function reconcilePayments(): Promise<void> {
  if (env().payments === 'off') return
  await each(await paymentsToReconcile({ seconds: 30, limit: 100, slow: 20 }), async (payment) => {
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
}

/** Reads what is new at Stripe since the last run, in case a webhook was lost. */
export async function sweepPayments(): Promise<void> {
  if (env().payments !== 'off') await sweepStripe(settlements)
}

/**
 * True when this instance may run the job now: one statement moves the row on, so a job runs once
 * across instances.
 */
async function claim(job: Job): Promise<boolean> {
  const rows = await db().$queryRaw<unknown[]>`
    INSERT INTO jobs AS j (name, started_at) VALUES (${job.name}, now())
    ON CONFLICT (name) DO UPDATE SET started_at = now()
      WHERE j.started_at IS NULL OR j.started_at
        <= now() - make_interval(secs => ${job.everySeconds - 0.5}::double precision)
    RETURNING 1`
  return rows.length > 0
}

/**
 * Runs the job if it is due and logs it; a failure is logged and does not keep other jobs from
 * running.
 */
async function runIfDue(job: Job): Promise<boolean> {
  if (!(await claim(job))) return false
  try {
    await job.run()
  } catch (error) {
    log.error({ job: job.name, ...errorFields(error) }, 'job failed')
  }
  return true
}

/**
 * Runs every job that is due, once; returns their names. For hosts without a long-lived process
 * (the cron route). Throws only when the database cannot tell which are due.
 */
export async function runDueJobs(): Promise<string[]> {
  const ran: string[] = []
  for (const job of JOBS) if (await runIfDue(job)) ran.push(job.name)
  return ran
}

/** Runs the jobs for as long as this process lives; stop() waits for those that are running. */
export function startJobs(): { stop(): Promise<void> } {
  const running = new Map<string, Promise<unknown>>()
  const tick = () => {
    for (const job of JOBS) {
      if (running.has(job.name)) continue
      const run = runIfDue(job)
        .catch((error) => log.error({ job: job.name, ...errorFields(error) }, 'job not claimed'))
        .finally(() => running.delete(job.name))
      running.set(job.name, run)
    }
  }
  tick()
  const timer = setInterval(tick, 2_000)
  return {
    async stop() {
      clearInterval(timer)
      await Promise.allSettled(running.values())
    },
  }
}
