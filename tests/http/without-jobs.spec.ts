// Seen with a package that only bundlers could load: pages were served, and nothing was settled, refunded
// or mailed.
import { expect } from '@/tests/support/e2e'
import { test } from '@/tests/support/http'
import { startInstance } from '@/tests/support/instances'

const asModule = (code: string) =>
  `data:text/javascript;base64,${Buffer.from(code).toString('base64')}`
/** Loaded before the server: a package that its jobs need is not there. */
const WITHOUT_PUSH = asModule(`import { register } from 'node:module'
register(${JSON.stringify(
  asModule(`export function resolve(name, context, next) {
    if (name === 'web-push') throw Object.assign(new Error('no'), { code: 'ERR_AWAY' })
    return next(name, context)
  }`),
)})`)

test('a server whose jobs cannot be loaded ends, and says so', async () => {
  const app = await startInstance({ NODE_OPTIONS: `--import=${WITHOUT_PUSH}` })
  try {
    expect(await app.exited).toBe(1)
    const last = app.log().trim().split('\n').at(-1) ?? ''
    const said = { level: 60, code: 'ERR_AWAY', msg: 'the jobs cannot be loaded' }
    expect(JSON.parse(last)).toMatchObject(said)
  } finally {
    await app.stop()
  }
})
