import { spawnSync } from 'node:child_process'
import { openSync } from 'node:fs'

test.each(['written at once', 'buffered'])(
  'lines that are %s stop nothing where the disk is full',
  (kind) => {
    const { status, stderr } = spawnSync(
      process.execPath,
      ['scripts/run.mjs', 'tests/unit/server/log-lines.ts', kind],
      // A device of the system on which there is never room.
      { stdio: ['ignore', openSync('/dev/full', 'w'), 'pipe'], encoding: 'utf8', timeout: 20_000 },
    )
    expect({ status, stderr }).toEqual({ status: 0, stderr: 'goes on' })
  },
  30_000,
)
