import { createHash, type Hash } from 'node:crypto'
import { readdirSync, readFileSync, statSync } from 'node:fs'

// Everything the build reads. A path that does not exist today counts from the day it appears.
const SOURCES = [
  'app',
  'components',
  'lib',
  'messages',
  'public',
  'prisma/schema.prisma',
  'prisma/migrations', // their names (scripts/build.mjs)
  'server',
  'instrumentation.ts',
  'middleware.ts',
  'next.config.mjs',
  'scripts/zod.mjs',
  'postcss.config.mjs',
  'tsconfig.json',
  'package-lock.json',
  'package.json',
]
const GENERATED = 'lib/generated'

/** One hash over every file that the production build depends on; run from the project's root. */
export function sourcesHash(): string {
  const hash = createHash('sha256')
  for (const path of SOURCES) add(path, hash)
  return hash.digest('hex')
}

function add(path: string, hash: Hash): void {
  const stats = statSync(path, { throwIfNoEntry: false })
  if (!stats || path === GENERATED) return
  if (stats.isDirectory()) for (const name of readdirSync(path).sort()) add(`${path}/${name}`, hash)
  else hash.update(`${path}\0${stats.size}\0`).update(readFileSync(path))
}
