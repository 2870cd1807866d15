// Runs a program that takes minutes and has processes of its own. They end with us: by a signal, and when
// we are killed (scripts/watchdog.mjs). What was left of a build would hold its lock against the next one.
import { fork, spawn } from 'node:child_process'
import { join } from 'node:path'
import { root } from './env.mjs'

const CODES = { SIGINT: 130, SIGTERM: 143, SIGHUP: 129 }

/** Its exit code; after a signal to us that of the signal. `onKilled` hears by which signal it was ended. */
export async function runLongStep(args, { env = process.env, onKilled = () => {} } = {}) {
  const watchdog = fork(join(root, 'scripts/watchdog.mjs'), {
    detached: true,
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
  })
  // A group of its own, so that one signal reaches all of it.
  const child = spawn(process.execPath, args, { stdio: 'inherit', env, detached: true })
  let endedBy = null
  const ended = new Promise((done) =>
    child
      .once('error', () => done(1))
      .once('exit', (code, signal) => {
        endedBy = signal
        done(code)
      }),
  )
  if (child.pid) watchdog.send({ add: -child.pid, signal: 'SIGTERM' })
  let stopped
  const stop = (signal) => {
    stopped ??= CODES[signal]
    if (child.pid) process.kill(-child.pid, 'SIGTERM')
  }
  for (const signal of Object.keys(CODES)) process.on(signal, stop)
  const code = await ended
  for (const signal of Object.keys(CODES)) process.off(signal, stop)
  // Stopped, some of the group may still be on its way out: then the watchdog sees to it.
  if (stopped === undefined) watchdog.send({ remove: -child.pid }, () => watchdog.disconnect())
  else watchdog.disconnect()
  if (stopped === undefined && endedBy) onKilled(endedBy)
  return stopped ?? code ?? 1
}
