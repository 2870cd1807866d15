// docs/asvs.csv has every requirement of OWASP ASVS 5.0.0, levels 1 and 2, and what it names as
// evidence is there. Whether the evidence proves anything is for a reader.
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

// As the standard itself counts them.
const REQUIREMENTS = { '1': 70, '2': 183 }
const VERDICTS = ['met', 'not applicable', 'host', 'not met']
const COLUMNS = ['id', 'level', 'requirement', 'verdict', 'evidence']

/** The fields of one line of RFC 4180; no field of ours has a line break. */
const fieldsOf = (line: string): string[] =>
  [...line.matchAll(/(?:^|,)(?:"((?:[^"]|"")*)"|([^",]*))/g)].map(([, quoted, plain = '']) =>
    quoted === undefined ? plain : quoted.replaceAll('""', '"'),
  )

const [head = '', ...lines] = readFileSync('docs/asvs.csv', 'utf8').trimEnd().split('\n')
const rows = lines.map((line) => {
  const [id = '', level = '', requirement = '', verdict = '', evidence = '', ...more] =
    fieldsOf(line)
  return { id, level, requirement, verdict, evidence, more }
})
const idsOf = (list: typeof rows) => list.map(({ id }) => id)

/** What looks like the name of a file in a sentence; what the build makes is not in the repository. */
const filesIn = (text: string): string[] =>
  [...text.matchAll(/[\w./[\]-]+\.(?:tsx?|mjs|md|sql|json|csv|prisma)(?![\w/])/g)]
    .map(([file]) => file)
    .filter((file) => !file.startsWith('dist/'))

test('the columns are the agreed ones, and every row fills them', () => {
  expect(fieldsOf(head)).toEqual(COLUMNS)
  const broken = rows.filter(
    ({ requirement, evidence, more }) => !requirement || !evidence || more.length > 0,
  )
  expect(idsOf(broken)).toEqual([])
})

test('every requirement of both levels has one row', () => {
  expect(idsOf(rows).filter((id) => !/^V\d{1,2}\.\d\.\d{1,2}$/.test(id))).toEqual([])
  expect(new Set(idsOf(rows)).size).toBe(rows.length)
  const counted = Object.fromEntries(
    Object.keys(REQUIREMENTS).map((wanted) => [
      wanted,
      rows.filter(({ level }) => level === wanted).length,
    ]),
  )
  expect([counted, rows.length]).toEqual([REQUIREMENTS, 253])
})

test('every verdict is one of the four, and what is named as evidence exists', () => {
  expect(idsOf(rows.filter(({ verdict }) => !VERDICTS.includes(verdict)))).toEqual([])
  const missing = rows.flatMap(({ id, evidence }) =>
    filesIn(evidence)
      .filter((file) => !existsSync(join(process.cwd(), file)))
      .map((file) => `${id} ${file}`),
  )
  expect(missing).toEqual([])
})

test('what is met names a file', () => {
  const bare = rows.filter(
    ({ verdict, evidence }) => verdict === 'met' && filesIn(evidence).length === 0,
  )
  // "No WebSocket anywhere" and the like have no file of their own: those are not applicable.
  expect(idsOf(bare)).toEqual([])
})

test('nothing of level 1 is open, and 93 % of what applies is met or the host’s', () => {
  const open = rows.filter(({ verdict }) => verdict === 'not met')
  expect(idsOf(open.filter(({ level }) => level === '1'))).toEqual([])
  const applicable = rows.filter(({ verdict }) => verdict !== 'not applicable')
  const done = applicable.length - open.length
  expect(done / applicable.length).toBeGreaterThanOrEqual(0.93)
})

const counts = VERDICTS.map(
  (wanted) => `${rows.filter(({ verdict }) => verdict === wanted).length} ${wanted}`,
).join(', ')
test(`docs/security.md says the same: ${counts}`, () =>
  expect(readFileSync('docs/security.md', 'utf8')).toContain(counts))
