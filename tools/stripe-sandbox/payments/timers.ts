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
    unitOfWork(sandbox, null, () => {
      // Removed when the refund ended before its time.
      const refund = sandbox.store.get('timer', timer.id)
        ? sandbox.store.get('refund', timer.refund)
        : undefined
      if (refund) finishRefund(sandbox, refund, timer.outcome)
      else sandbox.store.remove('timer', timer.id)
    })
  })
  handles.add(cancel)
}

export function resumeTimers(sandbox: Sandbox): void {
  for (const timer of sandbox.store.all('timer')) arm(sandbox, timer)
}

export function stopTimers(sandbox: Sandbox): void {
  for (const cancel of running.get(sandbox) ?? []) cancel()
}
