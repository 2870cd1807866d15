// npm run check:troubles -- --minutes=60: a light load on two instances, and every trouble in turn.
// Prints what the owner was told and when, as a table; exit 1 when anything was lost.
import { createHash } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { stopAll } from '@/scripts/local/process'
import { bookProblems } from '@/tests/support/books'
import pg from 'pg'
import { startLoad, type Load } from './load'
import { planOf, type TroubleName } from './plan'
import { openStudio, type Studio } from './studio'
import { badAnswers, tableOf, type Past } from './table'
import { startWatch, type Watch } from './watch'

const MINUTE_MS = 60_000
const HOUR_MS = 60 * MINUTE_MS
/** Of a run of an hour. */
const KILL_EVERY_MINUTES = 5
/** How long after the last trouble everything must be consistent. */
const REST_SECONDS = 240

const say = (line: string) => console.error(`${new Date().toISOString().slice(11, 19)} ${line}`)

const TROUBLES: Record<TroubleName, (studio: Studio) => { begin(): unknown; end?(): unknown }> = {
  mail_away: ({ office }) => ({ begin: () => office.close(), end: () => office.open() }),
  mail_password: ({ office }) => ({
    begin: () => (office.refusesPassword = true),
    end: () => (office.refusesPassword = false),
  }),
  stripe_fails: ({ control }) => ({
    begin: () => control('faults', [{ match: '* /v1/', status: 500 }]),
    end: () => control('faults', []),
  }),
  stripe_hangs: ({ control }) => ({
    begin: () => control('faults', [{ match: '* /v1/', status: 'hang' }]),
    end: () => control('faults', []),
  }),
  database_restart: (studio) => ({ begin: () => studio.restartDatabase() }),
  database_stalls: (studio) => ({
    begin: () => studio.stallDatabase(true),
    end: () => studio.stallDatabase(false),
  }),
  disk: (studio) => ({ begin: () => studio.fillDisk(true), end: () => studio.fillDisk(false) }),
  clock: (studio) => ({
    begin: () => studio.setClock(1, HOUR_MS),
    end: () => studio.setClock(1, 0),
  }),
}

/** Lets each trouble have its time; what was when. */
async function goThrough(studio: Studio, minutes: number): Promise<Past[]> {
  const past: Past[] = []
  for (const { trouble, minutes: own } of planOf(minutes)) {
    const from = Date.now()
    const last = past.at(-1)
    if (trouble && last) last.until = from
    say(`${trouble ?? 'all is well'}, ${own.toFixed(1)} min`)
    const change = trouble && TROUBLES[trouble](studio)
    await change?.begin()
    // What is done with its beginning is over then.
    const to = change && !change.end ? Date.now() : null
    await sleep(Math.max(0, from + own * MINUTE_MS - Date.now()))
    await change?.end?.()
    if (!trouble) continue
    const note = trouble === 'disk' && !studio.hasDisk ? ' (uploads only)' : ''
    past.push({ trouble, from, to: to ?? Date.now(), until: Infinity, note })
  }
  return past
}

/** Kills one instance after the other; started again at once. */
function startKilling(studio: Studio, everyMs: number): { stop(): Promise<void> } {
  let isOver = false
  const work = (async () => {
    for (let nth = 0; !isOver; nth++) {
      const next = Date.now() + everyMs
      while (!isOver && Date.now() < next) await sleep(200)
      if (isOver) return
      say(`instance ${nth % 2} is killed`)
      await studio.kill(nth % 2)
    }
  })()
  return {
    async stop() {
      isOver = true
      await work
    },
  }
}

/** What is still wrong once nothing changes any more. */
async function booksAtRest(studio: Studio): Promise<string[]> {
  await studio.control('webhooks/release', {})
  let problems = ['not looked at']
  for (const end = Date.now() + REST_SECONDS * 1000; Date.now() < end; await sleep(5_000)) {
    // What the jobs and the mail queue would do by themselves within the hour.
    await studio.rows('UPDATE jobs SET started_at = NULL')
    await studio.rows(`UPDATE mails SET next_attempt_at = now() WHERE status = 'queued'`)
    const sql = new pg.Client({ connectionString: studio.database })
    await sql.connect()
    problems = await bookProblems(sql, await studio.ledger(), { atRest: true }).finally(() =>
      sql.end(),
    )
    if (problems.length === 0) return []
  }
  return problems
}

type Sent = { id: number; messageId: string; kind: string; sentAt: Date }
const sentMails = (studio: Studio) =>
  studio.rows<Sent>(
    `SELECT id, message_id AS "messageId", kind, sent_at AS "sentAt" FROM mails WHERE status = 'sent'`,
  )

/**
 * Mails that were noted as sent and did not come, or came twice; one whose instance was killed between
 * the two may come again, with its Message-ID.
 */
