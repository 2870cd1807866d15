// What somebody who looks sees, and since when: in the console, in /metrics, in /api/health, and in
// the studio's mailbox.
import en from '@/messages/en.json'
import { DISK_FREE_MIN_MB, METRICS_TOKEN, type Studio } from './studio'

const HEALTH_EVERY_MS = 2_000
const METRICS_EVERY_MS = 5_000
const MAIL_WAITS_SECONDS = 60
const JOB_LATE_SECONDS = 180
const PATIENCE_MS = 8_000

export const CHANNELS = ['mail', 'console', 'metrics', 'health'] as const
export type Channel = (typeof CHANNELS)[number]
/** `instance`: of this one alone. */
type Seen = { channel: Channel; says: string; instance: number | null }
export type Signal = Seen & { from: number; to: number | null }
export type Watch = { signals: Signal[]; stop(): Promise<void> }

/** A sentence of the console as it stands in its pages, whatever is in its places. */
const asPattern = (sentence: string) =>
  new RegExp(
    sentence
      .split(/\{\w+\}/)
      .map((part) => part.replace(/[.*+?^${}()|[\]\\]/g, '\\$&'))
      .join('[^<]{1,60}?'),
  )
const SENTENCES = Object.entries(en.admin.attention.troubles).map(
  ([kind, sentence]) => [kind, asPattern(sentence)] as const,
)
const JOBS = Object.entries(en.admin.attention.jobs)

export function startWatch(studio: Studio, ownerEveryMs: number): Watch {
  const signals: Signal[] = []
  let isOver = false
  const show = (of: Channel, instance: number | null, now: readonly string[]) => {
    const at = Date.now()
    const open = signals.filter(
      (one) => one.to === null && one.channel === of && one.instance === instance,
    )
    for (const signal of open) if (!now.includes(signal.says)) signal.to = at
    for (const says of now)
      if (!open.some((one) => one.says === says))
        signals.push({ channel: of, says, instance, from: at, to: null })
  }
  const again = async (everyMs: number, look: () => Promise<unknown>) => {
    while (!isOver) {
      const next = Date.now() + everyMs
      await look()
      while (!isOver && Date.now() < next) await new Promise((done) => setTimeout(done, 100))
    }
  }
  const get = async (url: string, headers: Record<string, string> = {}) => {
    try {
      const answer = await fetch(url, {
        headers: { connection: 'close', ...headers },
        signal: AbortSignal.timeout(PATIENCE_MS),
      })
      return { status: answer.status, text: await answer.text() }
    } catch {
      return null // Away, or too slow.
    }
  }

  const look = studio.instances.flatMap(({ url }, index) => [
    again(HEALTH_EVERY_MS, async () => {
      const answer = await get(`${url}/api/health`)
      if (!answer) return show('health', index, ['no answer'])
      const { database } = JSON.parse(answer.text) as { database: string }
      show('health', index, answer.status === 200 ? [] : [`${answer.status}, database ${database}`])
    }),
    again(METRICS_EVERY_MS, async () => {
      const headers = { authorization: `Bearer ${METRICS_TOKEN}` }
      const answer = await get(`${url}/metrics`, headers)
      show('metrics', index, answer ? alarmsIn(answer.text) : ['no answer'])
    }),
  ])
  const asOwner = again(ownerEveryMs, async () => {
    const headers = { cookie: studio.owner }
    const today = await get(`${studio.url}/api/admin/today`, headers)
    const page = await get(`${studio.url}/admin/attention`, headers)
    const isRead = today?.status === 200 && page?.status === 200
    const statuses = [today, page].map((answer) => answer?.status ?? 'no answer').join(' and ')
    show(
      'console',
      null,
      isRead ? told(shownIn(page.text)) : [`Today and Needs attention: ${statuses}`],
    )
  })
  return {
    signals,
    async stop() {
      isOver = true
      await Promise.all([...look, asOwner])
    },
  }
}

/** Its scripts bring the whole dictionary along. */
const shownIn = (page: string): string => page.replace(/<script\b[\s\S]*?<\/script>/g, '')

const told = (page: string): string[] =>
  SENTENCES.flatMap(([kind, pattern]) => {
    const found = pattern.exec(page)?.[0]
    if (!found) return []
    const job = kind === 'job' ? JOBS.filter(([, words]) => found.includes(words)) : []
    return job.length > 0 ? job.map(([, words]) => `job: ${words}`) : [kind]
  })

/** What of a page of metrics would wake somebody (docs/operations.md), and the troubles it names. */
function alarmsIn(page: string): string[] {
  const value = (name: string): number | null => {
    const line = page.split('\n').find((one) => one.startsWith(`${name} `))
    return line === undefined ? null : Number(line.slice(name.length + 1))
  }
  const over = (name: string, most: number) => {
    const is = value(name)
    return is !== null && is > most ? [`${name} > ${most}`] : []
  }
  const free = value('studio_disk_free_bytes')
  return [
    ...(value('studio_database_up') === 0 ? ['studio_database_up 0'] : []),
    ...over('studio_mails_waiting_oldest_seconds', MAIL_WAITS_SECONDS),
    ...over('studio_job_success_age_seconds{job="reconcile_payments"}', JOB_LATE_SECONDS),
    ...(free !== null && free < DISK_FREE_MIN_MB * 1024 * 1024
      ? [`studio_disk_free_bytes < ${DISK_FREE_MIN_MB} MiB`]
      : []),
    ...[...page.matchAll(/^studio_trouble_seconds\{kind="(\w+)"\}/gm)].map(
      ([, kind]) => `studio_trouble_seconds{kind="${kind}"}`,
    ),
  ]
}
