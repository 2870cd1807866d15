import { readFile } from 'node:fs/promises'
import { join } from 'node:path'

type Font = { name: string; data: Buffer; weight: 400 | 500 | 700; style: 'normal' }
type Face = { name: string; package: string; weight: 400 | 500 | 700 }

const DISPLAY: Face = { name: 'display', package: 'bricolage-grotesque', weight: 700 }
const TEXT: Face = { name: 'text', package: 'instrument-sans', weight: 500 }
const CHINESE: Face = { name: 'chinese', package: 'noto-sans-sc', weight: 700 }

// Not traced: next.config.mjs lists the few files to include where only traced files are deployed.
const folder = (face: Face) =>
  join(/* turbopackIgnore: true */ process.cwd(), 'node_modules/@fontsource', face.package)

const covers = (ranges: string, code: number): boolean =>
  ranges.split(',').some((range) => {
    const [from = 0, to = from] = range
      .replace('U+', '')
      .split('-')
      .map((hex) => parseInt(hex, 16))
    return code >= from && code <= to
  })

/** The subsets of a face that `characters` need, and which characters they contain. */
async function subsetsFor(face: Face, characters: string[]) {
  const ranges = JSON.parse(await readFile(join(folder(face), 'unicode.json'), 'utf8')) as Record<
    string,
    string
  >
  const names = new Map<string, string[]>()
  for (const character of characters) {
    const subset = Object.keys(ranges).find((name) =>
      covers(ranges[name] ?? '', character.codePointAt(0) ?? 0),
    )
    if (subset) names.set(subset, [...(names.get(subset) ?? []), character])
  }
  const fonts = await Promise.all(
    [...names.keys()].map(async (subset): Promise<Font> => {
      const file = `${face.package}-${subset.replace(/[[\]]/g, '')}-${face.weight}-normal.woff`
      // Of several fonts with one name the renderer uses the first only.
      return {
        name: `${face.name}-${subset}`,
        data: await readFile(join(folder(face), 'files', file)),
        weight: face.weight,
        style: 'normal',
      }
    }),
  )
  return { fonts, known: new Set([...names.values()].flat()) }
}

type Fonts = {
  fonts: Font[]
  display: string
  plain: string
  /**
   * Without the characters that none of the fonts has: for those the renderer would query a font
   * service on the internet.
   */
  written(text: string): string
}

/**
 * The fonts that `text` needs, and their families. Chinese is split into dozens of subsets, of
 * which a title needs a few.
 */
export async function fontsFor(text: string): Promise<Fonts> {
  const characters = [...new Set(text)]
  const [display, plain] = await Promise.all([
    subsetsFor(DISPLAY, characters),
    subsetsFor(TEXT, characters),
  ])
  const chinese = await subsetsFor(
    CHINESE,
    characters.filter((character) => !display.known.has(character)),
  )
  const family = (...parts: { fonts: Font[] }[]) =>
    parts.flatMap(({ fonts }) => fonts.map(({ name }) => `'${name}'`)).join(', ')
  return {
    fonts: [...display.fonts, ...plain.fonts, ...chinese.fonts],
    display: family(display, chinese),
    plain: family(plain, chinese),
    written: (part) =>
      [...part]
        .filter((character) => display.known.has(character) || chinese.known.has(character))
        .join(''),
  }
}
