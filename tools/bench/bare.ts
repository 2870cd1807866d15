// The reference: one page of the same Next.js, without any of our code, built and served by `next
// build` and `next start`. It is inside the project, so that it finds the project's packages.
import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join, resolve } from 'node:path'
import { freePort } from '@/scripts/local/ports'
import { startProcess, tail, untilListening } from '@/scripts/local/process'

type Running = { url: string; stop(): Promise<void> }
/** `startAnother` serves the same build a second time. */
export type Bare = Running & { startAnother(): Promise<Running> }

const FILES: Record<string, string> = {
  'package.json': '{ "private": true, "type": "module" }',
  // Sets the root explicitly: otherwise Next would look for a lockfile in the parent folders and
  // take its folder for the project.
  'next.config.mjs': `export default { turbopack: { root: ${JSON.stringify(resolve('.'))} }, outputFileTracingRoot: ${JSON.stringify(resolve('.'))} }`,
  // Next would load the project's, which needs the site's environment.
  'instrumentation.js': 'export function register() {}',
  'app/icon.svg':
    '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 8 8"><path d="M0 0h8v8H0z"/></svg>',
  'app/layout.jsx': `export const metadata = { title: 'A bare page', description: 'A page of Next.js with nothing in it.' }
export default function Layout({ children }) {
  return <html lang="en"><body>{children}</body></html>
}`,
  'app/page.jsx': `export default function Page() {
  return <main><h1>A bare page</h1><p>Nothing but Next.js.</p></main>
}`,
  'app/ping/route.js': `export const dynamic = 'force-dynamic'
export const GET = () => Response.json({ ok: true })`,
}

/**
 * Builds and starts the bare page on a free port. Throws with the build's last lines when it does
 * not build.
 */
export async function startBare(): Promise<Bare> {
  const folder = resolve(`.studio/bare-${process.pid}`)
  const remove = () => rmSync(folder, { recursive: true, force: true, maxRetries: 5 })
  for (const [path, text] of Object.entries(FILES)) {
    mkdirSync(join(folder, path, '..'), { recursive: true })
    writeFileSync(join(folder, path), text)
  }
  const next = createRequire(join(folder, 'package.json')).resolve('next/dist/bin/next')
  const env = { ...process.env, NODE_ENV: 'production' as const, NEXT_TELEMETRY_DISABLED: '1' }
  try {
    const buildLog = join(folder, 'build.log')
    const build = startProcess({
      command: process.execPath,
      args: [next, 'build', folder],
      env,
      logFile: buildLog,
    })
    if ((await build.exited) !== 0)
      throw new Error(`The bare page does not build:\n${tail(buildLog)}`)
    const startAnother = async (): Promise<Running> => {
      const port = await freePort()
      const logFile = join(folder, `start-${port}.log`)
      const args = [next, 'start', folder, '-p', String(port)]
      const running = startProcess({ command: process.execPath, args, env, logFile })
      await untilListening(port, running, 'The bare page', logFile)
      const url = `http://localhost:${port}`
      const { status } = await fetch(url)
      if (status !== 200) throw new Error(`The bare page answers ${status}:\n${tail(logFile)}`)
      return { url, stop: () => running.stop() }
    }
    const first = await startAnother()
    const stop = async () => {
      await first.stop()
      remove()
    }
    return { url: first.url, stop, startAnother }
  } catch (error) {
    remove()
    throw error
  }
}
