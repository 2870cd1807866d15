// The file .env as editors write it.
import { execFileSync } from 'node:child_process'
import { cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

const root = mkdtempSync(join(tmpdir(), 'studio env '))
beforeAll(() => {
  mkdirSync(join(root, 'scripts'))
  cpSync('scripts/env.mjs', join(root, 'scripts/env.mjs'))
})
afterAll(() => rmSync(root, { recursive: true }))

/** What the commands have of these variables. */
function loaded(text: string, set: Record<string, string> = {}): Record<string, string> {
  writeFileSync(join(root, '.env'), text)
  const say = `await import('./scripts/env.mjs')
    const { FIRST, SECOND } = process.env
    console.log(JSON.stringify({ FIRST, SECOND }))`
  const said = execFileSync(process.execPath, ['--input-type=module', '-e', say], {
    cwd: root,
    env: { ...set, PATH: process.env.PATH, NODE_ENV: 'test' },
    encoding: 'utf8',
  })
  return JSON.parse(said) as Record<string, string>
}

test.each([
  ['lines', 'FIRST=1\nSECOND=2\n'],
  ['lines of Windows', 'FIRST=1\r\nSECOND=2\r\n'],
  ['a byte order mark', '\uFEFFFIRST=1\nSECOND=2\n'],
  ['a byte order mark and a comment', '\uFEFF# A comment\n\nFIRST=1\nSECOND=2\n'],
  ['quotes', `FIRST='1'\nSECOND="2"\n`],
])('with %s each variable has its value', (_, text) =>
  expect(loaded(text)).toEqual({ FIRST: '1', SECOND: '2' }),
)

test('what is set already, even blank, is kept', () =>
  expect(loaded('FIRST=1\nSECOND=2\n', { FIRST: '' })).toEqual({ FIRST: '', SECOND: '2' }))
