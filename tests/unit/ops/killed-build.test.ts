// Seen on a machine of 1.5 GiB: the kernel killed the build, its last words were "Creating an optimized
// production build ...", and npm start said "Run: npm run build".
import { spawnSync } from 'node:child_process'
import { cpSync, existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

const SCRIPTS = [
  'build',
  'start',
  'env',
  'free-memory',
  'long-step',
  'watchdog',
  'compress',
  'node-version',
]

let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'killed-build-'))
  for (const name of SCRIPTS) cpSync(`scripts/${name}.mjs`, join(folder, `scripts/${name}.mjs`))
  write(
    'scripts/run.mjs',
    `export const bundle = () => {}\nif (process.argv[2]) console.log('{"made":"of this"}')`,
  )
  write('prisma/schema.prisma', '')
  write('prisma/migrations/1_a/migration.sql', '')
  write('lib/generated/prisma/client.ts', '')
  write('package.json', '{ "version": "9.9.9", "type": "module" }')
  write('dist/stamp.json', '{"made":"before"}')
})
afterEach(() => rmSync(folder, { recursive: true }))

function write(path: string, text: string): void {
  mkdirSync(join(folder, path, '..'), { recursive: true })
  writeFileSync(join(folder, path), text)
}

/** Builds with this in the framework's place. */
function build(framework: string) {
  write('node_modules/next/package.json', '{ "name": "next" }')
  write('node_modules/next/dist/bin/next.js', framework)
  const env = {
    PATH: process.env.PATH,
    SITE_URL: 'http://localhost',
  } as unknown as NodeJS.ProcessEnv
  return spawnSync(process.execPath, ['scripts/build.mjs'], { cwd: folder, env, encoding: 'utf8' })
}
const start = () =>
  spawnSync(process.execPath, ['scripts/start.mjs'], { cwd: folder, encoding: 'utf8' })

test('a build says before it begins what it needs and what is free', () => {
  const { stdout } = build(`console.log('begun'); process.exit(1)`)
  expect(stdout).toMatch(
    /^The build needs \d+ MiB of memory and \d+ MiB of disk; \d+ MiB of memory and \d+ MiB of disk are free\.\n(.+\n)*begun\n/,
  )
})

test.each([
  ['SIGKILL', 'SIGKILL ended it. Memory ran out: '],
  ['SIGABRT', "SIGABRT ended it, as Node's own limit of memory does."],
  ['SIGSEGV', 'SIGSEGV ended it.'],
])('one that %s ends says so, is no build, and the next start says why', (signal, reason) => {
  const { status, stderr } = build(
    `process.kill(process.pid, '${signal}'); setInterval(() => {}, 1)`,
  )
  const said = /The build of \S+ did not come to its end: .+/.exec(stderr)?.[0]
  expect(said).toContain(reason)
  expect(status).toBe(1)
  expect(existsSync(join(folder, 'dist/stamp.json'))).toBe(false)
  expect(start().stderr).toBe(`There is no complete build here. Run: npm run build\n${said}\n`)
})

test('what was killed together with its command has left a word too', () => {
  build(`process.kill(process.ppid, 'SIGKILL')`)
  expect(start().stderr).toMatch(/\nThe build that was begun at \S+ has not come to its end: it is/)
})

test('one that fails by itself names no signal', () => {
  expect(build('process.exit(1)').stderr).toMatch(
    /did not come to its end; its messages are above\.\n$/,
  )
})

test('one that succeeds leaves no such word', () => {
  const { status, stderr } = build(`require('fs').mkdirSync('.next/static', { recursive: true })`)
  expect([status, stderr]).toEqual([0, ''])
  expect(existsSync(join(folder, 'dist/stamp.json'))).toBe(true)
  expect(existsSync(join(folder, 'dist/unfinished.txt'))).toBe(false)
})
