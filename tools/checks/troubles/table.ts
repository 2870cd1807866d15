// What was told of each trouble, as Markdown.
import type { Answer } from './load'
import type { TroubleName } from './plan'
import type { Outage } from './studio'
import { CHANNELS, type Channel, type Signal } from './watch'

/** A phase as it was: `until` is when the next trouble began. */
export type Past = { trouble: TroubleName; from: number; to: number; until: number; note: string }

const NAMES: Record<TroubleName, string> = {
  mail_away: 'the mail server refuses connections',
  mail_password: 'the mail server refuses the password',
  stripe_fails: 'Stripe answers 500',
  stripe_hangs: 'Stripe does not answer',
  database_restart: 'the database is restarted',
  database_stalls: 'the database stands still',
  disk: 'the disk is full',
  clock: 'the clock of one instance is an hour ahead',
}
const HEADINGS: Record<Channel, string> = {
  mail: 'mail to the studio',
  console: 'console',
  metrics: '/metrics',
  health: '/api/health',
}

const seconds = (ms: number) => Math.max(0, Math.round(ms / 1000))

/** A second between two looks belongs to the instance that was killed in it. */
const SLACK_MS = 3_000
const isOfKill = ({ instance, from }: Signal, kills: readonly Outage[]): boolean =>
  kills.some(
    (kill) =>
      kill.instance === instance && from >= kill.from - SLACK_MS && from <= kill.to + SLACK_MS,
  )

function toldBy(signals: readonly Signal[], { from, to }: Past): string {
  const instances = new Map<string, Signal[]>()
  for (const signal of signals)
    instances.set(signal.says, [...(instances.get(signal.says) ?? []), signal])
  const lines = [...instances].map(([says, all]) => {
    const first = Math.min(...all.map((one) => one.from))
    const ends = all.map((one) => one.to)
    const last = ends.includes(null) ? null : Math.max(...ends.map(Number))
    const who = new Set(all.map(({ instance }) => instance))
    const one = who.size === 1 && !who.has(null) ? `, instance ${[...who].join()}` : ''
    const over = last === null ? 'still at the end' : overAfter(last - to)
    const mail = all[0]?.channel === 'mail'
    return `${says}${one}: after ${seconds(first - from)} s${mail ? '' : `, ${over}`}`
  })
  return lines.join('; ') || 'nothing'
}
const overAfter = (ms: number) =>
  ms < 0 ? `gone ${seconds(-ms)} s before its end` : `gone ${seconds(ms)} s after its end`

/** Answers that no visitor should have. */
export function badAnswers(answers: readonly Answer[]): string {
  const counts = new Map<string | number, number>()
  for (const { status } of answers)
    if (status === 'cut off' || status >= 500) counts.set(status, (counts.get(status) ?? 0) + 1)
  const bad = [...counts].map(([status, count]) => `${count} × ${status}`)
  return `${answers.length} requests${bad.length > 0 ? `, ${bad.join(', ')}` : ''}`
}

export function tableOf(
  begun: number,
  past: readonly Past[],
  {
    signals,
    answers,
    kills,
  }: { signals: readonly Signal[]; answers: readonly Answer[]; kills: readonly Outage[] },
): string {
  const clock = (at: number) =>
    `${Math.floor(seconds(at - begun) / 60)}:${String(seconds(at - begun) % 60).padStart(2, '0')}`
  const own = signals.filter((signal) => !isOfKill(signal, kills))
  const head = ['trouble', 'from – to', ...CHANNELS.map((one) => HEADINGS[one]), 'visitors']
  const rows = past.map((phase) => {
    const during = own.filter(({ from }) => from >= phase.from && from < phase.until)
    const asked = answers.filter(({ at }) => at >= phase.from && at < phase.to)
    return [
      NAMES[phase.trouble] + phase.note,
      `${clock(phase.from)} – ${clock(phase.to)}`,
      ...CHANNELS.map((channel) =>
        toldBy(
          during.filter((one) => one.channel === channel),
          phase,
        ),
      ),
      badAnswers(asked),
    ]
  })
  const away = kills.map(({ from, to }) => to - from)
  const killed = [
    `an instance is killed, ${kills.length} times`,
    kills.map(({ from }) => clock(from)).join(', '),
    ...CHANNELS.map((channel) =>
      channel === 'health' || channel === 'metrics' ? 'no answer' : 'nothing',
    ),
    `each away for ${seconds(Math.min(...away))} to ${seconds(Math.max(...away))} s; in those, ${badAnswers(
      answers.filter(({ at }) => kills.some(({ from, to }) => at >= from - 1_000 && at <= to)),
    )}`,
  ]
  const lines = kills.length > 0 ? [...rows, killed] : rows
  return [head, head.map(() => '---'), ...lines].map((row) => `| ${row.join(' | ')} |`).join('\n')
}
