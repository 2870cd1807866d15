import { setTimeout as wait } from 'node:timers/promises'
import { takingTurns } from '@/lib/turns'

const slow = { first: false }
const urgent = { first: true }

test('never more at once than allowed, whatever arrives, and everybody is served', async () => {
  const inTurn = takingTurns({ atOnce: 2, waiting: 20, retryAfter: 5 })
  let running = 0
  let most = 0
  const work = async () => {
    most = Math.max(most, ++running)
    await wait(5)
    running--
    return 'done'
  }
  const answers = await Promise.all(Array.from({ length: 15 }, () => inTurn(work, slow)))
  expect([most, answers.length, new Set(answers)]).toEqual([2, 15, new Set(['done'])])
})

test('whoever finds the line full is told to come back; the others are not disturbed', async () => {
  const inTurn = takingTurns({ atOnce: 2, waiting: 3, retryAfter: 5 })
  const results = await Promise.allSettled(
    Array.from({ length: 8 }, () => inTurn(() => wait(5), slow)),
  )
  const refused = results.flatMap((each) => (each.status === 'rejected' ? [each.reason] : []))
  expect(refused).toHaveLength(3)
  for (const reason of refused)
    expect(reason).toMatchObject({ code: 'too_many_requests', details: { retryAfter: 5 } })
  // the line is open again
  await inTurn(async () => null, slow)
})

test('those who are known go first, and a full line of the others is not theirs', async () => {
  const inTurn = takingTurns({ atOnce: 1, waiting: 2, retryAfter: 5 })
  const order: string[] = []
  const named = (name: string, options: typeof slow) =>
    inTurn(async () => {
      await wait(2)
      order.push(name)
    }, options)
  const all = [named('a', slow), named('b', slow), named('c', slow)]
  await expect(named('d', slow)).rejects.toMatchObject({ code: 'too_many_requests' })
  await Promise.all([...all, named('known', urgent)])
  expect(order).toEqual(['a', 'known', 'b', 'c'])
})

test('work that fails gives its place back', async () => {
  const inTurn = takingTurns({ atOnce: 1, waiting: 1, retryAfter: 5 })
  const broken = () => Promise.reject(new Error('broken'))
  for (let i = 0; i < 3; i++) await expect(inTurn(broken, slow)).rejects.toThrow('broken')
  expect(await inTurn(async () => 'fine', slow)).toBe('fine')
})
