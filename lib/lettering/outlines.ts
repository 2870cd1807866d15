import 'server-only'
import { shaped, type TextLine } from './lines'

/** A line of text as a path of SVG: no font is asked for where the picture is rendered. */
export function outlines({ runs }: TextLine, size: number, x: number, baseline: number): string {
  let at = x
  let path = ''
  for (const run of runs) {
    const scale = size / run.face.font.unitsPerEm
    const { glyphs, positions } = shaped(run)
    for (const [index, glyph] of glyphs.entries()) {
      const { xAdvance = 0, xOffset = 0, yOffset = 0 } = positions[index] ?? {}
      const [left, up] = [at + xOffset * scale, baseline - yOffset * scale]
      path += glyph.path.transform(scale, 0, 0, -scale, left, up).toSVG()
      at += xAdvance * scale
    }
  }
  return path
}
