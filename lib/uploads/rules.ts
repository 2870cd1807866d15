// docs/decisions/020 G9. Pure.

/** Bytes. */
export const UPLOAD_LIMIT = 8 * 1024 * 1024
/** The types that a browser offers; the server inspects the file itself. */
export const UPLOAD_TYPES = 'image/jpeg,image/png,image/webp,image/avif,image/gif'
/** Pixels. */
export const LONGEST_SIDE = 1920
/** Sounds are stored as they are: each with its type. */
const SOUND_FILES = { mp3: 'audio/mpeg', m4a: 'audio/mp4', ogg: 'audio/ogg', wav: 'audio/wav' }
export type SoundKind = keyof typeof SOUND_FILES
export const SOUND_TYPES = 'audio/mpeg,audio/mp4,audio/ogg,audio/wav,.mp3,.m4a,.opus,.ogg,.wav'
/** Names are hashes of the file's bytes: the content under a name never changes. */
export const UPLOAD_NAME = /^[0-9a-f]{40}\.(?:webp|mp3|m4a|ogg|wav)$/
export const SOUND_PATH = /^\/api\/uploads\/[0-9a-f]{40}\.(?:mp3|m4a|ogg|wav)$/

export const uploadPath = (name: string): string => `/api/uploads/${name}`

export const uploadType = (name: string): string =>
  SOUND_FILES[name.split('.').at(-1) as SoundKind] ?? 'image/webp'

// Those of MPEG-4; pictures of its family have others.
const SOUND_BRANDS = ['M4A ', 'mp41', 'mp42', 'isom']

/** What a file is by its first bytes, whatever it is called; null for no sound. */
export function soundKind(bytes: Uint8Array): SoundKind | null {
  const letters = (from: number, to: number) => String.fromCharCode(...bytes.subarray(from, to))
  if (letters(0, 4) === 'RIFF' && letters(8, 12) === 'WAVE') return 'wav'
  if (letters(0, 4) === 'OggS') return 'ogg'
  if (letters(4, 8) === 'ftyp' && SOUND_BRANDS.includes(letters(8, 12))) return 'm4a'
  const isFrame = bytes[0] === 0xff && ((bytes[1] ?? 0) & 0xe6) === 0xe2
  return isFrame || letters(0, 3) === 'ID3' ? 'mp3' : null
}

/** Bytes of a bank's slip, and the types that a browser offers for it. */
export const SLIP_LIMIT = 4 * 1024 * 1024
export const SLIP_TYPES = 'application/pdf,image/jpeg,image/png'

const begins = (bytes: Uint8Array, ...first: number[]): boolean =>
  first.every((byte, nth) => bytes[nth] === byte)
/** Readers look for its header in the first 1024 bytes: some banks write a mark or blanks before it. */
export const isPdf = (bytes: Uint8Array): boolean =>
  String.fromCharCode(...bytes.subarray(0, 1024)).includes('%PDF-')
export const isJpeg = (bytes: Uint8Array): boolean => begins(bytes, 0xff, 0xd8, 0xff)
export const isPng = (bytes: Uint8Array): boolean => begins(bytes, 0x89, 0x50, 0x4e, 0x47)
export const isSlipPicture = (bytes: Uint8Array): boolean => isJpeg(bytes) || isPng(bytes)
// Those of pictures as iPhones take them; AVIF, of the same family, has others.
const HEIC_BRANDS = ['heic', 'heix', 'heim', 'heis', 'mif1']
export const isHeic = (bytes: Uint8Array): boolean =>
  String.fromCharCode(...bytes.subarray(4, 8)) === 'ftyp' &&
  HEIC_BRANDS.includes(String.fromCharCode(...bytes.subarray(8, 12)))

/** A picture in so few grey pixels that other compression or another size changes none by much. */
export const LOOK = { width: 48, height: 96 }
// Other compression changes a pixel of it by up to 5 of 256, another digit of a slip by more than 15.
const LOOK_TOLERANCE = 9

/** Two looks are of one picture, compressed otherwise or in another size. */
export const isSameLook = (one: Uint8Array, other: Uint8Array): boolean =>
  one.length === other.length &&
  one.every((grey, nth) => Math.abs(grey - (other[nth] ?? 0)) <= LOOK_TOLERANCE)

/** The bytes that are asked for; null: all of them; `none`: there are no such bytes. */
export function rangeOf(
  header: string | null,
  size: number,
): { from: number; to: number } | 'none' | null {
  const found = /^bytes=(\d{0,15})-(\d{0,15})$/.exec(header ?? '')
  if (!found || found[0] === 'bytes=-') return null
  const [, first = '', last = ''] = found
  const from = first === '' ? Math.max(0, size - Number(last)) : Number(first)
  const to = first === '' || last === '' ? size - 1 : Math.min(size - 1, Number(last))
  return from > to ? 'none' : { from, to }
}

const PEAKS = 160
const LEVELS = 35
/** The loudest moments of a recording, a digit of base 36 each; or none. */
export const PEAKS_TEXT = new RegExp(`^(?:[0-9a-z]{${PEAKS}})?$`)

export function peaksOf(samples: Float32Array): string {
  const levels = Array.from({ length: PEAKS }, (_, slot) => {
    const at = (nth: number) => Math.floor((nth * samples.length) / PEAKS)
    return samples.subarray(at(slot), at(slot + 1)).reduce((a, b) => Math.max(a, Math.abs(b)), 0)
  })
  const loudest = Math.max(...levels) || 1
  return levels.map((level) => Math.round((LEVELS * level) / loudest).toString(36)).join('')
}

/** The waveform as the path of an SVG, 160 wide and 100 high. */
export const waveform = (peaks: string): string =>
  [...peaks]
    .map((digit, slot) => {
      const half = Math.max(2, Math.round((48 * Number.parseInt(digit, 36)) / LEVELS))
      return `M${slot} ${50 - half}v${2 * half}`
    })
    .join('')

/** 0:04 */
export const clockOf = (seconds: number): string =>
  `${Math.floor(seconds / 60)}:${String(Math.floor(seconds % 60)).padStart(2, '0')}`
