// Generates the Prisma client after every install. `generate` never runs the schema engine, but the
// CLI would download one anyway, which fails without network access to its host: a harmless binary
// in its place avoids that.
import { spawnSync } from 'node:child_process'
import { createRequire } from 'node:module'
import { existsSync } from 'node:fs'

const require = createRequire(import.meta.url)
if (!existsSync('prisma/schema.prisma')) process.exit(0)
const { status } = spawnSync(
  process.execPath,
  [require.resolve('prisma/build/index.js'), 'generate', '--no-hints'],
  {
    stdio: ['ignore', 'ignore', 'inherit'],
    env: {
      ...process.env,
      PRISMA_SCHEMA_ENGINE_BINARY: process.execPath,
      PRISMA_HIDE_UPDATE_MESSAGE: '1',
    },
  },
)
process.exit(status ?? 1)
