import 'server-only'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'

type Weight = 'plain' | 'strong'
type Face = { package: string; weights: Record<Weight, number> }

/** Latin first; characters that it lacks are taken from the Chinese font. */
const FACES: readonly Face[] = [
  { package: 'instrument-sans', weights: { plain: 400, strong: 600 } },
  { package: 'noto-sans-sc', weights: { plain: 400, strong: 700 } },
]

// Not traced: next.config.mjs lists the files to include where only traced files are deployed.
const folder = (name: string) =>
  join(/* turbopackIgnore: true */ process.cwd(), 'node_modules/@fontsource', name)

type Subset = { file: (weight: Weight) => string; ranges: [number, number][] }

let subsets: Promise<Subset[]> | null = null

/**
 * Each face is split into subsets of characters. Chinese has dozens, of which a document needs a
 * few.
 */
async function readSubsets(): Promise<Subset[]> {
  const lists = await Promise.all(
    FACES.map(async (face) => {
      const text = await readFile(join(folder(face.package), 'unicode.json'), 'utf8')
      return Object.entries(JSON.parse(text) as Record<string, string>).map(
        ([name, ranges]): Subset => ({
          file: (weight) =>
            join(
              folder(face.package),
              'files',
              `${face.package}-${name.replace(/[[\]]/g, '')}-${face.weights[weight]}-normal.woff`,
            ),
          ranges: ranges.split(',').map((range) => {
            const [from = 0, to = from] = range
              .replace('U+', '')
              .split('-')
              .map((hex) => parseInt(hex, 16))
            return [from, to]
          }),
        }),
      )
    }),
  )
  return lists.flat()
}

export type Fonts = {
  /** The font files by the names that `nameOf` gives. */
  files: Map<string, Buffer>
  /** The font that contains a character; null when none does. */
  nameOf(character: string, weight: Weight): string | null
}

/** The fonts that these texts need, in both weights. */
export async function fontsFor(texts: readonly string[]): Promise<Fonts> {
  subsets ??= readSubsets()
  const all = await subsets
  const found = new Map<string, number>()
  for (const character of new Set(texts.join(''))) {
    const code = character.codePointAt(0) ?? 0
    const at = all.findIndex(({ ranges }) =>
      ranges.some(([from, to]) => code >= from && code <= to),
    )
    if (at >= 0) found.set(character, at)
  }
  const files = new Map<string, Buffer>()
  for (const at of new Set(found.values()))
    for (const weight of ['plain', 'strong'] as const) {
      const file = all[at]?.file(weight)
      if (file) files.set(`${weight}-${at}`, await readFile(file))
    }
  return {
    files,
    nameOf(character, weight) {
      const at = found.get(character)
      return at === undefined ? null : `${weight}-${at}`
    },
  }
}
