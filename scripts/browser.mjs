// Finds a Chromium for the browser tests, or installs one: the browser of this machine, otherwise
// Playwright's own, otherwise Playwright's download, otherwise (as root on Debian and similar) the
// distribution's package.
import { spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import { delimiter, join } from 'node:path'

// The same engine without the windows of a whole browser: the same tests take a fifth less work.
const SHELLS = ['chromium-headless-shell', 'chrome-headless-shell']
// For the pictures of the Chinese pages; without them they show boxes.
const FONTS = 'fonts-noto-cjk'
const BROWSERS = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable', 'chrome']
const PLACES = [
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
  ...[process.env.ProgramFiles, process.env['ProgramFiles(x86)'], process.env.LOCALAPPDATA]
    .filter(Boolean)
    .map((folder) => join(folder, 'Google/Chrome/Application/chrome.exe')),
]

/** Flags for a closed network and for root; the same for every browser that the tests start. */
export const BROWSER_FLAGS = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  // A page may connect only to this machine. In a closed network a foreign host would otherwise be
  // waited for until the test times out, and the test would not say which host it was.
  '--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE localhost, EXCLUDE 127.0.0.1',
]

function find(names) {
  const folders = [...(process.env.PATH ?? '').split(delimiter), '/usr/bin']
  return names.flatMap((name) => folders.map((folder) => join(folder, name))).find(existsSync)
}

/** Path of a browser of this machine, a headless shell first; undefined when there is none. */
export const installedBrowser = () => find(SHELLS) ?? find(BROWSERS) ?? PLACES.find(existsSync)

async function playwrightsOwn() {
  const { chromium } = await import('@playwright/test')
  return existsSync(chromium.executablePath())
}

/** Runs a program to its end, with a timeout in seconds; true when it succeeded. */
const run = (command, args, { seconds = 600 } = {}) =>
  new Promise((done) =>
    spawn(command, args, {
      stdio: 'ignore',
      env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
      timeout: seconds * 1000,
    })
      .once('error', () => done(false))
      .once('close', (code) => done(code === 0)),
  )

const isRootWithApt = async () => process.getuid?.() === 0 && run('apt-get', ['--version'])

async function aptInstall(packages, limits) {
  await run('apt-get', ['update', '-qq'], limits)
  return run('apt-get', ['install', '-y', '-qq', '--no-install-recommends', ...packages], limits)
}

let shell
/**
 * In CI, on a temporary machine, the distribution's headless shell is installed, also beside a whole
 * browser. Without it the tests only take longer. It needs no package of ours: npm test begins with
 * it while those are being installed.
 */
export const ensureShell = (say) => (shell ??= installShell(say))

async function installShell(say) {
  if (!process.env.CI || find(SHELLS) || !(await isRootWithApt())) return
  say('Installing chromium-headless-shell: the browser tests take less time with it…')
  const packages = ['chromium-headless-shell', ...(installedBrowser() ? [] : [FONTS])]
  if (!(await aptInstall(packages, { seconds: 60 })))
    say('It could not be installed: the whole browser serves as well.')
}

/** Makes sure there is a browser. Throws one sentence when there is none. */
export async function ensureBrowser(say = () => {}) {
  await ensureShell(say)
  if (installedBrowser()) return
  if (await playwrightsOwn()) return
  say('No browser found: trying Playwright’s own…')
  if (
    (await run(process.execPath, [
      join('node_modules', '@playwright', 'test', 'cli.js'),
      'install',
      'chromium',
    ])) &&
    (await playwrightsOwn())
  )
    return
  if (await isRootWithApt()) {
    say('Installing Chromium with apt-get…')
    await aptInstall(['chromium', FONTS])
    if (installedBrowser()) return
  }
  throw new Error(
    'The browser tests need Chromium or Google Chrome, and none could be installed: install one and run npm test again.',
  )
}
