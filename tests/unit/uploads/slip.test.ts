import sharp from 'sharp'
import { isPdf } from '@/lib/uploads/rules'
import { slipFile } from '@/lib/uploads/slip'

const PDF = '%PDF-1.4\n1 0 obj\n%%EOF'

// Seen in files of banks and scanners, which every reader opens.
test.each([
  ['as it should be', PDF],
  ['after a byte order mark', `\u00ef\u00bb\u00bf${PDF}`],
  ['after an empty line', `\r\n${PDF}`],
  ['after what a form puts before a file', `--form\r\ncontent-type: application/pdf\r\n\r\n${PDF}`],
])('a PDF %s is a slip', async (_, text) => {
  const bytes = new Uint8Array(Buffer.from(text, 'latin1'))
  expect(await slipFile(bytes)).toEqual({ type: 'application/pdf', data: bytes, look: null })
})

test('what names a PDF further down is none', () => {
  expect(isPdf(Buffer.from(' '.repeat(1024) + PDF))).toBe(false)
  expect(isPdf(Buffer.from('a receipt in PDF'))).toBe(false)
  expect(isPdf(new Uint8Array())).toBe(false)
})

test('a picture that names a PDF is made anew, without what it says about its camera', async () => {
  const picture = await sharp({
    create: { width: 2, height: 2, channels: 3, background: '#fff' },
  })
    .withExif({ IFD0: { Make: '%PDF-1.4' } })
    .jpeg()
    .toBuffer()
  expect(isPdf(picture)).toBe(true)
  const { type, data } = await slipFile(picture)
  expect(type).toBe('image/webp')
  expect(Buffer.from(data).includes('%PDF-')).toBe(false)
})
