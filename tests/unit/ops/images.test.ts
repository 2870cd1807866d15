import { execFileSync } from 'node:child_process'

// Next's own reading of our configuration, as its server makes it at every start.
const CONFIGURED = `
  import { createRequire } from 'node:module'
  const require = createRequire(process.cwd() + '/')
  const { default: loadConfig } = require('next/dist/server/config')
  const { PHASE_PRODUCTION_SERVER } = require('next/constants')
  const config = await loadConfig(PHASE_PRODUCTION_SERVER, process.cwd(), { silent: true })
  console.log(JSON.stringify(config.images))`

// Next answers /_next/image with 404, whatever stands behind it, exactly when this is set.
test('nobody can request generated pictures: the image optimiser is off', () => {
  const output = execFileSync(process.execPath, ['--input-type=module', '--eval', CONFIGURED], {
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  expect(JSON.parse(output)).toMatchObject({ unoptimized: true })
})
