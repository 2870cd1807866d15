// npm run demo and npm run dev: installs missing packages with Node alone, then hands over to
// scripts/local/demo.ts.
import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { root } from './env.mjs'
import { ensureInstalled, isInstalled, requireWritable } from './install.mjs'
import { requireNode } from './node-version.mjs'
import { progressOf } from './progress.mjs'

requireNode()
process.chdir(root)

const signals = ['SIGINT', 'SIGTERM', 'SIGHUP']
let npm
const abandon = () => {
  if (npm?.exitCode === null) process.kill(-npm.pid, 'SIGKILL')
  process.exit(130)
}
for (const signal of signals) process.on(signal, abandon)

// In seconds, on two processors.
const INSTALL = { packages: 60 }
const SERVICES = { services: 5, database: 20 }
const BUILD = { build: 110 }
const SITE = { site: 5 }

try {
  const args = process.argv.slice(2)
  requireWritable()
  const progress = progressOf(
    {
      ...(!isInstalled() && INSTALL),
      ...SERVICES,
      ...(!args.includes('--dev') && BUILD),
      ...SITE,
    },
    console.log,
  )
  if (!isInstalled())
    await progress('packages', 'installing the packages', () =>
      ensureInstalled(console.log, (child) => (npm = child), { isSilent: true }),
    )
  const { bundle } = await import('./run.mjs')
  const outfile = join(root, `node_modules/.cache/studio/demo-${process.pid}.mjs`)
  await bundle('scripts/local/demo.ts', outfile)
  const { demo } = await import(pathToFileURL(outfile).href).finally(() =>
    rm(outfile, { force: true }),
  )
  for (const signal of signals) process.off(signal, abandon)
  await demo(args, progress)
} catch (error) {
  console.error(error.message)
  process.exit(1)
}
