// Seen with `next build`: after Ctrl-C or kill -9 of the build its workers went on for minutes, and the next
// start was refused.
import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'

let folder: string
beforeEach(() => void (folder = mkdtempSync(join(tmpdir(), 'long-step-'))))
afterEach(() => rmSync(folder, { recursive: true }))

const isAlive = (pid: number): boolean => {
  try {
    process.kill(pid, 0)
    return true
  } catch {
    return false
  }
}

async function until(question: () => boolean): Promise<boolean> {
  for (let tries = 0; tries < 200; tries++) {
    if (question()) return true
    await sleep(50)
  }
  return false
}

/** Starts a step that starts a worker; both note their pids. `deaf`: neither listens to SIGTERM. */
async function start({ deaf = false } = {}): Promise<{ parent: ChildProcess; pids: number[] }> {
  const note = (name: string) =>
    `require('fs').writeFileSync(${JSON.stringify(join(folder, name))}, String(process.pid)); ${
      deaf ? `process.on('SIGTERM', () => {});` : ''
    } setInterval(() => {}, 1000)`
  writeFileSync(join(folder, 'worker.cjs'), note('worker'))
  writeFileSync(
    join(folder, 'step.cjs'),
    `require('child_process').spawn(process.execPath, [${JSON.stringify(join(folder, 'worker.cjs'))}]); ${note('step')}`,
  )
  writeFileSync(
    join(folder, 'parent.mjs'),
    `import { runLongStep } from ${JSON.stringify(resolve('scripts/long-step.mjs'))}
     process.exit(await runLongStep([${JSON.stringify(join(folder, 'step.cjs'))}]))`,
  )
  const parent = spawn(process.execPath, [join(folder, 'parent.mjs')], { stdio: 'ignore' })
  const notes = ['step', 'worker'].map((name) => join(folder, name))
  expect(await until(() => notes.every((file) => existsSync(file)))).toBe(true)
  await sleep(100)
  return { parent, pids: notes.map((file) => Number(readFileSync(file, 'utf8'))) }
}

test('kill -9 of the parent ends the step and its workers', async () => {
  const { parent, pids } = await start()
  expect(pids.map(isAlive)).toEqual([true, true])
  parent.kill('SIGKILL')
  expect(await until(() => !pids.some(isAlive))).toBe(true)
}, 30_000)

test('those that do not listen are killed', async () => {
  const { parent, pids } = await start({ deaf: true })
  parent.kill('SIGKILL')
  expect(await until(() => !pids.some(isAlive))).toBe(true)
}, 30_000)

test.each([
  ['SIGINT', 130],
  ['SIGTERM', 143],
] as const)(
  '%s ends all of it, with its code',
  async (signal, code) => {
    const { parent, pids } = await start()
    parent.kill(signal)
    expect(await once(parent, 'exit')).toEqual([code, null])
    expect(await until(() => !pids.some(isAlive))).toBe(true)
  },
  30_000,
)
