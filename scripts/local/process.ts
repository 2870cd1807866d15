import { fork, spawn, spawnSync, type ChildProcess } from 'node:child_process'
import { mkdirSync, openSync, closeSync, readFileSync } from 'node:fs'
import { connect } from 'node:net'
import { dirname, resolve } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'

export type Running = {
  pid: number
  /** Resolves with the exit code (null after a signal) when the process is gone. */
  exited: Promise<number | null>
  /** Signals it to end, and after `patience` ms kills it and everything it started. */
  stop(patience?: number): Promise<void>
  /** Kills it at once, without a chance to clean up. */
  kill(): Promise<void>
}

export type Start = {
  command: string
  args: string[]
  env?: NodeJS.ProcessEnv
  cwd?: string
  /** The file for its output; without one it prints to our own output. */
  logFile?: string
  /** The signal that asks it to end. */
  signal?: NodeJS.Signals
  uid?: number
  gid?: number
}

let watchdog: ChildProcess | undefined
const live = new Set<Running>()

/**
 * The process that ends our processes if we die without doing so; its pid, for those who wait for
 * it.
 */
export function watchdogPid(): number {
  if (!watchdog) {
    watchdog = fork(resolve('scripts/watchdog.mjs'), {
      detached: true,
      stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
    })
    watchdog.unref()
    watchdog.channel?.unref()
  }
  return watchdog.pid ?? 0
}

/**
 * Starts a program in a process group of its own, so that we decide the order of ending after a
 * terminal's Ctrl-C.
 */
export function startProcess({
  command,
  args,
  env = process.env,
  cwd,
  logFile,
  signal = 'SIGTERM',
  uid,
  gid,
}: Start): Running {
  watchdogPid()
  if (logFile) mkdirSync(dirname(logFile), { recursive: true })
  const output = logFile ? openSync(logFile, 'w') : 'inherit'
  const child = spawn(command, args, {
    env,
    cwd,
    detached: true,
    stdio: ['ignore', output, output],
    uid,
    gid,
  })
  if (typeof output === 'number') closeSync(output)
  const pid = child.pid ?? 0
  if (pid) watchdog?.send({ add: pid, signal })
  const exited = new Promise<number | null>((done) => {
    child.once('error', () => done(127))
    child.once('exit', (code) => done(code))
  }).finally(() => pid && watchdog?.connected && watchdog.send({ remove: pid }))

  const kill = async () => {
    endGroup(pid)
    await exited
  }
  const running: Running = {
    pid,
    exited,
    kill,
    async stop(patience = 8_000) {
      child.kill(signal)
      const gone = await Promise.race([
        exited.then(() => true),
        wait(patience, false, { ref: false }),
      ])
      if (!gone) await kill()
    },
  }
  live.add(running)
  void exited.then(() => live.delete(running))
  return running
}

/**
 * Ends everything that is still running, the most recently started first: the site before the
 * services it needs.
 */
export async function stopAll(): Promise<void> {
  for (const running of [...live].reverse()) await running.stop()
}

function endGroup(pid: number): void {
  try {
    process.kill(-pid, 'SIGKILL')
  } catch {
    // Already gone, as intended.
  }
}

/**
 * Waits until something listens on `port` of this machine; rejects when the process ends before.
 */
export async function untilListening(
  port: number,
  running: Running,
  name: string,
  logFile?: string,
): Promise<void> {
  let ended = false
  void running.exited.then(() => (ended = true))
  while (!(await isListening(port))) {
    if (ended) throw new Error(`${name} did not start.\n${logFile ? tail(logFile) : ''}`.trim())
    await wait(50)
  }
}

function isListening(port: number): Promise<boolean> {
  return new Promise((done) => {
    const socket = connect({ port, host: '127.0.0.1' }, () => done(true))
    socket.once('connect', () => socket.destroy())
    socket.once('error', () => done(false))
  })
}

/** The last lines of a log file. */
export const tail = (file: string, lines = 15): string =>
  readFileSync(file, 'utf8').trim().split('\n').slice(-lines).join('\n')

/** The command line of a live process; null when there is none. */
export function commandOf(pid: number): string | null {
  try {
    process.kill(pid, 0)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EPERM') return null
  }
  try {
    return readFileSync(`/proc/${pid}/cmdline`, 'utf8').replaceAll('\0', ' ').trim() || null
  } catch {
    // No /proc on macOS.
    return (
      spawnSync('ps', ['-o', 'command=', '-p', String(pid)], { encoding: 'utf8' }).stdout?.trim() ||
      null
    )
  }
}
