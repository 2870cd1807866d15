import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

// Style sheets name files of public/ that no import checks: a renamed one would leave a hole.
const sheets = ['components/home/home.css', 'components/editing/editing.css']
const urls = sheets.flatMap((sheet) =>
  [...readFileSync(sheet, 'utf8').matchAll(/url\('([^']+)'\)/g)].map(([, url = '']) => url),
)

test('every file the home page’s style sheets draw with is there', () => {
  expect(urls.length).toBeGreaterThan(2)
  expect(urls.filter((url) => !existsSync(join('public', url)))).toEqual([])
})
