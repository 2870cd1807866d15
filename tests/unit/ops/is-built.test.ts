// Seen with a copy of a built folder beside the first, on another port: it was built again, for minutes.
import { cpSync, mkdirSync, mkdtempSync, rmSync, utimesSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { isBuilt } from '@/scripts/local/app'
import { sourcesHash } from '@/scripts/sources'

const home = process.cwd()
let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'is-built-'))
  const built = join(folder, 'built')
  for (const name of ['app', 'dist', '.next']) mkdirSync(join(built, name), { recursive: true })
  writeFileSync(join(built, 'app/page.tsx'), 'one')
  writeFileSync(join(built, '.next/BUILD_ID'), '1')
  process.chdir(built)
  const stamp = { siteUrl: 'http://localhost:3000', sources: sourcesHash() }
  writeFileSync('dist/stamp.json', JSON.stringify(stamp))
  cpSync(built, join(folder, 'copy'), { recursive: true })
  process.chdir(join(folder, 'copy'))
})
afterEach(() => {
  process.chdir(home)
  rmSync(folder, { recursive: true })
})

test('a copy of a built folder is built, on another port too', () => {
  utimesSync('app/page.tsx', new Date(), new Date())
  expect(isBuilt('http://localhost:3000')).toBe(true)
  expect(isBuilt('http://localhost:3100')).toBe(true)
})

test('it is not for https, whose pages have other headers', () => {
  expect(isBuilt('https://studio.example')).toBe(false)
})

test('it is not once a file of it has changed', () => {
  writeFileSync('app/page.tsx', 'two')
  expect(isBuilt('http://localhost:3000')).toBe(false)
})
