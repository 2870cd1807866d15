// Rules about files that no linter has: a name says which concept a file contains, and a line can
// be read without scrolling. Prettier keeps code within 100 columns but leaves comments alone.
import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import ts from 'typescript'

const NAMELESS = /(^|\/)(helpers?|utils?|misc|common|shared|stuff)\.(ts|tsx|mjs)$/
const CODE = /\.(ts|tsx|mjs)$/
const MAX_COLUMNS = 110

const TEXTS = new Set([
  ts.SyntaxKind.StringLiteral,
  ts.SyntaxKind.NoSubstitutionTemplateLiteral,
  ts.SyntaxKind.TemplateHead,
  ts.SyntaxKind.TemplateMiddle,
  ts.SyntaxKind.TemplateTail,
  ts.SyntaxKind.RegularExpressionLiteral,
  ts.SyntaxKind.JsxText,
])

/** A query is code, although it is in a template. */
const isQuery = (node) =>
  ts.isTaggedTemplateExpression(node) && /(\$queryRaw|\$executeRaw|\bsql)$/.test(node.tag.getText())

/** The file with every character of a string, template, regular expression or JSX text removed. */
function withoutTexts(path, text) {
  const source = ts.createSourceFile(path, text, ts.ScriptTarget.Latest, true)
  const kept = text.split('')
  const visit = (node) => {
    if (isQuery(node)) return
    if (TEXTS.has(node.kind)) {
      const start = node.kind === ts.SyntaxKind.JsxText ? node.pos : node.getStart(source)
      for (let at = start; at < node.end; at++) if (kept[at] !== '\n') kept[at] = ''
    }
    ts.forEachChild(node, visit)
  }
  visit(source)
  return kept.join('')
}

/** The violations in one file of the repository, as sentences; empty when there are none. */
export function faultsOf(path, text) {
  const faults = []
  if (/^(app|components|lib|server)\//.test(path) && NAMELESS.test(path))
    faults.push(`${path}: the name says nothing; name the concept or the use case it holds`)
  if (!CODE.test(path)) return faults
  const lines = text.split('\n')
  if (lines.every((line) => line.length <= MAX_COLUMNS)) return faults
  // A long text cannot be broken without changing it; the code around it can.
  const code = withoutTexts(path, text).split('\n')
  lines.forEach((line, index) => {
    if (line.length <= MAX_COLUMNS || /https?:\/\//.test(line)) return
    if (code[index].length > MAX_COLUMNS - 20)
      faults.push(`${path}:${index + 1}: ${line.length} columns; at most ${MAX_COLUMNS}`)
  })
  return faults
}

if (process.argv[1] && resolve(process.argv[1]) === fileURLToPath(import.meta.url)) {
  const root = resolve(fileURLToPath(import.meta.url), '../..')
  const listed = execFileSync(
    'git',
    ['ls-files', '--cached', '--others', '--exclude-standard', '-z'],
    {
      cwd: root,
    },
  )
  const deleted = execFileSync('git', ['ls-files', '--deleted', '-z'], { cwd: root })
  const gone = new Set(deleted.toString().split('\0'))
  const faults = listed
    .toString()
    .split('\0')
    .filter((path) => CODE.test(path) && !gone.has(path))
    .flatMap((path) => faultsOf(path, readFileSync(resolve(root, path), 'utf8')))
  for (const fault of faults) console.error(fault)
  if (faults.length > 0) process.exit(1)
}
