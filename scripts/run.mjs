// Runs one TypeScript entry of this project under plain Node: bundled in memory by esbuild
// (packages stay external, `server-only` becomes empty because here everything is a server),
// written beside node_modules' other caches, imported.
import { existsSync, realpathSync } from 'node:fs'
import { mkdir } from 'node:fs/promises'
import { basename, dirname, join, resolve } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'

const root = resolve(fileURLToPath(import.meta.url), '../..')

/**
 * Bundles `entry` (path from the project root) into `outfile` for Node; returns the outfile. With
 * `chunks`, a folder beside it, what is imported on demand becomes files of its own in there and is
 * read when it is asked for, and the source map is a file too.
 */
export async function bundle(entry, outfile, { chunks } = {}) {
  const { build } = await import('esbuild')
  await mkdir(resolve(outfile, '..'), { recursive: true })
  await build({
    absWorkingDir: root,
    entryPoints: [{ in: entry, out: basename(outfile, '.mjs') }],
    outdir: dirname(resolve(root, outfile)),
    outExtension: { '.js': '.mjs' },
    bundle: true,
    platform: 'node',
    format: 'esm',
    target: 'node20',
    packages: 'external',
    jsx: 'automatic',
    ...(chunks
      ? { splitting: true, chunkNames: `${chunks}/[name]-[hash]`, sourcemap: 'linked' }
      : { sourcemap: 'inline' }),
    logLevel: 'warning',
    alias: {
      'server-only': join(root, 'scripts/empty.mjs'),
      'next/cache': join(root, 'scripts/no-cache.mjs'),
    },
    banner: {
      js: "import { createRequire as __cr } from 'node:module'; const require = __cr(import.meta.url);",
    },
  })
  return outfile
}

// Node names this file without symbolic links, and the command as it was written.
const [, started = ''] = process.argv
if (existsSync(started) && realpathSync(started) === fileURLToPath(import.meta.url)) {
  const entry = process.argv[2]
  if (!entry) {
    console.error('Usage: node scripts/run.mjs <entry.ts> [arguments]')
    process.exit(2)
  }
  await import('./env.mjs')
  const outfile = join(
    root,
    'node_modules/.cache/studio',
    `${basename(entry).replace(/\.tsx?$/, '')}-${process.pid}.mjs`,
  )
  await bundle(entry, outfile)
  // Its helper process would live as long as a server started here.
  await (await import('esbuild')).stop()
  process.argv.splice(1, 2, resolve(root, entry))
  const { rmSync } = await import('node:fs')
  // Also when the entry ends the process itself.
  process.once('exit', () => rmSync(outfile, { force: true }))
  await import(pathToFileURL(outfile).href)
}
