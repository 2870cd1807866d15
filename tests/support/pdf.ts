// Reads the text of a PDF of pdfkit back as a viewer's search does: content streams, and each
// font's ToUnicode table.
import { inflateSync } from 'node:zlib'

type Shown = { page: number; y: number; font: string; glyphs: number[]; text: string }

const OBJECT = /(\d+) 0 obj\n([\s\S]*?)\nendobj/g

export function readPdf(file: Buffer) {
  const raw = file.toString('latin1')
  const objects = new Map<string, string>()
  for (const [, id = '', body = ''] of raw.matchAll(OBJECT)) objects.set(id, body)
  const streamOf = (id: string): string => {
    const body = objects.get(id) ?? ''
    const start = body.indexOf('stream\n') + 'stream\n'.length
    const bytes = Buffer.from(body.slice(start, body.lastIndexOf('\nendstream')), 'latin1')
    return (body.includes('/FlateDecode') ? inflateSync(bytes) : bytes).toString('latin1')
  }
  const pages = [...objects.values()].filter((body) => /\/Type \/Page\b/.test(body))
  const shown = pages.flatMap((body, page) => {
    const fonts = fontsOf(objects.get(/\/Resources (\d+)/.exec(body)?.[1] ?? '') ?? '')
    const content = streamOf(/\/Contents (\d+)/.exec(body)?.[1] ?? '')
    return shownIn(content, page, (name) => tableOf(fonts.get(name) ?? ''))
  })

  function fontsOf(resources: string): Map<string, string> {
    const list = /\/Font <<([\s\S]*?)>>/.exec(resources)?.[1] ?? ''
    return new Map(
      [...list.matchAll(/\/(\w+) (\d+) 0 R/g)].map(([, name = '', id = '']) => [name, id]),
    )
  }
  function tableOf(font: string): string[] {
    const table = streamOf(/\/ToUnicode (\d+)/.exec(objects.get(font) ?? '')?.[1] ?? '')
    const letters: string[] = []
    for (const [, from = '', list = ''] of table.matchAll(/<(\w+)> <\w+> \[(.*?)\]/g))
      for (const [index, [, hex = '']] of [...list.matchAll(/<([\w ]*)>/g)].entries())
        letters[parseInt(from, 16) + index] = Buffer.from(hex.replaceAll(' ', ''), 'hex')
          .swap16()
          .toString('utf16le')
    return letters
  }
  return {
    pages: pages.length,
    shown,
    /** All text in the order in which it was drawn, a line for each baseline. */
    text: shown.reduce((text, { page, y, text: part }, index) => {
      const before = shown[index - 1]
      const isSameLine = before?.page === page && before.y === y
      return `${text}${index === 0 || isSameLine ? '' : '\n'}${part}`
    }, ''),
    /** How many glyphs are the empty box of a font that does not have the character. */
    missing: shown.flatMap(({ glyphs }) => glyphs).filter((glyph) => glyph === 0).length,
  }
}

function shownIn(content: string, page: number, letters: (font: string) => string[]): Shown[] {
  const shown: Shown[] = []
  const tables = new Map<string, string[]>()
  let y = 0
  let font = ''
  const steps = /1 0 0 1 [\d.-]+ ([\d.-]+) Tm|\/(\w+) [\d.]+ Tf|\[((?:<\w*>|[\d.\s-])+)\] TJ/g
  for (const [, moved, chosen, drawn] of content.matchAll(steps)) {
    if (moved) y = Number(moved)
    if (chosen) font = chosen
    if (!drawn) continue
    if (!tables.has(font)) tables.set(font, letters(font))
    const glyphs = [...drawn.matchAll(/<(\w*)>/g)].flatMap(([, hex = '']) =>
      (hex.match(/.{4}/g) ?? []).map((code) => parseInt(code, 16)),
    )
    const text = glyphs.map((glyph) => asDrawn(tables.get(font)?.[glyph] ?? '')).join('')
    shown.push({ page, y, font, glyphs, text })
  }
  return shown
}

const graphemes = new Intl.Segmenter('en', { granularity: 'grapheme' })

/** Letters that are joined in one glyph, as they follow each other from left to right. */
const asDrawn = (text: string): string =>
  /\p{Script=Arabic}/u.test(text)
    ? Array.from(graphemes.segment(text), ({ segment }) => segment)
        .reverse()
        .join('')
    : text
