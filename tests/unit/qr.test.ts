import { deflateSync } from 'node:zlib'
import sharp from 'sharp'
import { encode } from 'uqr'
import { QR_SIDE, qrAddress, qrPng, QUIET_ZONE } from '@/lib/qr'

const TEXT = 'https://studio.example/manage/Zr3vX0kq9cM_2bL7tQ1wAg'

/** Its pixels, a row each: true is dark. */
async function pixelsOf(png: Uint8Array): Promise<boolean[][]> {
  const { data, info } = await sharp(png).greyscale().raw().toBuffer({ resolveWithObject: true })
  expect([info.width, info.height]).toEqual([QR_SIDE, QR_SIDE])
  return Array.from({ length: info.height }, (_, y) =>
    Array.from(
      { length: info.width },
      (_, x) => (data[(y * info.width + x) * info.channels] ?? 0) < 128,
    ),
  )
}

test.each([4, 40, 280, 1200])(
  'a QR of %i letters is a picture of 720 pixels with its modules, and four of white around them',
  async (letters) => {
    const text = TEXT.repeat(30).slice(0, letters)
    const pixels = await pixelsOf(qrPng(text))
    const { data, size } = encode(text, { ecc: 'M', border: 0 })
    const dark = pixels.flatMap((row, y) => (row.some(Boolean) ? [y] : []))
    const [top = 0, bottom = 0] = [dark[0], dark.at(-1)]
    const module = (bottom - top + 1) / size
    expect(Number.isInteger(module)).toBe(true)
    expect(top).toBeGreaterThanOrEqual(QUIET_ZONE * module)
    expect(QR_SIDE - 1 - bottom).toBeGreaterThanOrEqual(QUIET_ZONE * module)
    const middle = (nth: number) => top + Math.floor((nth + 0.5) * module)
    const read = data.map((row, y) => row.map((_, x) => pixels[middle(y)]?.[middle(x)]))
    expect(read).toEqual(data)
  },
)

test('it is the same picture compressed, and as the address of a picture', async () => {
  const plain = await pixelsOf(qrPng(TEXT))
  const small = qrPng(TEXT, deflateSync)
  expect(small.length).toBeLessThan(5000)
  expect(await pixelsOf(small)).toEqual(plain)
  const [, data = ''] = qrAddress(TEXT).split(',')
  expect(Buffer.from(data, 'base64').equals(Buffer.from(qrPng(TEXT)))).toBe(true)
})
