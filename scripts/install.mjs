// Makes node_modules match package-lock.json. Runs before any packages exist, so it uses only
// Node's own modules.
import { spawn, spawnSync } from 'node:child_process'
import { accessSync, constants, existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { root } from './env.mjs'

// Some versions of npm wait for ever for a download that broke off.
const MOST_MINUTES = 10
const ATTEMPTS = 2

/** npm's word for a machine without a way to the registry; a registry that refuses the question is there. */
const NO_WAY =
  /ENOTFOUND|EAI_AGAIN|ECONNREFUSED|ECONNRESET|ENETUNREACH|EHOSTUNREACH|ETIMEDOUT|ENOTCACHED/

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

/** Throws a sentence where this user may not write into the folders that a start writes into. */
export function requireWritable(folders = ['.', 'node_modules', '.next', 'dist', 'lib/generated']) {
  for (const folder of folders.map((name) => join(root, name))) {
    if (!existsSync(folder)) continue
    try {
      accessSync(folder, constants.W_OK)
    } catch {
      throw new Error(
        `This user may not write to ${folder}, which packages and the build are written to. ` +
          'Run this as the owner of the folder, or in a copy of your own.',
      )
    }
  }
}

function npmCommand() {
  const npm = process.env.npm_execpath
  return npm?.endsWith('.js') ? [process.execPath, [npm]] : ['npm', []]
}

/** Asked with npm, which knows about proxies and other registries; it would try for over a minute. */
function isOffline() {
  const [command, first] = npmCommand()
  const options = ['ping', '--fetch-retries=0', '--fetch-timeout=8000', '--prefer-online']
  const { status, stdout, stderr } = spawnSync(command, [...first, ...options], {
    cwd: root,
    encoding: 'utf8',
    timeout: 20_000,
  })
  return status !== 0 && NO_WAY.test(`${stdout}${stderr}`)
}

/**
 * Installs when something is missing or outdated; `onChild` receives the npm process, so that it
 * can be ended. `isSilent`: somebody else says how it goes.
 */
export async function ensureInstalled(say, onChild = () => {}, { isSilent = false } = {}) {
  if (isInstalled()) return
  const begun = Date.now()
  if (!isSilent) say('Installing dependencies (a minute or two)…')
  const ticker = isSilent
    ? undefined
    : setInterval(
        () => say(`  still installing, ${Math.round((Date.now() - begun) / 1000)} s`),
        15_000,
      )
  const [command, first] = npmCommand()
  const offline = isOffline()
  // With NODE_ENV=production npm would omit packages that the demo and the tests need.
  const options = ['--include=dev', '--no-audit', '--no-fund', '--loglevel=error']
  // Of what npm has kept a registry need not be asked.
  options.push(offline ? '--offline' : '--prefer-offline')
  let code = 1
  let isStuck = true
  for (let attempt = 1; isStuck && attempt <= ATTEMPTS; attempt++) {
    isStuck = false
    const child = spawn(command, [...first, 'ci', ...options], {
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
  if (code !== 0)
    throw new Error(
      offline
        ? 'The registry of packages cannot be reached, and npm has not kept all of them. They are needed once: connect ' +
            'this machine, or name a registry that it reaches (npm config set registry).'
        : 'npm ci failed; its messages are above.',
    )
}
