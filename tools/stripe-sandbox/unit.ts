import type { Cause, Sandbox } from './sandbox'

/**
 * One change to the sandbox's state: `work` runs synchronously, what it changed and the events it
 * caused are written in one journal line, and only then do the events set out. Also when `work`
 * throws: a declined card has changed things too.
 * @returns the work's value and a promise of the first delivery attempts.
 */
export function unitOfWork<T>(
  sandbox: Sandbox,
  cause: Cause | null,
  work: () => T,
): { value: T; delivered: Promise<void> } {
  sandbox.cause = cause
  let delivered = Promise.resolve()
  const finish = () => {
    sandbox.cause = null
    sandbox.store.commit()
    delivered = sandbox.webhooks.dispatch()
  }
  let value: T
  try {
    value = work()
  } catch (error) {
    finish()
    throw error
  }
  finish()
  return { value, delivered }
}
