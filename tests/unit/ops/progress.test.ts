import { progressOf } from '../../../scripts/progress.mjs'

const SECONDS = { packages: 60, database: 20, build: 100 }

/** What is said of steps that take so long. */
async function saidOf(...lasting: number[]): Promise<string[]> {
  const said: string[] = []
  let at = 0
  const step = progressOf(
    SECONDS,
    (line: string) => said.push(line),
    () => at,
  )
  for (const [nth, name] of Object.keys(SECONDS).entries())
    await step(name, `the ${name}`, async () => {
      at += (lasting[nth] ?? 0) * 1000
    })
  return said
}

test('each step is counted, with what is left of all', async () => {
  expect(await saidOf(60, 20, 100)).toEqual([
    'Step 1 of 3: the packages, about 3 minutes left in all …',
    'Step 2 of 3: the database, about 2 minutes left in all …',
    'Step 3 of 3: the build, about 2 minutes left in all …',
  ])
})

test('a slow machine is expected to stay slow, and a fast one fast', async () => {
  expect((await saidOf(240, 80, 100))[2]).toBe(
    'Step 3 of 3: the build, about 7 minutes left in all …',
  )
  expect((await saidOf(30, 10, 100))[2]).toBe('Step 3 of 3: the build, about 50 s left in all …')
})

test('what fails is thrown', async () => {
  const step = progressOf(SECONDS, () => {})
  await expect(step('build', 'the build', () => Promise.reject(new Error('no')))).rejects.toThrow(
    'no',
  )
})
