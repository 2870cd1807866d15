// npm run bench: installs missing packages with Node alone, then hands over to
// tools/bench/main.ts.
import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { root } from '../../scripts/env.mjs'
import { ensureInstalled } from '../../scripts/install.mjs'
import { requireNode } from '../../scripts/node-version.mjs'

requireNode()
process.chdir(root)
// Everything that services and browsers leave in the temporary folder is removed with the run.
const folder = mkdtempSync(join(tmpdir(), 'studio-bench-'))
// When run as root, PostgreSQL runs as another user, who must reach its own folder inside.
chmodSync(folder, 0o711)
process.env.TMPDIR = folder
process.on('exit', () => rmSync(folder, { recursive: true, force: true, maxRetries: 5 }))

try {
  await ensureInstalled(console.error)
  const { ensureBrowser } = await import('../../scripts/browser.mjs')
  await ensureBrowser(console.error)
  const { bundle } = await import('../../scripts/run.mjs')
  const outfile = join(root, `node_modules/.cache/studio/bench-${process.pid}.mjs`)
  await bundle('tools/bench/main.ts', outfile)
  const { bench } = await import(pathToFileURL(outfile).href).finally(() =>
    rmSync(outfile, { force: true }),
  )
  await (await import('esbuild')).stop()
  process.exit(await bench(process.argv.slice(2)))
} catch (error) {
  console.error(error.stack ?? error.message)
  process.exit(1)
}
