import {
  markContentFresh,
  invalidateContent,
  cachedUntilContentChanges,
} from '@/lib/cache/remembered'

const holder = globalThis as { studioContent?: object | undefined }
let reads = 0
const counted = () => cachedUntilContentChanges(async () => ++reads)

beforeEach(() => {
  reads = 0
  holder.studioContent = undefined
})

test('where nobody watches the content every question reads it', async () => {
  const read = counted()
  invalidateContent()
  expect([await read(), await read()]).toEqual([1, 2])
})

test('reads once, until content changes', async () => {
  markContentFresh(performance.now())
  const read = counted()
  expect([await read(), await read()]).toEqual([1, 1])
  invalidateContent()
  markContentFresh(performance.now()) // a look that finds nothing is no change
  expect([await read(), await read()]).toEqual([2, 2])
})

test('everybody who asks while it is read waits for that one reading', async () => {
  markContentFresh(performance.now())
  const read = counted()
  expect(await Promise.all([read(), read(), read()])).toEqual([1, 1, 1])
})

test('what was being read while content changed is not given to anybody who asks later', async () => {
  markContentFresh(performance.now())
  let end: (value: string) => void = () => undefined
  const answers = [new Promise<string>((done) => (end = done)), Promise.resolve('new')]
  const read = cachedUntilContentChanges(
    () => answers.shift() ?? Promise.reject(new Error('read again')),
  )
  const early = read()
  invalidateContent()
  const late = read()
  end('old')
  expect([await early, await late, await read()]).toEqual(['old', 'new', 'new'])
})

test('a failure is not kept', async () => {
  markContentFresh(performance.now())
  const answers = [Promise.reject(new Error('the database is away')), Promise.resolve(1)]
  const read = cachedUntilContentChanges(() => answers.shift() ?? Promise.resolve(2))
  await expect(read()).rejects.toThrow('away')
  expect([await read(), await read()]).toEqual([1, 1])
})

test('two seconds after the last look nothing is trusted any more, until somebody looks again', async () => {
  jest.useFakeTimers()
  try {
    markContentFresh(performance.now())
    const read = counted()
    await read()
    jest.advanceTimersByTime(2_000)
    expect(await read()).toBe(1)
    jest.advanceTimersByTime(1)
    expect([await read(), await read()]).toEqual([2, 3])
    markContentFresh(performance.now())
    expect([await read(), await read()]).toEqual([1, 1])
  } finally {
    jest.useRealTimers()
  }
})
