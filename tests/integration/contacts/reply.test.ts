// What the owner answers from the console, and what it makes of the messages.
import { mergeCustomers } from '@/lib/admin/customers/merge'
import { POST as reply } from '@/app/api/admin/contacts/[id]/reply/route'
import { PATCH as archive } from '@/app/api/contacts/[id]/route'
import { thingsToDo } from '@/lib/admin/today/todo'
import { createAdmin } from '@/lib/auth/admin-accounts'
import { saveContact } from '@/lib/contacts/messages'
import { unansweredCount } from '@/lib/contacts/queries'
import { contactInput, type AdminContact } from '@/lib/contacts/schema'
import { currentMail } from '@/lib/current-mail'
import { deliverMails } from '@/lib/mail/outbox'
import { foldLatest } from '@/lib/customers/fold'
import { DEFAULT_SITE } from '@/lib/settings/site'
import { attempt } from '@/tests/integration/auth/owner'
import { callRoute } from '@/tests/support/call'
import { truncate } from '@/tests/support/database'
import { openMailWorld } from '../mail/world'

const world = openMailWorld()
const rows = async (text: string) => (await world.database.sql.query(text)).rows
let cookie: string
beforeEach(async () => {
  await createAdmin('owner', 'a password of the tests')
  cookie = `session=${await attempt({ password: 'a password of the tests' })}`
  await truncate(world.database.sql, 'audit_log')
})

const write = async (changes: object = {}, provenEmail: string | null = null) => {
  const { id } = await saveContact(
    contactInput.parse({
      ...{ name: 'Aina', email: 'aina@example.com', subject: 'technical' },
      ...{ message: 'Is there a piano?\nAnd parking?', ...changes },
    }),
    { provenEmail, locale: 'ms' },
  )
  return id
}
const versionOf = async (id: number): Promise<string> =>
  (await rows(`SELECT updated_at FROM contacts WHERE id = ${id}`))[0].updated_at.toISOString()

async function call(handler: typeof reply, id: number, method: string, body: object) {
  const path = `/api/contacts/${id}`
  const call = { method, params: { id: String(id) }, headers: { cookie }, body }
  const response = await callRoute(handler, path, call)
  return { status: response.status, body: (await response.json()) as AdminContact }
}
const answer = async (id: number, text = 'Yes,\nand both are free.', version?: string) =>
  call(reply, id, 'POST', { text, version: version ?? (await versionOf(id)) })
const deliver = () =>
  deliverMails({ now: new Date(Date.now() + 1000), limit: 9, write: currentMail })
const answersSent = async () =>
  (await world.mailbox.mails(1)).filter(({ subject }) => subject.startsWith('Bls:'))

test('an answer is one mail to the sender, in their language, with their words below it', async () => {
  const id = await write()
  await deliver()
  const [received] = await rows(
    `SELECT message_id FROM mails WHERE kind = 'contact_received' AND status = 'sent'`,
  )
  const { status, body } = await answer(id)
  expect(status).toBe(201)
  expect(body).toMatchObject({ id, locale: 'ms', answeredAt: expect.any(String), archivedAt: null })
  expect(body.updatedAt).toBe(await versionOf(id))
  await deliver()
  const [mail, ...others] = await answersSent()
  expect(others).toEqual([])
  expect(mail?.to.map(({ address }) => address)).toEqual(['aina@example.com'])
  expect(mail?.replyTo).toEqual([expect.objectContaining({ address: DEFAULT_SITE.email })])
  expect(mail?.subject).toBe('Bls: Soalan teknikal – ' + DEFAULT_SITE.name)
  const [text, html] = [mail?.text ?? '', mail?.html ?? '']
  for (const body of [text, html])
    for (const line of ['and both are free.', 'And parking?']) expect(body).toContain(line)
  expect(text.indexOf('both are free')).toBeLessThan(text.indexOf('And parking?'))
  const [headers = ''] = (await world.mailbox.source(mail?.id ?? '')).split(/\r?\n\r?\n/)
  const unfolded = headers.replace(/\r?\n[ \t]+/g, ' ')
  expect(unfolded).toContain(`In-Reply-To: ${received.message_id}`)
  expect(unfolded).toContain(`References: ${received.message_id}`)
  // A person wrote it.
  expect(unfolded).not.toMatch(/^Auto-Submitted:/im)
})

