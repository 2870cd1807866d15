import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { totalmem } from 'node:os'
import { memoryFound, nodeFor } from '@/scripts/memory.mjs'

const MIB = 1024 ** 2
const GIB = 1024 ** 3

describe('the memory that a server finds', () => {
  test.each([
    ['the limit of its control group', 512 * MIB, 512 * MIB],
    ["the machine's where the group has none", 0, 8 * GIB],
    // What the kernel writes for "no limit".
    ["the machine's below an immense limit", 2 ** 64, 8 * GIB],
  ])('is %s', (_, limit, found) => {
    expect(memoryFound(limit, 8 * GIB)).toBe(found)
  })

  test('is read from the machine', () => {
    expect(memoryFound()).toBeGreaterThan(64 * MIB)
    expect(memoryFound()).toBeLessThanOrEqual(totalmem())
  })
})

describe("the server's Node", () => {
  test.each([256, 512, 767])('saves memory with %s MiB', (mib) => {
    expect(nodeFor(mib * MIB)).toEqual({
      variables: { MALLOC_ARENA_MAX: '2' },
      options: ['--max-semi-space-size=8'],
    })
  })

  test.each([768, 1024, 64 * 1024])('saves time with %s MiB', (mib) => {
    expect(nodeFor(mib * MIB)).toEqual({ variables: {}, options: ['--max-semi-space-size=24'] })
  })

  test('gets by npm start what this machine asks for', () => {
    const { scripts } = JSON.parse(readFileSync('package.json', 'utf8')) as {
      scripts: { start: string }
    }
    expect(scripts.start).toMatch(/ scripts\/start\.mjs$/)
    const command = scripts.start.replace(
      'scripts/start.mjs',
      `-p 'JSON.stringify([process.execArgv[0], process.env.MALLOC_ARENA_MAX])'`,
    )
    const { MALLOC_ARENA_MAX: _, ...env } = process.env
    const printed = execFileSync('sh', ['-c', command], { encoding: 'utf8', env })
    const { options, variables } = nodeFor(memoryFound())
    expect(JSON.parse(printed)).toEqual([options[0], variables.MALLOC_ARENA_MAX ?? null])
  })
})
