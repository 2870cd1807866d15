// Rules about files that no linter knows: a name says which concept a file holds, and a line can be read without
// scrolling. Prettier keeps code within 100 columns; it leaves comments and template texts alone, so they are checked here.
import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { fileURLToPath } from 'node:url'

const NAMELESS = /(^|\/)(helpers?|utils?|misc|common|shared|stuff)\.(ts|tsx|mjs)$/
const CODE = /\.(ts|tsx|mjs)$/
const MAX_COLUMNS = 110

/** A line that holds a text which cannot be broken without changing it: a sentence, an address, a pattern. */
const holdsLongText = (line) => /(['"`/>])[^'"`]{60,}|https?:\/\/|^\s*[^\s/*][^(){}=;]*$/.test(line)

const isComment = (line) => /^\s*(\/\/|\/?\*)/.test(line)

/** What is wrong with one file of the repository, as sentences; empty when nothing is. */
export function faultsOf(path, text) {
  const faults = []
  if (/^(app|components|lib|server)\//.test(path) && NAMELESS.test(path))
    faults.push(`${path}: the name says nothing; name the concept or the use case it holds`)
  if (!CODE.test(path)) return faults
  text.split('\n').forEach((line, index) => {
    if (line.length <= MAX_COLUMNS) return
    if (isComment(line) ? /https?:\/\//.test(line) : holdsLongText(line)) return
    faults.push(`${path}:${index + 1}: ${line.length} columns; at most ${MAX_COLUMNS}`)
  })
  return faults
}

if (process.argv[1] && resolve(process.argv[1]) === fileURLToPath(import.meta.url)) {
  const root = resolve(fileURLToPath(import.meta.url), '../..')
  // What git would commit, new files included; a folder without git is a container's, which nobody lints.
  const listed = execFileSync(
    'git',
    ['ls-files', '--cached', '--others', '--exclude-standard', '-z'],
    { cwd: root },
  )
  const faults = listed
    .toString()
    .split('\0')
    .filter((path) => CODE.test(path))
    .flatMap((path) => {
      try {
        return faultsOf(path, readFileSync(resolve(root, path), 'utf8'))
      } catch (error) {
        if (error.code === 'ENOENT') return [] // deleted, not committed yet
        throw error
      }
    })
  for (const fault of faults) console.error(fault)
  if (faults.length > 0) process.exit(1)
}
