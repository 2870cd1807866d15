import 'server-only'
import { statfs } from 'node:fs/promises'
import { dirname, resolve } from 'node:path'
import { env } from '@/lib/env'
import { errorFields, log } from '@/lib/log'
import { noteTrouble } from '@/lib/troubles'

const EVERY_MS = 60_000
const MIB = 1024 * 1024

// Our server and Next's handlers are two bundles in one process.
const holder = globalThis as { studioDisk?: { free: number } | undefined }

/** Bytes that are free where this folder is, or will be. */
export async function freeSpaceAt(folder: string): Promise<number> {
  for (let at = resolve(folder); ; at = dirname(at)) {
    try {
      const { bavail, bsize } = await statfs(at)
      return bavail * bsize
    } catch (error) {
      const isNotYet = (error as NodeJS.ErrnoException).code === 'ENOENT'
      if (!isNotYet || at === dirname(at)) throw error
    }
  }
}

export const isLittleSpace = (free: number): boolean => free < env().DISK_FREE_MIN_MB * MIB

/** What this instance saw last; null before it looked, and where the disk is not ours to watch. */
export const lastFreeSpace = (): number | null => holder.studioDisk?.free ?? null

/** Notes the trouble while there is little; without another note it is over by itself. Never throws. */
export async function lookAtFreeSpace(): Promise<void> {
  try {
    const free = await freeSpaceAt(env().STUDIO_DATA_DIR)
    holder.studioDisk = { free }
    if (isLittleSpace(free)) await noteTrouble('disk')
  } catch (error) {
    log.warn(errorFields(error), 'free space of the disk not known')
    delete holder.studioDisk
  }
}

/** Looks now and each minute: instances may have disks of their own. */
export function watchFreeSpace(): void {
  if (env().VERCEL) return
  void lookAtFreeSpace()
  setInterval(() => void lookAtFreeSpace(), EVERY_MS).unref()
}
