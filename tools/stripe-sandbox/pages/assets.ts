import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { dirname, join, resolve } from 'node:path'

// Once bundled, this module's own address says nothing about where the sources are: they are beside
// the program that was started, or in the project that a test runs in.
function sources(): string {
  const places = [dirname(process.argv[1] ?? ''), resolve('tools/stripe-sandbox')]
  const folder = places.map((place) => join(place, 'browser')).find((path) => existsSync(path))
  if (!folder) throw new Error(`No browser/ in ${places.join(' or ')}`)
  return folder
}

const SCRIPTS = ['stripe', 'frame', 'wallet', 'bank'] as const
export type Script = (typeof SCRIPTS)[number]

let scripts: Promise<Record<Script, string>> | null = null

async function bundle(): Promise<Record<Script, string>> {
  const { build } = await import('esbuild')
  const folder = sources()
  const result = await build({
    entryPoints: SCRIPTS.map((name) => join(folder, `${name}.ts`)),
    outdir: folder,
    bundle: true,
    write: false,
    format: 'iife',
    platform: 'browser',
    target: 'es2020',
    minify: true,
    logLevel: 'silent',
  })
  const text = (name: Script) =>
    result.outputFiles.find((file) => file.path.endsWith(`${name}.js`))?.text ?? ''
  const [stripe, frame, wallet, bank] = SCRIPTS.map(text) as [string, string, string, string]
  return { stripe, frame, wallet, bank }
}

/** One of the browser scripts, bundled once per process. */
export async function script(name: Script): Promise<string> {
  scripts ??= bundle()
  scripts.catch(() => (scripts = null))
  return (await scripts)[name]
}

/** A file of `browser/` as it is (the style sheets). */
export function file(name: string): Promise<string> {
  return readFile(join(sources(), name), 'utf8')
}
