import 'server-only'
import type { GlyphRun } from 'fontkit'
import { fontsFor, INVISIBLE, type Face, type FontChoice, type Weight } from './fonts'
import { bidi, type Direction } from './shaping'

export type Style = { weight: Weight; size: number }

/** Neighbouring characters of one font and one direction. */
export type Run = { face: Face; text: string; direction: Direction; width: number }
/** Its runs from left to right. */
export type TextLine = { runs: Run[]; width: number }
type Part = Omit<Run, 'width'> & { level: number }

const graphemes = new Intl.Segmenter('en', { granularity: 'grapheme' })

/** What a character that no font has is drawn as. */
const SUBSTITUTE = '\ufffd'
const RIGHT_TO_LEFT =
  /[\u0590-\u08ff\u200f\ufb1d-\ufdff\ufe70-\ufeff\u{10800}-\u{10fff}\u{1e800}-\u{1efff}]/u

/** `text` on one line, with letters composed as fonts have them. */
const prepared = (text: string): string =>
  text
    .replace(/[\t\n\v\f\r\u0085\u2028\u2029]/g, ' ')
    .replace(/[\p{Cc}\p{Cs}]/gu, SUBSTITUTE)
    .normalize('NFC')

/** Every visible character is drawn, with some font of `choose`. */
function lineOf(text: string, size: number, choose: FontChoice): TextLine {
  const levels = RIGHT_TO_LEFT.test(text) ? bidi.getEmbeddingLevels(text, 'ltr').levels : null
  const parts: Part[] = []
  for (const { segment, index } of graphemes.segment(text)) {
    const level = levels?.[index] ?? 0
    const direction = level % 2 === 1 ? 'rtla' : 'ltra'
    for (const [face, drawn] of facesOf(segment, choose)) {
      const last = parts.at(-1)
      if (last?.face === face && last.level === level) last.text += drawn
      else parts.push({ face, text: drawn, direction, level })
    }
  }
  const runs = fromLeftToRight(parts).map((part) => ({
    ...part,
    width: (shaped(part).advanceWidth * size) / part.face.font.unitsPerEm,
  }))
  return { runs, width: runs.reduce((sum, { width }) => sum + width, 0) }
}

/** A grapheme in one font, or its characters one by one where no font has all of them. */
function facesOf(grapheme: string, choose: FontChoice): [Face, string][] {
  const characters = [...grapheme]
  const face = choose(grapheme)
  if (face)
    return characters.every((one) => INVISIBLE.test(one))
      ? []
      : [[face, characters.filter((one) => !INVISIBLE.test(one) || isJoiner(one, face)).join('')]]
  if (grapheme === SUBSTITUTE) throw new Error('No font has the substitute character')
  return characters.flatMap((one) => facesOf(characters.length > 1 ? one : SUBSTITUTE, choose))
}

/** An invisible character that this font uses to choose other forms and draws nothing for. */
const isJoiner = (character: string, { font }: Face): boolean => {
  const code = character.codePointAt(0) ?? 0
  return (
    /[\u200c\u200d\u{e0020}-\u{e007f}]/u.test(character) &&
    font.hasGlyphForCodePoint(code) &&
    font.glyphForCodePoint(code).advanceWidth === 0
  )
}

/** Rule L2 of the Unicode bidirectional algorithm, for runs. */
function fromLeftToRight(parts: Part[]): Part[] {
  let order = parts
  for (let level = Math.max(0, ...parts.map((part) => part.level)); level > 0; level--) {
    const next: Part[] = []
    let turned: Part[] = []
    for (const part of order) {
      if (part.level >= level) {
        turned.unshift(part)
        continue
      }
      next.push(...turned, part)
      turned = []
    }
    order = [...next, ...turned]
  }
  return order
}

export const shaped = ({ face, text, direction }: Omit<Run, 'width'>): GlyphRun =>
  face.font.layout(text, [direction])

// A line may break after a space, and between Chinese characters except before closing marks.
const CHINESE = /[\u2e80-\u9fff\uf900-\ufaff\uff00-\uffef\u{20000}-\u{3ffff}]/u
const CLOSING = /[，。、：；！？）》」』】%]/
const OPENING = /[（《「『【]/

/** The parts of a text that stay on one line. */
export function piecesOf(text: string): string[] {
  const parts: string[] = []
  let part = ''
  let before = ''
  for (const { segment } of graphemes.segment(text)) {
    const mayBreak =
      before === ' ' ||
      ((CHINESE.test(before) || CHINESE.test(segment)) &&
        before !== '' &&
        !CLOSING.test(segment) &&
        !OPENING.test(before))
    if (mayBreak && part) {
      parts.push(part)
      part = ''
    }
    part += segment
    before = segment
  }
  return part ? [...parts, part] : parts
}

type Limits = {
  width: number
  /** At most this many lines; a text that goes on ends with an ellipsis. */
  most?: number
  /** The parts that stay on one line where they fit. */
  pieces?: (text: string) => readonly string[]
}

/** `text` in lines. A piece that is longer than a line, such as an address, is broken anywhere. */
export function wrapped(
  text: string,
  { weight, size }: Style,
  { width, most = Infinity, pieces = piecesOf }: Limits,
): TextLine[] {
  const whole = prepared(text)
  const choose = fontsFor(whole, weight)
  const set = (part: string) => lineOf(part.trim(), size, choose)
  const space = lineOf(' ', size, choose).width
  const lines: string[] = []
  let line = ''
  let used = 0
  const add = (part: string) => {
    const own = set(part).width
    if (line && used + own > width) {
      lines.push(line)
      line = ''
      used = 0
    }
    line += part
    used += own + (part.length - part.trimEnd().length) * space
  }
  for (const piece of pieces(whole)) {
    if (set(piece).width <= width) add(piece)
    else for (const { segment } of graphemes.segment(piece)) add(segment)
  }
  lines.push(line)
  const written = lines.filter((one) => one.trim())
  if (written.length > most) {
    const last = Array.from(graphemes.segment(written[most - 1] ?? ''), ({ segment }) => segment)
    while (last.length > 0 && set(`${last.join('').trim()}…`).width > width) last.pop()
    written.splice(most - 1, Infinity, `${last.join('').trim()}…`)
  }
  return written.map(set)
}
