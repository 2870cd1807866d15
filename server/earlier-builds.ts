import 'server-only'
import { readdirSync } from 'node:fs'
import {
  cp,
  mkdir,
  mkdtemp,
  readdir,
  readFile,
  rename,
  rm,
  stat,
  utimes,
  writeFile,
} from 'node:fs/promises'
import { join } from 'node:path'

// A page that is open in a browser goes on loading the parts of its own build after a deployment.

const DAY_MS = 24 * 60 * 60 * 1000
/** How long the files of a replaced build are answered for: longer than a page stays open. */
export const KEPT_MS = 14 * DAY_MS
/** How many replaced builds are kept at most. */
export const MOST_KEPT = 8
const REPLACED = '.replaced'

type Options = {
  /** The folder with one folder for each build. */
  folder: string
  /** The static files of the current build. */
  current: string
  buildId: string
  now: number
}

/**
 * Keeps the static files of the current build for its successors, and removes those that are too
 * old or too many. Returns the folders of the earlier builds, the last one first. Several instances
 * may share `folder`.
 */
export async function keepBuild({ folder, current, buildId, now }: Options): Promise<string[]> {
  await mkdir(folder, { recursive: true })
  const own = join(folder, buildId)
  if (!(await exists(own))) {
    // Complete or not there: another instance may do the same, or this one may be killed.
    const begun = await mkdtemp(join(folder, `.${buildId}-`))
    await cp(current, begun, { recursive: true })
    await rename(begun, own).catch(async (error: unknown) => {
      await rm(begun, { recursive: true, force: true })
      if (!(await exists(own))) throw error
    })
  }
  await rm(join(own, REPLACED), { force: true })
  const all = await readdir(folder)
  for (const name of all.filter((one) => one.startsWith('.'))) {
    const path = join(folder, name) // Left by a start that was killed, or of one that is running.
    const begunAt = await stat(path).then(
      ({ mtimeMs }) => mtimeMs,
      () => now,
    )
    if (now - begunAt > DAY_MS) await rm(path, { recursive: true, force: true })
  }
  const names = all.filter((name) => !name.startsWith('.') && name !== buildId)
  const earlier = await Promise.all(
    names.map(async (name) => {
      const path = join(folder, name)
      return { path, at: await replacedAt(path, now) }
    }),
  )
  earlier.sort((a, b) => b.at - a.at)
  const kept = earlier.filter(({ at }, index) => index < MOST_KEPT && now - at <= KEPT_MS)
  for (const { path } of earlier.filter((one) => !kept.includes(one)))
    await rm(path, { recursive: true, force: true })
  return kept.map(({ path }) => path)
}

/** When a later build first started beside this one. */
async function replacedAt(path: string, now: number): Promise<number> {
  const mark = join(path, REPLACED)
  try {
    return (await stat(mark)).mtimeMs
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error
    await writeFile(mark, '')
    await utimes(mark, now / 1000, now / 1000)
    return now
  }
}

const exists = (path: string): Promise<boolean> =>
  stat(path).then(
    () => true,
    (error: NodeJS.ErrnoException) => {
      if (error.code === 'ENOENT') return false
      throw error
    },
  )

const LOOK_EVERY_MS = 1_000

/**
 * Keeps the build in this folder. The returned function says in which folders the others are: the
 * earlier ones, the last one first, and those that other instances have kept since.
 */
export async function keepThisBuild(dataDir: string): Promise<() => string[]> {
  const buildId = (await readFile('.next/BUILD_ID', 'utf8')).trim()
  const folder = join(dataDir, 'builds')
  const kept = await keepBuild({ folder, current: '.next/static', buildId, now: Date.now() })
  return foldersIn(folder, kept)
}

/** `kept`, and what appears in `folder` later; looked up once a second at most. */
export function foldersIn(folder: string, kept: readonly string[]): () => string[] {
  let [all, lookedAt] = [[...kept], 0]
  return () => {
    if (Date.now() - lookedAt < LOOK_EVERY_MS) return all
    lookedAt = Date.now()
    const there = readdirSync(folder).filter((name) => !name.startsWith('.'))
    all = [...new Set([...all, ...there.map((name) => join(folder, name))])]
    return all
  }
}
