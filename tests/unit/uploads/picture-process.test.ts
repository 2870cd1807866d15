import { lookup } from 'node:dns/promises'
import { readFile } from 'node:fs/promises'
import { setTimeout as wait } from 'node:timers/promises'
import sharp from 'sharp'
import { hashPassword } from '@/lib/auth/passwords'
import { log } from '@/lib/log'
import { PICTURE_LIMITS, pictureOf, pictureProcess } from '@/lib/uploads/picture-process'
import { slipFile } from '@/lib/uploads/slip'

const turn = { first: false }
const square = (side: number) =>
  sharp({ create: { width: side, height: side, channels: 4, background: '#c84' } })
const large = (side = 7000) => square(side).png({ compressionLevel: 9 }).toBuffer()
const deep = (side: number) => square(side).toColourspace('rgb16').png().toBuffer()
const refusal = (sentence: string) => ({ code: 'invalid_request', details: { sentence } })
const elapsed = async (work: () => Promise<unknown>): Promise<number> => {
  const began = performance.now()
  await work()
  return performance.now() - began
}

// Node has four threads that read files, look names up and hash passwords.
test('eight large slips at once leave files, names and passwords to the others', async () => {
  const bytes = await large(5000)
  await pictureOf(bytes, turn)
  let isOpen = true
  const slips = Promise.all(Array.from({ length: 8 }, () => slipFile(bytes))).finally(
    () => (isOpen = false),
  )
  const waited: number[] = []
  const began = performance.now()
  while (isOpen) {
    waited.push(
      await elapsed(() =>
        Promise.all([readFile('package.json'), lookup('localhost'), hashPassword('a')]),
      ),
    )
    await wait(20)
  }
  await slips
  const all = performance.now() - began
  // In the threads of this process the others waited for half of the slips.
  expect(Math.max(...waited)).toBeLessThan(all / 4)
  expect(waited.length).toBeGreaterThan(8)
})

test('a picture of 7,000 × 7,000 with 16 bits for each colour is refused before it is decoded', async () => {
  const bytes = await deep(7000)
  await pictureOf(await square(8).png().toBuffer(), turn)
  const took = await elapsed(() =>
    expect(pictureOf(bytes, turn)).rejects.toMatchObject(refusal('picture_too_many_pixels')),
  )
  expect(took).toBeLessThan(1_000)
})

test.each([
  ['49 million pixels as phones make them', () => large()],
  ['16 million with 16 bits for each colour', () => deep(4000)],
])('a picture of %s is accepted', async (_, made) => {
  expect(await pictureOf(await made(), turn)).toMatchObject({ width: 1920, height: 1920 })
})

test('a picture that takes too long ends its process, and the next one is opened in another', async () => {
  const limits = { ...PICTURE_LIMITS }
  const open = pictureProcess(limits)
  const [small, slow] = await Promise.all([square(8).png().toBuffer(), large()])
  await open(small, turn)
  limits.patienceMs = 50
  await expect(open(slow, turn)).rejects.toMatchObject(refusal('picture_too_much_work'))
  limits.patienceMs = 15_000
  await expect(open(small, turn)).resolves.toMatchObject({ width: 8 })
})

test('a picture that takes too much memory ends its process, and the next one is opened in another', async () => {
  const open = pictureProcess({ ...PICTURE_LIMITS, bytesInMemory: 110 * 1024 * 1024 })
  const interlaced = await square(5000).png({ progressive: true }).toBuffer()
  await expect(open(interlaced, turn)).rejects.toMatchObject(refusal('picture_too_much_work'))
  await expect(open(await square(8).png().toBuffer(), turn)).resolves.toMatchObject({ width: 8 })
})

test('more pictures than can wait are told to come back, and those of administrators are not', async () => {
  const open = pictureProcess({ ...PICTURE_LIMITS, waiting: 2 })
  const bytes = await square(8).png().toBuffer()
  const strangers = await Promise.allSettled(
    Array.from({ length: 5 }, () => open(bytes, turn)).concat(open(bytes, { first: true })),
  )
  expect(strangers.map(({ status }) => status)).toEqual([
    ...Array(3).fill('fulfilled'),
    ...Array(2).fill('rejected'),
    'fulfilled',
  ])
  expect(strangers[3]).toMatchObject({
    reason: {
      code: 'too_many_requests',
      details: { sentence: 'pictures_waiting', retryAfter: 30 },
    },
  })
})

test('a process that has nothing to do is ended, and started again when it is needed', async () => {
  const error = jest.spyOn(log, 'error')
  const open = pictureProcess({ ...PICTURE_LIMITS, idleMs: 1 })
  const bytes = await square(8).png().toBuffer()
  await open(bytes, turn)
  await wait(100)
  await expect(open(bytes, turn)).resolves.toMatchObject({ width: 8 })
  expect(error).not.toHaveBeenCalled()
})
