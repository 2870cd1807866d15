// Loads .env.local and .env into the environment, for every command alike. Variables that are
// already set, even blank, are kept.
import { existsSync } from 'node:fs'
import { resolve } from 'node:path'
import { fileURLToPath } from 'node:url'

export const root = resolve(fileURLToPath(import.meta.url), '../..')

for (const name of ['.env.local', '.env']) {
  const file = resolve(root, name)
  if (existsSync(file)) process.loadEnvFile(file)
}
