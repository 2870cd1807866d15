import { execFile } from 'node:child_process'
import { promisify } from 'node:util'

const run = promisify(execFile)
const ZONES = ['UTC', 'America/St_Johns', 'Pacific/Kiritimati'].filter(
  (zone) => zone !== process.env.TZ,
)

// Node reads its zone once, so each needs a process of its own: the same files, the same
// expectations, another zone.
test.each(ZONES)(
  'the rules of time and availability hold on a server in %s',
  async (zone) => {
    const env: NodeJS.ProcessEnv = { ...process.env, STUDIO_TEST_ZONE: zone, FORCE_COLOR: '0' }
    for (const name of ['TZ', 'JEST_WORKER_ID', 'NODE_OPTIONS']) delete env[name]
    const jest = [
      'node_modules/jest/bin/jest.js',
      'tests/unit/availability',
      '--selectProjects',
      'unit',
      '--runInBand',
      '--verbose',
    ]
    const { stderr } = await run(process.execPath, jest, {
      env,
      timeout: 280_000,
      maxBuffer: 16 * 1024 * 1024,
    })
    expect(stderr).toContain(`✓ the zone of this run is in force: ${zone}`)
    expect(stderr).toContain('✓ are what trying every minute of the day finds')
  },
  300_000,
)
