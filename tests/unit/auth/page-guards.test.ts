import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

// Middleware answers strangers before a page is rendered, so that no request shows whether the page
// itself would have refused them: only its code does.
const FOLDER = 'app/[locale]/(console)'
const pages = readdirSync(FOLDER, { recursive: true, encoding: 'utf8' })
  .filter((file) => file.endsWith('page.tsx') && !file.endsWith('admin/login/page.tsx'))
  .map((file) => join(FOLDER, file))

test('there are pages to look at', () => expect(pages.length).toBeGreaterThan(12))

test.each(pages)('%s asks for the administrator before anything else', (file) => {
  const body = /^(?:export default )?async function (?!generate)\w+\([^\n]*\) \{\n(.*)$/m.exec(
    readFileSync(file, 'utf8'),
  )
  expect(body?.[1]).toMatch(/^ {2}(const \w+ = )?await requireAdmin\(/)
})
