// The table of docs/testing.md: one row per fault, of which a run replaces the cell it has
// measured.
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { root } from '../env.mjs'
import { FAULTS } from './list.mjs'

const FILE = join(root, 'docs/testing.md')
const BEGIN = '<!-- seeded faults: begin -->'
const END = '<!-- seeded faults: end -->'
const NOT_MEASURED = '–'

const plain = (text) => text.replaceAll('|', '¦').replaceAll('\n', ' ')

function cellOf({ trouble, noticedBy }, tests) {
  if (trouble) return plain(`could not be measured: ${trouble}`)
  if (noticedBy.length === 0) return `**not noticed** (${tests.join(', ')})`
  const [first, ...others] = noticedBy
  const more = others.length ? `, and ${others.length} more` : ''
  return plain(first.replace(/^tests\//, '') + more)
}

function read() {
  const [head, rest] = readFileSync(FILE, 'utf8').split(BEGIN)
  const [table, foot] = (rest ?? '').split(END)
  if (foot === undefined) throw new Error(`${FILE} has no place for the table.`)
  const rows = new Map(
    [...table.matchAll(/^\| `([\w-]+)` \|.*$/gm)].map(([line, name]) => {
      const cells = line.slice(2, -2).split(' | ')
      return [name, { before: cells[3], now: cells[4] }]
    }),
  )
  return { head, table, foot, rows }
}

/**
 * Whether the table has no result of this fault, before or now, or says that it was not measured.
 */
export function isMissing({ name }, isBase) {
  const cell = read().rows.get(name)?.[isBase ? 'before' : 'now'] ?? NOT_MEASURED
  return cell === NOT_MEASURED || cell.startsWith('could not be measured')
}

/**
 * Writes the result of one fault: into "Before" for a run of an older commit, otherwise into "Now".
 */
export function writeResult(fault, result, { isBase, commit, tests }) {
  const { head, table, foot, rows } = read()
  const commits = {
    before: /Before \(([^)]+)\)/.exec(table)?.[1] ?? NOT_MEASURED,
    now: /Now \(([^)]+)\)/.exec(table)?.[1] ?? NOT_MEASURED,
  }
  const column = isBase ? 'before' : 'now'
  commits[column] = commit
  rows.set(fault.name, {
    before: NOT_MEASURED,
    now: NOT_MEASURED,
    ...rows.get(fault.name),
    [column]: cellOf(result, tests),
  })
  const lines = FAULTS.map(({ name, harm, level }) => {
    const { before, now } = rows.get(name) ?? { before: NOT_MEASURED, now: NOT_MEASURED }
    return `| \`${name}\` | ${plain(harm)} | ${level} | ${before} | ${now} |`
  })
  const summary = ['before', 'now'].map((key) => {
    const cells = FAULTS.map(({ name }) => rows.get(name)?.[key] ?? NOT_MEASURED)
    const measured = cells.filter((cell) => cell !== NOT_MEASURED)
    const missed = measured.filter((cell) => /^(\*\*not noticed|could not)/.test(cell))
    return `${key} ${measured.length - missed.length} of ${measured.length} measured`
  })
  const block = [
    '',
    '',
    `${FAULTS.length} faults; noticed: ${summary.join(', ')}.`,
    '',
    `| Fault | What it would do to a user | Level | Before (${commits.before}) | Now (${commits.now}) |`,
    '| --- | --- | --- | --- | --- |',
    ...lines,
    '',
    '',
  ]
  writeFileSync(FILE, `${head}${BEGIN}${block.join('\n').trimEnd()}\n\n${END}${foot}`)
}
