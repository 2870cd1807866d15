import { drawnOnce } from '@/lib/drawn-once'

const picture = (bytes = 100) => new Uint8Array(bytes)
/** A drawing that the test ends. */
function slow() {
  let end = () => {}
  const ended = new Promise<void>((done) => (end = done))
  const draw = jest.fn(() => ended.then(() => picture()))
  return { draw, end }
}

test('equal pictures that are asked for at once are drawn once, and later not again', async () => {
  const drawn = drawnOnce({ bytes: 1000, waiting: 0 })
  const { draw, end } = slow()
  const all = Promise.all(Array.from({ length: 8 }, () => drawn('a', draw)))
  end()
  expect(new Set(await all).size).toBe(1)
  await drawn('a', draw)
  expect(draw).toHaveBeenCalledTimes(1)
})

test('others are drawn one after the other, and only so many wait', async () => {
  const drawn = drawnOnce({ bytes: 1000, waiting: 1 })
  const [first, second] = [slow(), slow()]
  const both = Promise.all([drawn('a', first.draw), drawn('b', second.draw)])
  await expect(drawn('c', slow().draw)).rejects.toMatchObject({
    ...{ status: 429, details: { sentence: 'busy', retryAfter: 10 } },
  })
  expect(second.draw).not.toHaveBeenCalled()
  first.end()
  second.end()
  await both
  expect(second.draw).toHaveBeenCalledTimes(1)
})

test('as many are kept as have room; a drawing that failed is tried again', async () => {
  const drawn = drawnOnce({ bytes: 250, waiting: 5 })
  const draw = jest.fn(async () => picture())
  for (const name of ['a', 'b', 'a', 'c', 'a', 'b']) await drawn(name, draw)
  // b gave way to c.
  expect(draw).toHaveBeenCalledTimes(4)
  const fails = async () => {
    throw new Error('no memory')
  }
  await expect(drawn('d', fails)).rejects.toThrow('no memory')
  expect(await drawn('d', draw)).toHaveLength(100)
})
