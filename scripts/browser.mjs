// Finds a Chromium for the browser tests, or installs one: the browser of this machine, else
// Playwright's own, else Playwright's download, else (as root on Debian and its kin) the
// distribution's package.
import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { delimiter, join } from 'node:path'

const NAMES = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable', 'chrome']
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
  // A page may ask only this machine. In a closed network a foreign host would otherwise be waited
  // for until the test's own time is over, and the test would not say which host it was.
  '--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE localhost, EXCLUDE 127.0.0.1',
]

/** Path of a browser of this machine; undefined when there is none. */
export function installedBrowser() {
  const onPath = (process.env.PATH ?? '')
    .split(delimiter)
    .flatMap((folder) => NAMES.map((name) => join(folder, name)))
  return [...onPath, ...NAMES.map((name) => join('/usr/bin', name)), ...PLACES].find(existsSync)
}

async function playwrightsOwn() {
  const { chromium } = await import('@playwright/test')
  return existsSync(chromium.executablePath())
}

const run = (command, args) =>
  spawnSync(command, args, {
    stdio: ['ignore', 'ignore', 'ignore'],
    env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
  }).status === 0

/** Makes sure there is a browser. Throws one sentence when none can be had. */
export async function ensureBrowser(say = () => {}) {
  if (installedBrowser() || (await playwrightsOwn())) return
  say('No browser found: trying Playwright’s own…')
  if (
    run(process.execPath, [
      join('node_modules', '@playwright', 'test', 'cli.js'),
      'install',
      'chromium',
    ]) &&
    (await playwrightsOwn())
  )
    return
  if (process.getuid?.() === 0 && run('apt-get', ['--version'])) {
    say('Installing Chromium with apt-get…')
    // The CJK fonts are for the pictures of the Chinese pages; without them they show boxes.
    run('apt-get', ['update', '-qq'])
    run('apt-get', [
      'install',
      '-y',
      '-qq',
      '--no-install-recommends',
      'chromium',
      'fonts-noto-cjk',
    ])
    if (installedBrowser()) return
  }
  throw new Error(
    'The browser tests need Chromium or Google Chrome, and none could be installed: install one and run npm test again.',
  )
}
