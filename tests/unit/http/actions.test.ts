import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { calledPage, submittedPage } from '@/server/refusal'

// A server action is a way into the program like a route: it must be one that goes through the
// route wrapper, and its page one whose posts are checked.
const filesIn = (folder: string): string[] =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((file) => /\.tsx?$/.test(file))
    .map((file) => join(folder, file))
const actions = ['app', 'components', 'lib', 'server']
  .flatMap(filesIn)
  .filter((file) => /^\s*['"]use server['"]/m.test(readFileSync(file, 'utf8')))
const submitted = 'app/[locale]/(site)/contact/send-message.ts'
const called = actions.filter((file) => file !== submitted)
const textOf = (file: string) => readFileSync(file, 'utf8')
const routesIn = (text: string) =>
  [
    ...text.matchAll(
      /^import \{ (?:POST|PUT|PATCH|DELETE)(?: as (\w+))? \} from '@\/app\/api\/.+\/route'$/gm,
    ),
  ].map(([, name = 'POST']) => name)

test('there are server actions to look at', () => {
  expect(actions).toContain(submitted)
  expect(called.length).toBeGreaterThan(3)
})

test('the contact form is handed to its route’s handler', () => {
  const text = textOf(submitted)
  expect(routesIn(text)).toEqual(['POST'])
  expect(text.match(/^export .*/gm)).toEqual(['export async function sendMessage('])
  expect(text.match(/callFromAction\(POST,/g)).toHaveLength(1)
})

test.each(called)('%s makes each action of a route’s method', (file) => {
  const text = textOf(file)
  expect(text.startsWith("'use server'\n")).toBe(true)
  const exported = text.match(/^export .*/gm) ?? []
  const made = exported.map((line) => /^export const \w+ = actionOf\((\w+)\)$/.exec(line)?.[1])
  expect(made.toSorted()).toEqual(routesIn(text).toSorted())
  // Nothing else is in it.
  const rest = text.split('\n').slice(1)
  expect(rest.filter((line) => line && !/^(import|export) /.test(line))).toEqual([])
})

const pageOf = (file: string): string =>
  file
    .replace(/^app\/\[locale\]/, '')
    .replace(/\/\([\w-]+\)/g, '')
    .replace(/\/[^/]+$/, '')

test.each(called)('%s belongs to pages of the console', (file) => {
  expect(file).toMatch(/^app\/\[locale\]\/\(console\)\/\(signed-in\)\//)
  const page = pageOf(file) || '/admin'
  for (const prefix of ['', '/ms', '/zh']) expect(calledPage(prefix + page)).toBe(true)
})

test('the page of the contact form takes posts in every language', () => {
  for (const prefix of ['', '/ms', '/zh'])
    expect(submittedPage(prefix + pageOf(submitted))).toBe(true)
})

/** Forms of the console that stay calls, and what each of them is (docs/decisions/029). */
const CALLS: Record<string, string> = {
  'account/password-form.tsx': 'a proof of who somebody is',
  'account/proof-form.tsx': 'a proof of who somebody is',
  'account/two-step.tsx': 'a proof of who somebody is',
  'attention/actions.tsx': 'money',
  'blog/post-form.tsx': 'a call of the specification',
  'booking/refund-dialog.tsx': 'money',
  'inbox/answer.tsx': 'an act towards a customer',
  'members/member-actions.tsx': 'a reward',
  'new-booking/new-booking.tsx': 'prices',
  'orders/order-actions.tsx': 'a call of the specification',
  'portfolio/item-form.tsx': 'a call of the specification',
  'services/service-editor.tsx': 'prices',
  'setup/steps.tsx': 'a step whose answer is shown',
  'shared/give-back.tsx': 'money',
  'shared/record-payment.tsx': 'money',
}

test('every other form of the console is a server action', () => {
  const forms = filesIn('components/admin').filter((file) => {
    const text = textOf(file)
    const isForm = /(<EditorForm|\buseEntry(<\w+>)?\()/.test(text)
    return isForm && /\bmethod(="|: ')[A-Z]/.test(text) && !file.endsWith('/shared/form.tsx')
  })
  const named = forms.map((file) => file.slice('components/admin/'.length))
  expect(named.toSorted()).toEqual(Object.keys(CALLS))
})
