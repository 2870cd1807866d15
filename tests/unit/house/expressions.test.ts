// Every regular expression of the product takes time linear in the length of a text, whoever writes the
// text: its quantifiers are given long runs of what they take, behind its first letters, with an end
// that they do not.
import { readdirSync, readFileSync } from 'node:fs'
import ts from 'typescript'

const FOLDERS = ['app', 'components', 'lib', 'server']
const SIZE = 10_000
/** Milliseconds. Most linear ones take less than one, quadratic ones fifty. */
const MOST = 12
/** How much longer a text of twice the length may take: linear ones double, quadratic ones quadruple. */
const GROWTH = 3
const ENDS = ['\u0001x', '\nx']
const COMMON = [...' \t\r\n\u00a0aAz01-_.,:;/@<>"\'()[]{}=+*&#%$!?|\\\u4e2d\u0301😀']
const COMMON_PAIRS = ['a ', ' a', '1 ', 'a.', '1.', '\r ', ' \n', 'a\n']

const files = ['middleware.ts', 'instrumentation.ts'].concat(
  FOLDERS.flatMap((folder) =>
    readdirSync(folder, { recursive: true, encoding: 'utf8' })
      .filter((file) => /\.tsx?$/.test(file) && !file.startsWith('generated'))
      .map((file) => `${folder}/${file}`),
  ),
)

/** Each as it is written, with a file that has it. */
function expressions(): Map<string, string> {
  const found = new Map<string, string>()
  for (const file of files) {
    const kind = file.endsWith('x') ? ts.ScriptKind.TSX : ts.ScriptKind.TS
    const text = readFileSync(file, 'utf8')
    const visit = (node: ts.Node) => {
      if (ts.isRegularExpressionLiteral(node)) found.set(node.text, file)
      ts.forEachChild(node, visit)
    }
    visit(ts.createSourceFile(file, text, ts.ScriptTarget.Latest, false, kind))
  }
  return found
}

/** The letters with which what is found begins. */
function firstLetters(source: string): string {
  const [whole = '', letters = ''] =
    /^\^?((?:[A-Za-z0-9 :"'<=,@#%&~`!-]|\\[/.+?()[\]{}|^$*-])*)/.exec(source) ?? []
  const isRepeated = /^[*+?{]/.test(source.slice(whole.length))
  return (isRepeated ? letters.replace(/\\?.$/s, '') : letters).replace(/\\(.)/g, '$1')
}

function hostileTexts(source: string, size: number): string[] {
  const written = source
    .replace(/\\u\{?[0-9a-f]{4,5}\}?/gi, '')
    .replace(/\\[dwsDWSbBpPnrtfvk]/g, '')
  const own = [...new Set(written)].filter((letter) => !'\\^$()[]{}|?*+'.includes(letter))
  const some = /\)[*+{]/.test(source) ? own.slice(0, 8) : []
  const pairs = some.flatMap((first) => [...some, 'a', ' '].map((second) => first + second))
  const runs = new Set([...COMMON, ...own, ...pairs, ...COMMON_PAIRS])
  const beginnings = new Set([firstLetters(source), ''])
  return [...beginnings].flatMap((beginning) =>
    [...runs].map(
      (run, nth) =>
        beginning + run.repeat(Math.ceil(size / run.length)) + (ENDS[nth % ENDS.length] ?? ''),
    ),
  )
}

/** Of the processor: what else the machine does is not counted. */
function milliseconds(work: () => unknown): number {
  const begun = process.cpuUsage()
  work()
  const { user, system } = process.cpuUsage(begun)
  return (user + system) / 1000
}

const shortest = (work: () => unknown): number => {
  let least = milliseconds(work)
  for (let round = 0; round < 2 && least > MOST; round++)
    least = Math.min(least, milliseconds(work))
  return least
}

function slowTextOf(literal: string): string | null {
  const end = literal.lastIndexOf('/')
  const [source, flags] = [literal.slice(1, end), literal.slice(end + 1)]
  if (!/[*+]|\{\d*,\}/.test(source)) return null
  const expression = new RegExp(source, flags.includes('g') ? flags : `${flags}g`)
  const texts = hostileTexts(source, SIZE)
  const read = (text: string) => text.replace(expression, '')
  // All at once first: nearly every one is fast.
  if (milliseconds(() => texts.forEach(read)) < 2 * MOST) return null
  const longer = hostileTexts(source, 2 * SIZE)
  const slow = texts.find((text, nth) => {
    const least = shortest(() => read(text))
    return least > MOST && shortest(() => read(longer[nth] ?? '')) > GROWTH * least
  })
  return slow === undefined ? null : `${JSON.stringify(slow.slice(0, 40))} …`
}

test('every regular expression is linear in the text that it is given', () => {
  const all = [...expressions()]
  expect(all.length).toBeGreaterThan(250)
  const slow = all.flatMap(([literal, file]) => {
    const text = slowTextOf(literal)
    return text === null ? [] : [[file, literal, text]]
  })
  expect(slow).toEqual([])
})

test.each([['/\\s+$/'], ['/\\r*\\n[ \\t]/g'], ['/\\w+@/']])(
  'the comparison finds %s, which is not',
  (literal) => {
    expect(slowTextOf(literal)).not.toBeNull()
  },
)
