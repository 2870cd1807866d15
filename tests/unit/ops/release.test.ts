import { readFileSync } from 'node:fs'
import { differenceOf } from '@/lib/release'

const json = (path: string) => JSON.parse(readFileSync(path, 'utf8')) as { version: string }

test('the changelog, the package and its lockfile name one version', () => {
  const { version } = json('package.json')
  expect(version).toMatch(/^\d+\.\d+\.\d+$/)
  expect(json('package-lock.json').version).toBe(version)
  const [, newest] = /^## \[(\d+\.\d+\.\d+)\] - \d{4}-\d{2}-\d{2}$/m.exec(
    readFileSync('CHANGELOG.md', 'utf8'),
  )!
  expect(newest).toBe(version)
})

describe('a database beside a release with the migrations 2 and 3', () => {
  const code = { migrations: ['2_a', '3_b'], builtAt: '2026-11-26T00:00:00.000Z' }
  const of = (...names: string[]) =>
    differenceOf(
      names.map((name, nth) => ({ name, at: new Date(1_000 * nth) })),
      code,
    )

  test.each([
    ['has both', ['2_a', '3_b']],
    ['has one that the first replaced too', ['1_z', '2_a', '3_b']],
  ])('agrees when it %s', (_, names) => {
    expect(of(...names)).toBeNull()
  })

  test('is older without one of them, since the build', () => {
    expect(of('2_a')).toEqual({ kind: 'database_older', since: new Date(code.builtAt) })
    expect(of('1_z')).toMatchObject({ kind: 'database_older' })
  })

  test('is newer with one more, since that was applied, whether it follows or lies between', () => {
    const since = new Date(2_000)
    expect(of('2_a', '3_b', '4_c', '5_d')).toEqual({ kind: 'database_newer', since })
    expect(of('2_a', '3_b', '3_aa')).toEqual({ kind: 'database_newer', since })
  })
})
