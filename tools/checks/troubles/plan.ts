// Which trouble comes when. The owner is told of most troubles after ten minutes: where there is time,
// those that last get more than that.

export const TROUBLES = [
  'mail_away',
  'mail_password',
  'stripe_fails',
  'stripe_hangs',
  'database_restart',
  'database_stalls',
  'disk',
  'clock',
] as const
export type TroubleName = (typeof TROUBLES)[number]

export type Phase = { trouble: TroubleName | null; minutes: number }

const CALM = null
// [trouble, the least minutes, and the minutes that it has where there is time]
const WISHES: readonly [TroubleName | null, least: number, wanted: number][] = [
  [CALM, 0.5, 0.5],
  ['mail_away', 2, 9],
  ['mail_password', 2, 3],
  [CALM, 1, 1],
  ['stripe_fails', 1.5, 5],
  ['stripe_hangs', 1.5, 6.5],
  [CALM, 1, 1],
  ['database_restart', 0.3, 0.3],
  [CALM, 0.7, 0.7],
  ['database_stalls', 1, 1],
  [CALM, 1, 1],
  ['disk', 2.5, 3],
  [CALM, 1, 1],
  ['clock', 2, 11.5],
  [CALM, 1, 1],
]

/**
 * The phases of a run of `minutes`: all are shorter where that is too little, and the calm is longer where
 * it is more.
 */
export function planOf(minutes: number): Phase[] {
  const least = WISHES.reduce((sum, [, own]) => sum + own, 0)
  if (minutes <= least)
    return WISHES.map(([trouble, own]) => ({ trouble, minutes: (own * minutes) / least }))
  let spare = minutes - least
  const phases = WISHES.map(([trouble, own, wanted]) => {
    const more = Math.min(spare, wanted - own)
    spare -= more
    return { trouble, minutes: own + more }
  })
  const calm = phases.filter(({ trouble }) => trouble === CALM)
  for (const phase of calm) phase.minutes += spare / calm.length
  return phases
}
