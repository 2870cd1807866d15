import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import os, { tmpdir } from 'node:os'
import { join } from 'node:path'
import { freeMemory, leftIn } from '@/scripts/free-memory.mjs'

const MIB = 1024 * 1024

describe('what a group of processes may still use', () => {
  let folder: string
  const write = (files: Record<string, string>) =>
    Object.entries(files).forEach(([name, text]) => writeFileSync(join(folder, name), text))
  beforeEach(() => void (folder = mkdtempSync(join(tmpdir(), 'group-'))))
  afterEach(() => rmSync(folder, { recursive: true }))

  test('is its limit less what is used, with what is kept of files, in cgroups 2', () => {
    write({
      'memory.max': `${1_500 * MIB}\n`,
      'memory.current': `${600 * MIB}\n`,
      'memory.stat': `anon 1\ninactive_file ${100 * MIB}\nactive_file 7\n`,
    })
    expect(leftIn(folder)).toBe(1_000 * MIB)
  })

  test('and in cgroups 1, where its parts count', () => {
    write({
      'memory.limit_in_bytes': `${1_500 * MIB}\n`,
      'memory.usage_in_bytes': `${600 * MIB}\n`,
      'memory.stat': `inactive_file 0\ntotal_inactive_file ${100 * MIB}\n`,
    })
    expect(leftIn(folder)).toBe(1_000 * MIB)
  })

  test.each([
    ['no such files', {}],
    ['max', { 'memory.max': 'max\n', 'memory.current': '5\n' }],
    ['the largest number', { 'memory.limit_in_bytes': '9223372036854771712\n' }],
  ])('has no limit where there is %s', (_, files) => {
    write(files)
    expect(leftIn(folder)).toBe(Infinity)
  })
})

test('this machine has some free, and not more than it has', () => {
  expect(freeMemory()).toBeGreaterThan(0)
  expect(freeMemory()).toBeLessThanOrEqual((os.totalmem() + 2 ** 40) / MIB)
})
