// npm run check:upgrade [-- v1.0.0]: upgrades a filled database of the last release, or of the one that is
// named, to this code, and compares rows, links, receipts and sessions.
import { spawnSync } from 'node:child_process'

const [tag] = process.argv.slice(2)
const { status } = spawnSync(
  process.execPath,
  [
    'node_modules/jest/bin/jest.js',
    'tests/integration/database/upgrade',
    '--selectProjects',
    'integration',
    '--ci',
  ],
  { stdio: 'inherit', env: { ...process.env, ...(tag && { STUDIO_UPGRADE_FROM: tag }) } },
)
process.exit(status ?? 1)
