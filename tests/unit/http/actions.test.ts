import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { hasAction } from '@/server/refusal'

// A server action is a way into the program like a route: it must be one that goes through the
// route wrapper, and its page one whose posts are checked.
const filesIn = (folder: string): string[] =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((file) => /\.tsx?$/.test(file))
    .map((file) => join(folder, file))
const actions = ['app', 'components', 'lib']
  .flatMap(filesIn)
  .filter((file) => /^\s*'use server'/m.test(readFileSync(file, 'utf8')))

test('there are server actions to look at', () => expect(actions.length).toBeGreaterThan(0))

test.each(actions)('%s hands what it gets to a route’s handler', (file) => {
  const text = readFileSync(file, 'utf8')
  expect(text).toMatch(/import \{ POST \} from '@\/app\/api\/[\w/[\]-]+\/route'/)
  const exported = text.match(/^export async function \w+/gm) ?? []
  expect(text.match(/^export /gm)).toHaveLength(exported.length)
  expect(text.match(/await POST\(/g)).toHaveLength(exported.length)
})

test.each(actions)('%s belongs to a page whose posts are checked', (file) => {
  const page = file
    .replace(/^app\/\[locale\]/, '')
    .replace(/\/\(\w+\)/, '')
    .replace(/\/[^/]+$/, '')
  expect(hasAction(page)).toBe(true)
  expect(hasAction(`/ms${page}`)).toBe(true)
})
