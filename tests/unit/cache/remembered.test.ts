import { contentSeen, forgetContent, remembered } from '@/lib/cache/remembered'

const holder = globalThis as { studioContent?: object | undefined }
let reads = 0
const counted = () => remembered(async () => ++reads)

beforeEach(() => {
  reads = 0
  holder.studioContent = undefined
})

test('where nobody watches the content every question reads it', async () => {
  const read = counted()
  forgetContent()
  expect([await read(), await read()]).toEqual([1, 2])
})

test('reads once, until content changes', async () => {
  contentSeen(performance.now())
  const read = counted()
  expect([await read(), await read()]).toEqual([1, 1])
  forgetContent()
  contentSeen(performance.now()) // a look that finds nothing is no change
  expect([await read(), await read()]).toEqual([2, 2])
})

test('everybody who asks while it is read waits for that one reading', async () => {
  contentSeen(performance.now())
  const read = counted()
  expect(await Promise.all([read(), read(), read()])).toEqual([1, 1, 1])
})

test('what was being read while content changed is not given to anybody who asks later', async () => {
  contentSeen(performance.now())
  let end: (value: string) => void = () => undefined
  const answers = [new Promise<string>((done) => (end = done)), Promise.resolve('new')]
  const read = remembered(() => answers.shift() ?? Promise.reject(new Error('read again')))
  const early = read()
  forgetContent()
  const late = read()
  end('old')
  expect([await early, await late, await read()]).toEqual(['old', 'new', 'new'])
})

test('a failure is not kept', async () => {
  contentSeen(performance.now())
  const answers = [Promise.reject(new Error('the database is away')), Promise.resolve(1)]
  const read = remembered(() => answers.shift() ?? Promise.resolve(2))
  await expect(read()).rejects.toThrow('away')
  expect([await read(), await read()]).toEqual([1, 1])
})

test('two seconds after the last look nothing is trusted any more, until somebody looks again', async () => {
  jest.useFakeTimers()
  try {
    contentSeen(performance.now())
    const read = counted()
    await read()
    jest.advanceTimersByTime(2_000)
    expect(await read()).toBe(1)
    jest.advanceTimersByTime(1)
    expect([await read(), await read()]).toEqual([2, 3])
    contentSeen(performance.now())
    expect([await read(), await read()]).toEqual([1, 1])
  } finally {
    jest.useRealTimers()
  }
})
