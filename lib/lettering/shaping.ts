import createBidi from 'bidi-js'
import type { Font, Glyph } from 'fontkit'

export const bidi = createBidi()

/** OpenType's tags for text that is set from the left, and from the right. */
export type Direction = 'ltra' | 'rtla'

/** Takes the direction as a feature, all that the PDF library passes on; fontkit would guess it. */
export function shaping(font: Font): Font {
  keepCharacters(font)
  const layout = font.layout.bind(font)
  font.layout = (text, features) => {
    const direction = directionOf(features)
    const set = (chosen: typeof features) =>
      layout(
        drawnAs(text, direction),
        chosen,
        undefined,
        undefined,
        direction === 'rtla' ? 'rtl' : 'ltr',
      )
    try {
      return set(features)
    } catch (error) {
      // The library fails where a font has no anchor for a mark on a letter. Then the marks are
      // drawn where they are without one.
      if (!(error instanceof TypeError)) throw error
      return set({ mark: false, mkmk: false, curs: false })
    }
  }
  return font
}

export const directionOf = (features: Parameters<Font['layout']>[1]): Direction =>
  Array.isArray(features) && features.includes('rtla') ? 'rtla' : 'ltra'

/**
 * A glyph for each list of characters that it stands for. The library keeps one glyph with the
 * characters of its first use, none when it was a part of another one, and shapes by them.
 */
function keepCharacters(font: Font): void {
  const getGlyph = font.getGlyph.bind(font)
  const glyphs = new Map<string, Glyph>()
  font.getGlyph = (id, characters = []) => {
    const bare = getGlyph(id)
    if (characters.length === 0) return bare
    const key = `${id} ${characters.join()}`
    const known = glyphs.get(key)
    if (known) return known
    const glyph = new (bare.constructor as GlyphClass)(id, characters, font)
    glyphs.set(key, glyph)
    return glyph
  }
}
type GlyphClass = new (id: number, characters: readonly number[], font: Font) => Glyph

/** The characters that are drawn for `text`, in the order in which the font library needs them. */
export const drawnAs = (text: string, direction: Direction): string =>
  direction === 'rtla' ? mirrored(ordered(text)) : ordered(text)

/**
 * A Thai or Lao tone mark after the vowel sign that it is drawn above, and an Arabic shadda before
 * the vowels: the font library leaves them as typed.
 */
const ordered = (text: string): string =>
  text
    .replace(/([\u0e48-\u0e4c])\u0e33/g, '\u0e4d$1\u0e32')
    .replace(/([\u0ec8-\u0ecc])\u0eb3/g, '\u0ecd$1\u0eb2')
    .replace(/([\u064b-\u0650\u0656\u0670]+)\u0651/g, '\u0651$1')

/** Brackets and their like turned round. */
const mirrored = (text: string): string =>
  [...text].map((character) => bidi.getMirroredCharacter(character) ?? character).join('')
