import {
  clockOf,
  PEAKS_TEXT,
  peaksOf,
  rangeOf,
  soundKind,
  UPLOAD_NAME,
  uploadType,
  waveform,
} from '@/lib/uploads/rules'

const bytes = (...parts: (string | number)[]) =>
  Uint8Array.from(
    parts.flatMap((part) =>
      typeof part === 'number' ? part : [...part].map((letter) => letter.charCodeAt(0)),
    ),
  )

test.each([
  ['wav', bytes('RIFF', 1, 2, 3, 4, 'WAVE')],
  ['ogg', bytes('OggS', 0)],
  ['m4a', bytes(0, 0, 0, 32, 'ftyp', 'M4A ')],
  ['mp3', bytes('ID3', 4)],
  ['mp3', bytes(0xff, 0xfb, 0x90)],
  [null, bytes('RIFF', 1, 2, 3, 4, 'WEBP')],
  [null, bytes(0, 0, 0, 32, 'ftyp', 'avif')],
  [null, bytes(0xff, 0xd8, 0xff, 0xe0)],
  [null, bytes('<svg')],
  [null, bytes()],
])('a file is %s by its first bytes', (kind, file) => expect(soundKind(file)).toBe(kind))

test.each([
  [null, null],
  ['bytes=0-', { from: 0, to: 99 }],
  ['bytes=0-1', { from: 0, to: 1 }],
  ['bytes=90-500', { from: 90, to: 99 }],
  ['bytes=-10', { from: 90, to: 99 }],
  ['bytes=-500', { from: 0, to: 99 }],
  ['bytes=100-', 'none'],
  ['bytes=5-4', 'none'],
  ['bytes=-0', 'none'],
  ['bytes=-', null],
  ['bytes=0-1,4-5', null],
  ['pages=0-1', null],
])('of 100 bytes %j asks for %j', (header, range) => expect(rangeOf(header, 100)).toEqual(range))

test('a waveform has 160 levels, the loudest of them full, whatever the volume', () => {
  const quiet = Float32Array.from({ length: 48_000 }, (_, at) => (at < 24_000 ? -0.1 : 0.02))
  const peaks = peaksOf(quiet)
  expect(peaks).toBe('z'.repeat(80) + '7'.repeat(80))
  expect(PEAKS_TEXT.test(peaks)).toBe(true)
  expect(peaksOf(new Float32Array(10))).toBe('0'.repeat(160))
  expect(waveform('0z')).toBe('M0 48v4M1 2v96')
})

test('a sound is served under its own type, and no other name is one', () => {
  const hash = 'a'.repeat(40)
  expect(['webp', 'mp3', 'm4a', 'ogg', 'wav'].map((end) => uploadType(`${hash}.${end}`))).toEqual([
    'image/webp',
    'audio/mpeg',
    'audio/mp4',
    'audio/ogg',
    'audio/wav',
  ])
  for (const name of [`${hash}.html`, `${hash}.svg`, `../${hash}.mp3`])
    expect([name, UPLOAD_NAME.test(name)]).toEqual([name, false])
  expect([0, 4.9, 61, 3600].map(clockOf)).toEqual(['0:00', '0:04', '1:01', '60:00'])
})