async function lostMails({ office, kills, ...studio }: Studio): Promise<string[]> {
  const rows = await sentMails({ office, kills, ...studio })
  return rows.flatMap(({ id, messageId, kind }) => {
    const came = office.arrivals.filter((one) => one.messageId === messageId)
    if (came.length === 0) return [`mail ${id} (${kind}) was noted as sent, and never came`]
    const [first, ...more] = came
    const isRepeated = kills.some(
      ({ from }) => first && Math.abs(from - first.at) < 2_000 && more.length === 1,
    )
    return more.length > 0 && !isRepeated ? [`mail ${id} (${kind}) came ${came.length} times`] : []
  })
}

const sha256 = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex')

async function lostUploads(studio: Studio, load: Load): Promise<string[]> {
  const problems: string[] = []
  for (const { path, hash } of load.uploads) {
    const answer = await fetch(studio.url + path, { headers: { connection: 'close' } })
    const isSame = answer.ok && sha256(new Uint8Array(await answer.arrayBuffer())) === hash
    if (!isSame) problems.push(`upload ${path} is not there (${answer.status})`)
  }
  const slips = await studio.rows<{ booking: number; data: Buffer }>(
    'SELECT booking_id AS booking, data FROM slips',
  )
  for (const { booking, hash } of load.slips)
    if (!slips.some((slip) => slip.booking === booking && sha256(slip.data) === hash))
      problems.push(`the slip of booking ${booking} is not there`)
  return problems
}

/** Mails of troubles to the studio, as further signals. */
async function addMails(studio: Studio, watch: Watch): Promise<void> {
  const rows = await studio.rows<{
    messageId: string
    facts: { kind: string; job: string | null; isOver: boolean }
  }>(
    `SELECT message_id AS "messageId", payload AS facts FROM mails WHERE kind = 'studio_trouble' ORDER BY id`,
  )
  for (const { messageId, facts } of rows) {
    const at = studio.office.arrivals.find((one) => one.messageId === messageId)?.at
    const says = `“${facts.job ?? facts.kind}”${facts.isOver ? ' is over' : ''}`
    if (at !== undefined)
      watch.signals.push({ channel: 'mail', says, instance: null, from: at, to: at })
  }
}

async function check(minutes: number): Promise<number> {
  const studio = await openStudio(say)
  try {
    const load = await startLoad(studio)
    const watch = startWatch(studio, minutes < 20 ? 10_000 : 30_000)
    const killing = startKilling(studio, (KILL_EVERY_MINUTES * MINUTE_MS * minutes) / 60)
    const begun = Date.now()
    const past = await goThrough(studio, minutes)
    await killing.stop()
    await load.stop()
    await watch.stop()
    say('at rest')
    const books = await booksAtRest(studio)
    const problems = [
      ...books,
      ...(await lostMails(studio)),
      ...(await lostUploads(studio, load)),
      ...load.answers.flatMap(({ status, what }) => (status === 500 ? [`500 to ${what}`] : [])),
      ...new Set(studio.faults()),
    ]
    await addMails(studio, watch)
    const { signals } = watch
    const { answers } = load
    console.log(tableOf(begun, past, { signals, answers, kills: studio.kills }))
    const [counts] = await studio.rows<Record<string, number>>(
      `SELECT (SELECT count(*)::int FROM bookings) AS bookings,
        (SELECT count(*)::int FROM payments WHERE outcome = 'confirmed') AS confirmed,
        (SELECT count(*)::int FROM payments WHERE outcome = 'refunded') AS refunded,
        (SELECT count(*)::int FROM payment_alerts) AS shown,
        (SELECT count(*)::int FROM mails WHERE status = 'sent') AS mails`,
    )
    const kept = `${load.uploads.length} uploads, ${load.slips.length} slips`
    console.log(
      `\n${minutes} minutes, ${badAnswers(answers)}; ${counts?.bookings} bookings, ${load.paid} paid by card; ` +
        `payments: ${counts?.confirmed} confirmed, ${counts?.refunded} refunded, ${counts?.shown} shown to the owner; ` +
        `${counts?.mails} mails, ${kept}; ${problems.length} lost or wrong`,
    )
    for (const problem of problems) console.log(`✗ ${problem}`)
    return problems.length > 0 ? 1 : 0
  } finally {
    await studio.stop()
  }
}

const { values } = parseArgs({ options: { minutes: { type: 'string', default: '60' } } })
const minutes = Number(values.minutes)
if (!(minutes >= 4 && minutes <= 24 * 60)) {
  console.error('Usage: npm run check:troubles -- --minutes=60 (4 or more)')
  process.exit(2)
}
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const)
  process.once(signal, () => void stopAll().then(() => process.exit(130)))
process.exit(await check(minutes))
