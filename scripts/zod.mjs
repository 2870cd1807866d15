// The part of zod/mini for the browser. Turbopack keeps nearly all of the library as soon as one
// function of it is used (16 KiB after gzip); esbuild keeps only what the shared schemas call (8
// KiB).
import { buildSync } from 'esbuild'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

const OUTPUT = 'lib/generated/zod-mini.mjs'

/**
 * The functions of `z` that this code calls: z.string(…), z.iso.date(…), z.custom<T>(…). Types are
 * left out, and z.core is used here for types only: exporting it would keep all of the library.
 */
export const calledIn = (text) =>
  text.includes("from 'zod/mini'")
    ? [...text.matchAll(/\bz\s*\.(?!core\b)(\w+)(?:<[^()\n]*>)?\s*[.(]/g)].map(([, name]) => name)
    : []

const sources = ['lib', 'components'].flatMap((folder) =>
  readdirSync(folder, { recursive: true })
    .map((name) => join(folder, name))
    .filter((path) => /\.tsx?$/.test(path) && !path.includes('generated')),
)

/**
 * Writes the bundle and returns its path, for next.config.mjs; fails when a schema calls a function
 * that zod/mini does not have.
 */
export function bundleZod() {
  const names = new Set(sources.flatMap((path) => calledIn(readFileSync(path, 'utf8'))))
  buildSync({
    stdin: {
      contents: `export { ${[...names].sort().join(', ')} } from 'zod/mini'`,
      resolveDir: process.cwd(),
    },
    bundle: true,
    format: 'esm',
    platform: 'browser',
    target: 'es2022',
    minify: true,
    outfile: OUTPUT,
  })
  return `./${OUTPUT}`
}
