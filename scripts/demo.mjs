// npm run demo and npm run dev: installs missing packages with Node alone, then hands over to
// scripts/local/demo.ts.
import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { root } from './env.mjs'
import { ensureInstalled } from './install.mjs'
import { requireNode } from './node-version.mjs'

requireNode()
process.chdir(root)

const signals = ['SIGINT', 'SIGTERM', 'SIGHUP']
let npm
const abandon = () => {
  if (npm?.exitCode === null) process.kill(-npm.pid, 'SIGKILL')
  process.exit(130)
}
for (const signal of signals) process.on(signal, abandon)

try {
  await ensureInstalled(console.log, (child) => (npm = child))
  const { bundle } = await import('./run.mjs')
  const outfile = join(root, `node_modules/.cache/studio/demo-${process.pid}.mjs`)
  await bundle('scripts/local/demo.ts', outfile)
  const { demo } = await import(pathToFileURL(outfile).href).finally(() =>
    rm(outfile, { force: true }),
  )
  for (const signal of signals) process.off(signal, abandon)
  await demo(process.argv.slice(2))
} catch (error) {
  console.error(error.message)
  process.exit(1)
}
