// Loads .env.local and .env into the environment, for every command alike. Variables that are
// already set, even blank, are kept.
import { existsSync, readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import util from 'node:util'

export const root = resolve(fileURLToPath(import.meta.url), '../..')

for (const name of ['.env.local', '.env']) {
  const file = resolve(root, name)
  if (!existsSync(file)) continue
  // Behind a byte order mark, which editors of Windows write, Node would lose the first variable.
  const text = readFileSync(file, 'utf8').replace(/^\uFEFF/, '')
  for (const [key, value] of Object.entries(util.parseEnv(text))) process.env[key] ??= value
}
