import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import type { Variables } from './environment'
import { commandOf, watchdogPid } from './process'

type Note = { pid: number; watchdog: number }

const noteIn = (dataDir: string) => join(dataDir, 'running.json')

/**
 * Makes sure that nobody else runs on this data folder. Rejects when a demo is running on it; after
 * one that was killed, waits until its watchdog has ended the rest.
 */
export async function claimDataDir(dataDir: string): Promise<void> {
  mkdirSync(dataDir, { recursive: true })
  const note = noteIn(dataDir)
  if (existsSync(note)) {
    const { pid, watchdog } = JSON.parse(readFileSync(note, 'utf8')) as Note
    if (pid !== process.pid && commandOf(pid)?.includes('demo.mjs'))
      throw new Error(
        `This demo is running already (process ${pid}): stop it, or set STUDIO_DATA_DIR to another folder and the ports to free ones.`,
      )
    while (commandOf(watchdog)?.includes('watchdog.mjs')) await wait(100)
  }
  writeFileSync(note, JSON.stringify({ pid: process.pid, watchdog: watchdogPid() } satisfies Note))
}

/** Releases the data folder for the next run. */
export function releaseDataDir(dataDir: string): void {
  rmSync(noteIn(dataDir), { force: true })
  rmSync(devNoteIn(dataDir), { force: true })
}

const devNoteIn = (dataDir: string) => join(dataDir, 'dev.json')

/** Stores the environment of a running development server, so that browser tests can visit it. */
export const noteDevServer = (dataDir: string, env: Variables): void =>
  writeFileSync(devNoteIn(dataDir), JSON.stringify({ pid: process.pid, env }), { mode: 0o600 })

/** The environment of the development server that runs on this data folder; null when none does. */
export function devServerOn(dataDir: string): Variables | null {
  const note = devNoteIn(dataDir)
  if (!existsSync(note)) return null
  const { pid, env } = JSON.parse(readFileSync(note, 'utf8')) as { pid: number; env: Variables }
  return commandOf(pid)?.includes('demo.mjs') ? env : null
}
