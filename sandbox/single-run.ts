import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { commandOf, watchdogPid } from './process'

type Note = { pid: number; watchdog: number }

const noteIn = (dataDir: string) => join(dataDir, 'running.json')

/**
 * Makes sure that nobody else runs on this data folder. Refuses when a demo is alive on it; after
 * one that was killed, waits until its watchdog has ended what it left behind.
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

/** Leaves the data folder to the next run. */
export const releaseDataDir = (dataDir: string): void => rmSync(noteIn(dataDir), { force: true })
