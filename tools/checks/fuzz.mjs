// npm run fuzz -- --inputs=20000 --seed=1: invalid input to every route (tests/integration/http/
// fuzz.test.ts), with a database and a payment sandbox of its own.
import { spawnSync } from 'node:child_process'
import { root } from '../../scripts/env.mjs'

const options = Object.fromEntries(
  process.argv.slice(2).map((option) => option.replace(/^--/, '').split('=')),
)
const { inputs = '20000', seed = String(Date.now() % 1_000_000_000), ...others } = options
const isNumber = (text) => /^\d{1,9}$/.test(text)
if (!isNumber(inputs) || !isNumber(seed) || Object.keys(others).length > 0) {
  console.error('Usage: npm run fuzz -- --inputs=20000 --seed=1')
  process.exit(2)
}
console.log(`${inputs} inputs, seed ${seed}`)
const jest = ['node_modules/jest/bin/jest.js', '--selectProjects=integration', '--runInBand']
const { status } = spawnSync(process.execPath, [...jest, '--', 'tests/integration/http/fuzz'], {
  cwd: root,
  stdio: 'inherit',
  env: { ...process.env, STUDIO_FUZZ_INPUTS: inputs, STUDIO_FUZZ_SEED: seed },
})
process.exit(status ?? 1)
