import type { Font, Glyph, GlyphPosition } from 'fontkit'
import { INVISIBLE } from './fonts'
import { directionOf, drawnAs, type Direction } from './shaping'

const graphemes = new Intl.Segmenter('en', { granularity: 'grapheme' })

type Subset = {
  /** By the numbers of the embedded glyphs. */
  glyphs: number[]
  includeGlyph: (glyph: number | Lettered) => number
}
/** What the PDF library takes for a glyph and its number. */
type Lettered = { glyph: number; key: string }

/**
 * `font` for one PDF. A glyph is embedded once for each text that it stands for, because the library
 * has one text per embedded glyph: the first, also where the same shape means another character.
 */
export function documentFont(font: Font): Font {
  const own = Object.create(font) as Font
  own.layout = (text, features) => {
    const run = font.layout(text, features)
    const texts = textsOf(text, run.glyphs, run.positions, directionOf(features))
    run.glyphs = run.glyphs.map((glyph, index) => lettered(glyph, texts[index] ?? ''))
    return run
  }
  own.createSubset = () => {
    const subset = font.createSubset() as unknown as Subset
    const include = subset.includeGlyph.bind(subset)
    const included = new Map<string, number>()
    subset.includeGlyph = (one) => {
      if (typeof one === 'number') return include(one)
      const known = included.get(one.key)
      if (known !== undefined) return known
      const place = subset.glyphs.push(one.glyph) - 1
      included.set(one.key, place)
      return place
    }
    return subset as unknown as ReturnType<Font['createSubset']>
  }
  return own
}

function lettered({ id, advanceWidth }: Glyph, text: string): Glyph {
  const codePoints = [...text].map((character) => character.codePointAt(0) ?? 0)
  return { id: { glyph: id, key: `${id} ${text}` }, advanceWidth, codePoints } as unknown as Glyph
}

/**
 * The part of `text` that each glyph stands for. Where several glyphs draw a grapheme, or one draws
 * several, the first has all of their text, so that it is read in the order in which it was typed.
 */
function textsOf(
  text: string,
  glyphs: readonly Glyph[],
  positions: readonly GlyphPosition[],
  direction: Direction,
): string[] {
  const rest = Array.from(graphemes.segment(text), ({ segment }) => segment)
  const texts = glyphs.map(() => '')
  const order = [...glyphs.keys()]
  if (direction === 'rtla') order.reverse()
  // How often a character was taken from the text and not drawn yet; below zero the reverse.
  const open = new Map<number, number>()
  const count = (code: number, by: number) => {
    const now = (open.get(code) ?? 0) + by
    if (now === 0) open.delete(code)
    else open.set(code, now)
  }
  let first = -1
  const take = (grapheme: string) => {
    texts[first] += grapheme
    for (const character of drawnAs(grapheme, direction))
      if (!INVISIBLE.test(character)) count(character.codePointAt(0) ?? 0, 1)
  }
  for (const index of order) {
    const codes = codesOf(glyphs[index], positions[index])
    if (codes.length === 0) continue
    if (open.size === 0) first = index
    for (const code of codes) count(code, -1)
    while (rest.length > 0 && [...open.values()].some((times) => times < 0))
      take(rest.shift() ?? '')
  }
  if (first >= 0) for (const grapheme of rest) take(grapheme)
  return texts
}

/** None for what the font library puts in the place of an invisible character: a space without width. */
const codesOf = (glyph?: Glyph, position?: GlyphPosition): number[] =>
  !glyph || (glyph.codePoints[0] === 0x20 && position?.xAdvance === 0) ? [] : glyph.codePoints
