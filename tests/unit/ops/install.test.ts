// Seen by a newcomer: 72 s of "still installing" without a network, and a bundler's error in root's folder.
import { spawnSync } from 'node:child_process'
import { chmodSync, cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'install-'))
  for (const name of ['demo', 'install', 'env', 'node-version', 'progress'])
    cpSync(`scripts/${name}.mjs`, join(folder, `scripts/${name}.mjs`))
  const package_ = {
    version: '1.0.0',
    resolved: 'http://127.0.0.1:9/a.tgz',
    integrity: 'sha512-AA==',
  }
  const own = { name: 'shop', version: '1.0.0', dependencies: { a: '1.0.0' } }
  const lock = { ...own, lockfileVersion: 3, packages: { '': own, 'node_modules/a': package_ } }
  writeFileSync(join(folder, 'package.json'), JSON.stringify(own))
  writeFileSync(join(folder, 'package-lock.json'), JSON.stringify(lock))
})
afterEach(() => {
  chmodSync(folder, 0o755)
  rmSync(folder, { recursive: true })
})

function demo(variables: Record<string, string> = {}, uid?: number) {
  const env = { PATH: process.env.PATH, HOME: folder, ...variables } as unknown as NodeJS.ProcessEnv
  return spawnSync(process.execPath, ['scripts/demo.mjs'], {
    cwd: folder,
    env,
    uid,
    encoding: 'utf8',
  })
}

test('without a way to the registry one sentence says so, at once', () => {
  const begun = Date.now()
  const { status, stderr } = demo({
    npm_config_registry: 'http://127.0.0.1:9',
    npm_config_cache: join(folder, 'cache'),
  })
  expect(stderr.trim().split('\n').at(-1)).toMatch(/^The registry of packages cannot be reached, /)
  expect(status).toBe(1)
  expect(Date.now() - begun).toBeLessThan(15_000)
}, 30_000)

// Nothing is forbidden to root, so it has to be somebody else.
const nobody = process.getuid?.() === 0 ? 65_534 : undefined
test('where this user may not write one sentence names the folder', () => {
  chmodSync(folder, 0o755)
  mkdirSync(join(folder, 'node_modules'))
  if (nobody === undefined) chmodSync(folder, 0o555)
  const { status, stderr } = demo({}, nobody)
  expect(stderr.replace(/^Node .*\n/, '')).toBe(
    `This user may not write to ${folder}, which packages and the build are written to. ` +
      'Run this as the owner of the folder, or in a copy of your own.\n',
  )
  expect(status).toBe(1)
})
