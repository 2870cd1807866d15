// The contact form as a browser submits it by itself. Only Next knows the request of an action.
import { sendMessage } from '@/app/[locale]/(site)/contact/send-message'
import type { PostedContact } from '@/lib/contacts/schema'
import type { Handler } from '@/lib/route'
import { callRoute } from '@/tests/support/call'
import { testDatabase, type TestDatabase } from '@/tests/support/database'

jest.mock('next/headers', () => ({
  headers: async () => new Headers({ 'x-studio-address': '203.0.113.9', 'content-length': '9' }),
}))

let database: TestDatabase
beforeAll(async () => void (database = await testDatabase()))
afterAll(() => database.drop())

const TYPED = { name: 'Aina', email: 'aina@example.com', subject: 'other', message: 'one\r\ntwo' }
async function submit(fields: Record<string, string>): Promise<PostedContact> {
  const form = new FormData()
  for (const [name, value] of Object.entries(fields)) form.append(name, value)
  const action: unknown = async () => Response.json(await sendMessage(null, form))
  return (await (
    await callRoute(action as Handler, '/contact', { method: 'POST' })
  ).json()) as PostedContact
}
const messages = async () =>
  (await database.sql.query('SELECT message FROM contacts ORDER BY id')).rows

test('the same form twice, by a double click or a reload, is one message', async () => {
  const both = [1, 2].map(() => submit(TYPED))
  expect(await Promise.all(both)).toEqual(['sent', 'sent'])
  expect(await submit(TYPED)).toBe('sent')
  expect(await messages()).toEqual([{ message: 'one\ntwo' }])
  expect(await submit({ ...TYPED, message: 'three' })).toBe('sent')
  expect(await messages()).toHaveLength(2)
})

test('a refused form comes back in its language with everything typed, and is no message', async () => {
  const typed = { ...TYPED, email: 'aina', message: 'x'.repeat(10_000) }
  const before = await messages()
  expect(await submit({ ...typed, language: 'zh' })).toMatchObject({
    message: expect.stringMatching(/\p{Script=Han}/u),
    fields: { email: expect.any(String), message: expect.any(String) },
    typed,
  })
  expect(await messages()).toEqual(before)
})
