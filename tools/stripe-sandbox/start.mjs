// npm start: the sandbox as a process of its own, bundled by esbuild beside the packages' caches.
import { rmSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { build, stop } from 'esbuild'

const packages = join(dirname(createRequire(import.meta.url).resolve('esbuild/package.json')), '..')
const outfile = join(packages, '.cache', `stripe-sandbox-${process.pid}.mjs`)
await build({
  entryPoints: [join(import.meta.dirname, 'main.ts')],
  outfile,
  bundle: true,
  platform: 'node',
  format: 'esm',
  target: 'node20',
  packages: 'external',
  sourcemap: 'inline',
  logLevel: 'warning',
})
const remove = () => rmSync(outfile, { force: true })
// Also when it ends itself because its port is taken.
process.once('exit', remove)
await import(pathToFileURL(outfile).href)
remove()
// esbuild's helper process has made the browser's scripts too.
await stop()
