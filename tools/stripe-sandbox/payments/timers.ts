import type { Sandbox } from '../sandbox'
import type { Timer } from '../store/records'
import { unitOfWork } from '../unit'
import { finishRefund } from './finish-refund'

const running = new WeakMap<Sandbox, Set<() => void>>()

/**
 * Stores a scheduled change and starts its timer; stored timers are started again after a restart.
 */
export function scheduleTimer(sandbox: Sandbox, timer: Timer): void {
  sandbox.store.put('timer', timer)
  arm(sandbox, timer)
}

function arm(sandbox: Sandbox, timer: Timer): void {
  const handles = running.get(sandbox) ?? new Set()
  running.set(sandbox, handles)
  const cancel = sandbox.clock.at(timer.at, () => {
    handles.delete(cancel)
    void ring(sandbox, timer)
  })
  handles.add(cancel)
}

function ring(sandbox: Sandbox, timer: Timer): Promise<void> {
  return unitOfWork(sandbox, null, () => {
    // Removed when the refund ended before its time.
    const refund = sandbox.store.get('timer', timer.id)
      ? sandbox.store.get('refund', timer.refund)
      : undefined
    if (refund) finishRefund(sandbox, refund, timer.outcome)
    else sandbox.store.remove('timer', timer.id)
  }).delivered
}

/**
 * As if so many seconds more had passed: what is due by then happens, oldest first, and everything
 * else comes so much sooner.
 * @returns a promise of the first deliveries.
 */
export async function passTime(sandbox: Sandbox, seconds: number): Promise<void> {
  stopTimers(sandbox)
  const sooner = sandbox.store
    .all('timer')
    .map((timer) => ({ ...timer, at: timer.at - seconds * 1000 }))
    .sort((a, z) => a.at - z.at)
  const isDue = ({ at }: Timer) => at <= sandbox.clock.now()
  unitOfWork(sandbox, null, () => {
    for (const timer of sooner.filter((each) => !isDue(each))) scheduleTimer(sandbox, timer)
  })
  await Promise.all(sooner.filter(isDue).map((timer) => ring(sandbox, timer)))
}

export function resumeTimers(sandbox: Sandbox): void {
  for (const timer of sandbox.store.all('timer')) arm(sandbox, timer)
}

export function stopTimers(sandbox: Sandbox): void {
  for (const cancel of running.get(sandbox) ?? []) cancel()
  running.delete(sandbox)
}
