import 'server-only'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { inflateSync } from 'node:zlib'
import { create, type Font } from 'fontkit'
import { shaping } from './shaping'

/** Text, emphasised text, and the large type of link previews. */
export const WEIGHTS = ['plain', 'strong', 'display'] as const
export type Weight = (typeof WEIGHTS)[number]

export type Face = { name: string; font: Font }

// Whole fonts: packages for browsers split theirs into a hundred files, each with a part of the
// characters, and list in a table what they should contain.
const google = (name: string, style: string) => {
  const family = name
    .split('-')
    .map((word) => (word === 'sc' ? 'SC' : `${word[0]?.toUpperCase()}${word.slice(1)}`))
    .join('')
  return `@expo-google-fonts/${name}/${style}/${family}_${style}.ttf`
}
// The rarest last: a file is opened when no earlier one has a character.
const NOTO = ['noto-sans', 'noto-sans-tamil', 'noto-sans-thai', 'noto-sans-arabic', 'noto-sans-sc']
const EMOJI = 'noto-emoji'
/** Every character of the Basic Multilingual Plane, and many others, as coarse bitmaps. */
const LAST = '@fontsource/unifontex/files/unifontex-latin-400-normal.woff'

type Stack = {
  /** Has precomposed letters only. */
  brand: string
  noto: string[]
  emoji: string
}
const stack = (brand: string, style: string): Stack => ({
  brand,
  noto: [...NOTO.map((name) => google(name, style)), google(EMOJI, style), LAST],
  emoji: google(EMOJI, style),
})
const STACKS: Record<Weight, Stack> = {
  plain: stack(google('instrument-sans', '400Regular'), '400Regular'),
  strong: stack(google('instrument-sans', '600SemiBold'), '700Bold'),
  display: stack(google('bricolage-grotesque', '700Bold'), '700Bold'),
}

export const FONT_FILES: readonly string[] = [
  ...new Set(WEIGHTS.flatMap((weight) => [STACKS[weight].brand, ...STACKS[weight].noto])),
]

const opened = new Map<string, Face>()

/** Opens a file of FONT_FILES at its first use and keeps it. */
export function openFace(file: string): Face {
  const known = opened.get(file)
  if (known) return known
  // Not traced: next.config.mjs lists the files to include where only traced files are deployed.
  const path = join(/* turbopackIgnore: true */ process.cwd(), 'node_modules', file)
  const data = readFileSync(path)
  const font = create(file.endsWith('.woff') ? unwrapped(data) : data)
  // A collection of fonts has none of a font's own functions.
  if (!('layout' in font)) throw new Error(`${file} is not a single font`)
  const face = { name: file.replace(/^.*\/|\.\w+$/g, ''), font: shaping(font) }
  opened.set(file, face)
  return face
}

const HEADER = 12
const ENTRY = 16

/** The library reads WOFF too, but inflates tables again for each glyph, and some not at all. */
function unwrapped(woff: Buffer): Buffer<ArrayBuffer> {
  const tables = Array.from({ length: woff.readUInt16BE(12) }, (_, index) => {
    const entry = woff.subarray(44 + 20 * index)
    const stored = woff.subarray(
      entry.readUInt32BE(4),
      entry.readUInt32BE(4) + entry.readUInt32BE(8),
    )
    const length = entry.readUInt32BE(12)
    const data = stored.length < length ? inflateSync(stored) : stored
    return { tag: entry.subarray(0, 4), checksum: entry.subarray(16, 20), data }
  })
  const head = Buffer.alloc(HEADER + ENTRY * tables.length)
  woff.copy(head, 0, 4, 8)
  head.writeUInt16BE(tables.length, 4)
  const parts: Buffer[] = [head]
  let at = head.length
  for (const [index, { tag, checksum, data }] of tables.entries()) {
    const entry = head.subarray(HEADER + ENTRY * index)
    tag.copy(entry, 0)
    checksum.copy(entry, 4)
    entry.writeUInt32BE(at, 8)
    entry.writeUInt32BE(data.length, 12)
    const padding = Buffer.alloc(-data.length & 3)
    parts.push(data, padding)
    at += data.length + padding.length
  }
  return Buffer.concat(parts)
}

// Where a font of text also has the sign, the emoji is meant.
const EMOJI_SIGN = /\p{Emoji_Presentation}|\p{Emoji}\ufe0f/u
/** Characters that only say how others are drawn: a font need not have them. */
export const INVISIBLE = /\p{Default_Ignorable_Code_Point}/u

const LATIN = /[\p{Script=Latin}\p{Script=Inherited}]/u

const has = (file: string, character: string) =>
  openFace(file).font.hasGlyphForCodePoint(character.codePointAt(0) ?? 0)

/** Gives a grapheme, which is drawn as one, the first font that has all of it; null where none has. */
export type FontChoice = (grapheme: string) => Face | null

/** A line with a letter that the brand's font lacks, such as ễ, has all its Latin letters in one font. */
export function fontsFor(line: string, weight: Weight): FontChoice {
  const { brand, noto, emoji } = STACKS[weight]
  const isBranded = [...line].every(
    (one) => !LATIN.test(one) || INVISIBLE.test(one) || has(brand, one),
  )
  const text = isBranded ? [brand, ...noto] : noto
  return (grapheme) => {
    const characters = [...grapheme].filter((one) => !INVISIBLE.test(one))
    const files = EMOJI_SIGN.test(grapheme) ? [emoji, ...noto] : characters.length > 1 ? noto : text
    const file = files.find((each) => characters.every((one) => has(each, one)))
    return file === undefined ? null : openFace(file)
  }
}
