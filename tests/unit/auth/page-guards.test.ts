import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

// Middleware answers strangers before a page is rendered, so that no request shows whether the page
// itself would have refused them: only its code does.
const read = (file: string) => readFileSync(file, 'utf8')
const FOLDER = 'app/[locale]/(console)'
const pages = readdirSync(FOLDER, { recursive: true, encoding: 'utf8' })
  .filter((file) => file.endsWith('page.tsx') && !file.startsWith('admin/login/'))
  .map((file) => join(FOLDER, file))
  // Where nothing is opened beside a page there is nothing to see.
  .filter((file) => !/^export \{ default \} from '(\.\.\/)+default'\n$/.test(read(file)))

/** The line after the one that reads the address. */
const secondOf = (file: string) =>
  /const \{ id \} = await (?:props\.)?params\n(.*)$/m.exec(read(file))?.[1] ?? ''

test('there are pages to look at', () => expect(pages.length).toBeGreaterThan(12))

test.each(pages)('%s asks for a role before anything else', (file) => {
  const body = /^(?:export default )?async function (?!generate)\w+\([^\n]*\) \{\n(.*)$/m.exec(
    read(file),
  )
  const first = body?.[1] ?? ''
  // Where the address decides which role, or where a sign-in leads back to, it is read before.
  const guard = /^ {2}const \{ id \} = await (props\.)?params$/.test(first) ? secondOf(file) : first
  expect(guard).toMatch(/^ {2}(const [\w{}, ]+ = )?await requireRole\(/)
})
