import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync, symlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

const folder = mkdtempSync(join(tmpdir(), 'studio run '))
afterAll(() => rmSync(folder, { recursive: true }))

test('a command is carried out by a path with a symbolic link too, as releases have them', () => {
  const current = join(folder, 'current release')
  symlinkSync(process.cwd(), current)
  const { status, stderr } = spawnSync(process.execPath, [join(current, 'scripts/run.mjs')], {
    cwd: folder,
    encoding: 'utf8',
  })
  expect({ status, stderr }).toEqual({ status: 2, stderr: expect.stringMatching(/^Usage: /) })
})
