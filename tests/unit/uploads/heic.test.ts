import { readFileSync } from 'node:fs'
import sharp from 'sharp'
import { pictureOf } from '@/lib/uploads/picture-process'

test('a picture as an iPhone keeps it is of a kind that we cannot open, and not damaged', async () => {
  const heic = readFileSync('tests/fixtures/picture.heic')
  await expect(pictureOf(heic, { first: true })).rejects.toMatchObject({
    details: { sentence: 'not_a_picture' },
  })
})

test('AVIF, of the same family, is a picture', async () => {
  const avif = await sharp({
    create: { width: 8, height: 6, channels: 3, background: '#c84' },
  })
    .avif()
    .toBuffer()
  expect(await pictureOf(avif, { first: true })).toMatchObject({ width: 8, height: 6 })
})