test('a message without an acknowledgement is answered too, and one that was deleted is not', async () => {
  const id = await write()
  await rows(`DELETE FROM mails`)
  await answer(id)
  await deliver()
  const [mail] = await answersSent()
  expect(mail?.headers).not.toHaveProperty('in-reply-to')
  await answer(id, 'Once more')
  await rows(`DELETE FROM contacts`)
  await deliver()
  expect(await answersSent()).toHaveLength(1)
  expect(await rows(`SELECT last_error FROM mails WHERE status = 'dropped'`)).toEqual([
    { last_error: 'not true: message_gone' },
  ])
})

test('a press that is sent twice answers once, and a call without a version never', async () => {
  const id = await write()
  const seen = await versionOf(id)
  const both = await Promise.all([answer(id, 'Yes', seen), answer(id, 'Yes', seen)])
  expect(both.map(({ status }) => status).sort()).toEqual([201, 409])
  expect(await rows(`SELECT contact_id, text, author FROM contact_replies`)).toEqual([
    { contact_id: id, text: 'Yes', author: 'owner' },
  ])
  expect(await rows(`SELECT count(*)::int FROM mails WHERE kind = 'contact_reply'`)).toEqual([
    { count: 1 },
  ])
  expect((await call(reply, id, 'POST', { text: 'Yes' })).status).toBe(400)
  expect((await answer(id, ' ')).status).toBe(400)
  expect((await answer(id, 'x'.repeat(5001))).status).toBe(400)
  expect((await answer(999, 'Yes', seen)).status).toBe(404)
})

test('the audit log says that a message was answered, and not what', async () => {
  const id = await write()
  await answer(id, 'A secret of ours')
  expect(
    await rows(`SELECT actor, action, entity, entity_id, before, after FROM audit_log`),
  ).toEqual([
    {
      ...{ actor: 'owner', action: 'reply', entity: 'contact', entity_id: String(id) },
      ...{ before: null, after: { reply: 1 } },
    },
  ])
})

test('an answer answers what the same person wrote before, and nothing else waits less', async () => {
  const first = await write()
  const second = await write({ message: 'Hello?' })
  const other = await write({ email: 'other@example.com' })
  const later = await write({ message: 'One more thing' })
  expect(await unansweredCount()).toBe(4)
  await answer(second)
  const waiting = async () =>
    (await thingsToDo('en', new Date())).rows.flatMap(({ kind, key }) =>
      kind === 'message' ? [Number(key.replace('message-', ''))] : [],
    )
  expect(await unansweredCount()).toBe(2)
  expect(await waiting()).toEqual([other, later])
  await call(archive, later, 'PATCH', { archived: true, version: await versionOf(later) })
  expect(await waiting()).toEqual([other])
  const archived = () =>
    rows(`SELECT id FROM contacts WHERE archived_at IS NOT NULL ORDER BY id`).then((all) =>
      all.map(({ id }) => id),
    )
  expect(await archived()).toEqual([later])
  await call(archive, second, 'PATCH', {
    ...{ archived: true, earlier: true, version: await versionOf(second) },
  })
  expect(await archived()).toEqual([first, second, later])
})

test('what is restored with the earlier ones is what was archived with it', async () => {
  const [old, middle, last] = [await write(), await write(), await write()]
  const set = async (id: number, archived: boolean, earlier: boolean) =>
    call(archive, id, 'PATCH', { archived, earlier, version: await versionOf(id) })
  const archived = () =>
    rows(`SELECT id FROM contacts WHERE archived_at IS NOT NULL ORDER BY id`).then((all) =>
      all.map(({ id }) => id),
    )
  await set(old, true, false)
  await set(last, true, true)
  expect(await archived()).toEqual([old, middle, last])
  await set(last, false, true)
  expect(await archived()).toEqual([old])
})

test('an answer answers what the same person wrote under another email, once the two are merged', async () => {
  const first = await write({ email: 'old@example.com' })
  const second = await write({ email: 'new@example.com' })
  const third = await write({ email: 'old@example.com', message: 'And parking?' })
  await foldLatest()
  const [key, other] = (
    await rows(`SELECT id FROM customers WHERE email IN ('old@example.com', 'new@example.com')`)
  ).map(({ id }) => id)
  await mergeCustomers({ key, other, actor: 'owner' })
  await answer(second)
  expect(await rows(`SELECT id FROM contacts WHERE answered_at IS NOT NULL ORDER BY id`)).toEqual([
    { id: first },
    { id: second },
  ])
  await answer(third)
  expect(await unansweredCount()).toBe(0)
})
