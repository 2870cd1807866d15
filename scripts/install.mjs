// Makes node_modules match package-lock.json. Runs before any packages exist, so it uses only
// Node's own modules.
import { spawn } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { root } from './env.mjs'

// Some versions of npm wait for ever for a download that broke off.
const MOST_MINUTES = 10
const ATTEMPTS = 2

const lockAt = (path) => (existsSync(path) ? JSON.parse(readFileSync(path, 'utf8')).packages : null)

/**
 * True when npm's own record of the installation contains every package of the lockfile, in its
 * version.
 */
export function isInstalled() {
  const wanted = lockAt(join(root, 'package-lock.json'))
  const present = lockAt(join(root, 'node_modules/.package-lock.json'))
  if (!present) return false
  return Object.entries(wanted).every(
    ([path, entry]) =>
      path === '' ||
      entry.optional ||
      entry.devOptional ||
      entry.peer ||
      present[path]?.version === entry.version,
  )
}

/**
 * Installs when something is missing or outdated; `onChild` receives the npm process, so that it
 * can be ended.
 */
export async function ensureInstalled(say, onChild = () => {}) {
  if (isInstalled()) return
  const begun = Date.now()
  say('Installing dependencies (a minute or two)…')
  const ticker = setInterval(
    () => say(`  still installing, ${Math.round((Date.now() - begun) / 1000)} s`),
    15_000,
  )
  const npm = process.env.npm_execpath
  const [command, first] = npm?.endsWith('.js') ? [process.execPath, [npm]] : ['npm', []]
  // With NODE_ENV=production npm would omit packages that the demo and the tests need.
  const options = ['--include=dev', '--prefer-offline', '--no-audit', '--no-fund']
  let code = 1
  let isStuck = true
  for (let attempt = 1; isStuck && attempt <= ATTEMPTS; attempt++) {
    isStuck = false
    const child = spawn(command, [...first, 'ci', ...options, '--loglevel=error'], {
      cwd: root,
      stdio: ['ignore', 'inherit', 'inherit'],
      detached: true,
    })
    onChild(child)
    const limit = setTimeout(() => {
      isStuck = true
      say(`npm ci has not ended in ${MOST_MINUTES} minutes, and is stopped.`)
      process.kill(-child.pid, 'SIGKILL')
    }, MOST_MINUTES * 60_000)
    code = await new Promise((done) =>
      child.once('error', () => done(1)).once('exit', (status) => done(status ?? 1)),
    )
    clearTimeout(limit)
  }
  clearInterval(ticker)
  if (code !== 0) throw new Error('npm ci failed; its messages are above.')
}
