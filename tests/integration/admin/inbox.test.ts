// The inbox: one row for each person who wrote, whatever they called themselves.
import { mergeCustomers } from '@/lib/admin/customers/merge'
import { listThreads, threadCounts, threadOf } from '@/lib/admin/inbox/queries'
import { inboxQuery } from '@/lib/admin/inbox/schema'
import { createAdminBooking } from '@/lib/bookings/create-admin-booking'
import { adminBookingBody } from '@/lib/bookings/schema'
import { saveContact } from '@/lib/contacts/messages'
import { replyToContact } from '@/lib/contacts/reply'
import { contactInput, type ThreadAct } from '@/lib/contacts/schema'
import { archiveContact, changeThreads } from '@/lib/contacts/threads'
import { foldLatest } from '@/lib/customers/fold'
import type { Locale } from '@/lib/i18n/routing'
import { longDate } from '@/lib/time'
import { hold, openShop, workingDay } from '@/tests/support/shop'

const shop = openShop()
const about = { locale: 'en' as const, now: new Date() }

const write = async (changes: object = {}, locale: Locale = 'en') =>
  (
    await saveContact(
      contactInput.parse({
        ...{ name: 'Aina Rahman', email: 'aina@example.com', subject: 'other' },
        ...{ message: 'Is there a piano?', ...changes },
      }),
      { provenEmail: null, locale },
    )
  ).id
const version = async (id: number): Promise<string> => {
  const [row] = await shop.rows(`SELECT updated_at FROM contacts WHERE id = ${id}`)
  return (row?.updated_at as Date).toISOString()
}
const owner = async (id: number) => ({
  ...{ id, version: await version(id), actor: 'owner', now: new Date() },
})
const answer = async (id: number, text = 'Yes.') => replyToContact({ ...(await owner(id)), text })
const archive = async (id: number, earlier = false) =>
  archiveContact({ ...(await owner(id)), archived: true, earlier })
const restore = async (id: number) =>
  archiveContact({ ...(await owner(id)), archived: false, earlier: true })
const list = (question: Record<string, string> = {}) =>
  listThreads(inboxQuery.parse(question), about)
const ids = async (state: string) => (await list({ state })).rows.map(({ id }) => id)
const thread = async (id: number) => {
  const found = await threadOf(id, about)
  if (!found) throw new Error(`no message ${id}`)
  return found
}
const book = (changes: object) =>
  createAdminBooking(
    adminBookingBody.parse({
      ...{ serviceId: 1, firstName: 'Aina', lastName: 'Rahman', email: 'aina@example.com' },
      ...{ date: workingDay(2), time: '10:00', paid: 'link', ...changes },
    }),
    { actor: 'owner', now: new Date() },
  )

describe('who is one person', () => {
  test('two spellings of one number, and one email however it is written', async () => {
    const first = await write({ phone: '012-345 6789', email: 'a@example.com' })
    const second = await write({ phone: '+60 12 345 6789', email: 'b@example.com' })
    const siti = await write({ email: 'siti@example.com', name: 'Siti' })
    const again = await write({ email: 'Siti@Example.com', name: 'Siti N.' })
    const { rows } = await list()
    expect(rows.map(({ id, messages }) => [id, messages])).toEqual([
      [again, 2],
      [second, 2],
    ])
    expect((await thread(first)).entries).toMatchObject([
      { kind: 'message', id: first },
      { kind: 'message', id: second },
    ])
    expect((await thread(siti)).head).toMatchObject({ id: again, name: 'Siti N.' })
  })

  test('somebody who was merged by hand, also before the customers are folded', async () => {
    const old = await write({ email: 'old@example.com' })
    const fresh = await write({ email: 'new@example.com' })
    await foldLatest()
    const [key = 0, other = 0] = (await shop.rows(`SELECT id FROM customers ORDER BY key`)).map(
      (row) => row.id as number,
    )
    await mergeCustomers({ key, other, actor: 'owner' })
    expect(await ids('new')).toEqual([fresh])
    expect((await thread(old)).entries).toHaveLength(2)
    expect((await thread(old)).customer).toBe(key)
    await answer(fresh)
    expect([await ids('new'), await ids('answered')]).toEqual([[], [fresh]])
    await shop.rows('DELETE FROM customers')
    expect(await ids('answered')).toEqual([fresh, old])
    expect((await thread(old)).customer).toBeNull()
  })
})

describe('states', () => {
  test('a thread has the lowest state of its messages', async () => {
    const first = await write()
    const second = await write({ message: 'Hello?' })
    await answer(first)
    expect([await ids('new'), await ids('answered'), await ids('archived')]).toEqual([
      [second],
      [],
      [],
    ])
    await answer(second)
    expect([await ids('new'), await ids('answered')]).toEqual([[], [second]])
    await archive(second)
    // The older one is answered and not archived.
    expect([await ids('answered'), await ids('archived')]).toEqual([[first], []])
    expect(await thread(second)).toMatchObject({ state: 'answered', head: { id: first } })
    await archive(first)
    expect([await ids('answered'), await ids('archived')]).toEqual([[], [second]])
    const third = await write({ message: 'One more' })
    expect([await ids('new'), await ids('archived')]).toEqual([[third], []])
  })

  test('archiving takes what was written before, and an undo brings back just that', async () => {
    const [old, middle, last] = [await write(), await write(), await write()]
    await archive(old)
    await archive(last, true)
    expect(await threadCounts()).toEqual({ new: 0, answered: 0, archived: 1 })
    await restore(last)
    expect(await ids('new')).toEqual([last])
    expect(
      (await thread(middle)).entries.map((entry) => [
        entry.id,
        'archivedAt' in entry && entry.archivedAt !== null,
      ]),
    ).toEqual([
      [old, true],
      [middle, false],
      [last, false],
    ])
  })

  test('the counts are of people, and stop at 100', async () => {
    await shop.rows(`INSERT INTO contacts (name, email, subject, message, archived_at, answered_at)
      SELECT 'N', 'n' || (n % 150) || '@example.com', 'other', 'Hi', CASE WHEN n % 150 < 105 THEN now() END,
        CASE WHEN n % 150 BETWEEN 105 AND 140 THEN now() END FROM generate_series(0, 299) n`)
    expect(await threadCounts()).toEqual({ new: 9, answered: 36, archived: 100 })
  })
})

test('page after page shows every thread once, in each state and in a search', async () => {
  // 120 people; every third wrote three times, the last of them last.
  await shop.rows(`INSERT INTO contacts (name, email, phone, phone_e164, subject, message, archived_at)
    SELECT 'Person ' || p, 'p' || p || '@example.com', NULL, NULL, 'other', 'Message ' || n,
      CASE WHEN p > 100 THEN now() END
    FROM generate_series(1, 120) p, generate_series(1, 3) n WHERE n = 1 OR p % 3 = 0 ORDER BY n, p`)
  const all = async (question: Record<string, string>) => {
    const found: string[] = []
    let cursor: number | null = null
    do {
      const page: Awaited<ReturnType<typeof list>> = await list({
        ...{ limit: '7', ...question },
        ...(cursor !== null && { cursor: String(cursor) }),
      })
      expect(page.rows.length).toBeLessThanOrEqual(7)
      found.push(...page.rows.map(({ name }) => name))
      cursor = page.nextCursor
    } while (cursor !== null)
    return found
  }
  const people = (from: number, to: number) =>
    Array.from({ length: to - from + 1 }, (_, i) => `Person ${from + i}`).sort()
  const found = await all({ state: 'new' })
  expect([...found].sort()).toEqual(people(1, 100))
  expect(found[0]).toBe('Person 99')
  expect((await all({ state: 'archived' })).sort()).toEqual(people(101, 120))
  expect((await all({ q: 'message' })).sort()).toEqual(people(1, 120))
  expect((await all({ q: 'Message 1' })).sort()).toEqual(people(1, 120))
})

describe('several at once', () => {
  const act = (act: ThreadAct, ids: readonly number[], at?: string) =>
    changeThreads({ ids, act, at, actor: 'mei', now: new Date() })
  const states = async () => [await ids('new'), await ids('answered'), await ids('archived')]
  const aina = (message: string) => write({ message })
  const siti = () => write({ email: 'siti@example.com', name: 'Siti' })
  const audit = async () =>
    (await shop.rows(`SELECT actor, action, entity_id FROM audit_log ORDER BY id`)).map(
      ({ actor, action, entity_id: entityId }) => [actor, action, Number(entityId)],
    )

  test('what each had written when they were seen is archived, and comes back by the undo', async () => {
    const [first, second, other] = [await aina('One'), await aina('Two'), await siti()]
    const unseen = await aina('Three')
    const { changed, at } = await act('archive', [other, second])
    expect(changed).toBe(2)
    expect(await states()).toEqual([[unseen], [], [other]])
    expect(await audit()).toEqual([
      ['mei', 'archive', second],
      ['mei', 'archive', other],
    ])
    expect(await act('restore', [other, second], at)).toMatchObject({ changed: 2 })
    expect(await states()).toEqual([[unseen, other], [], []])
    expect((await thread(first)).entries.every((one) => 'archivedAt' in one)).toBe(true)
  })

  test('a repeated call changes nothing, and writes nothing into the log', async () => {
    const [id, other] = [await aina('One'), await siti()]
    await act('archive', [id, other])
    const before = await shop.rows(`SELECT id, archived_at, updated_at FROM contacts ORDER BY id`)
    expect(await act('archive', [id, other])).toMatchObject({ changed: 0 })
    expect(await act('archive', [id, 999])).toMatchObject({ changed: 0 })
    expect(await shop.rows(`SELECT id, archived_at, updated_at FROM contacts ORDER BY id`)).toEqual(
      before,
    )
    expect(await audit()).toHaveLength(2)
  })

  test('an undo takes back what its own act did, not what somebody did before', async () => {
    const [old, id] = [await aina('One'), await aina('Two')]
    await archive(old)
    const { at } = await act('archive', [id])
    await act('restore', [id], at)
    expect(await shop.rows(`SELECT archived_at IS NULL AS open FROM contacts ORDER BY id`)).toEqual(
      [{ open: false }, { open: true }],
    )
    // Archived once more by somebody else: the undo comes too late.
    await new Promise((done) => setTimeout(done, 5))
    await act('archive', [id])
    expect(await act('restore', [id], at)).toMatchObject({ changed: 0 })
    await act('restore', [id])
    // Without a moment: what was archived together with the newest.
    await act('archive', [id])
    await act('restore', [id])
    expect(await shop.rows(`SELECT archived_at IS NULL AS open FROM contacts ORDER BY id`)).toEqual(
      [{ open: false }, { open: true }],
    )
  })

  test('marked as answered and new again, but for what has been answered since', async () => {
    const [id, other] = [await aina('One'), await siti()]
    const { at } = await act('answer', [id, other])
    expect(await states()).toEqual([[], [other, id], []])
    const seen = await version(id)
    await replyToContact({ id, version: seen, text: 'Yes.', actor: 'owner', now: new Date() })
    expect(await act('reopen', [id, other], at)).toMatchObject({ changed: 1 })
    expect(await states()).toEqual([[other], [id], []])
    expect(await act('reopen', [id])).toMatchObject({ changed: 0 })
  })

  test('one who was changed meanwhile has a new version in other tabs', async () => {
    const id = await aina('One')
    const seen = await owner(id)
    await new Promise((done) => setTimeout(done, 5))
    await act('answer', [id])
    await expect(archiveContact({ ...seen, archived: true })).rejects.toMatchObject({
      code: 'version_conflict',
    })
  })

  test('a hundred people, in one transaction, also twice at the same moment', async () => {
    await shop.rows(`INSERT INTO contacts (name, email, subject, message)
      SELECT 'N', 'n' || (n % 100) || '@example.com', 'other', 'Hi' FROM generate_series(1, 300) n`)
    const last = Array.from({ length: 100 }, (_, i) => 201 + i)
    const [one, two] = await Promise.all([act('archive', last), act('archive', last.toReversed())])
    expect(one.changed + two.changed).toBe(100)
    expect(await threadCounts()).toEqual({ new: 0, answered: 0, archived: 100 })
    expect(await audit()).toHaveLength(100)
  })

  test('the list says up to which message a row goes', async () => {
    const piano = await aina('Is there a piano?')
    const last = await aina('And parking?')
    expect((await list({ q: 'piano' })).rows).toMatchObject([{ id: piano, last }])
  })
})

describe('the search', () => {
  test('finds a thread by any of its messages in any state, and says the state', async () => {
    const piano = await write({ phone: '012-345 6789' })
    await answer(piano)
    const later = await write({ message: 'Thank you. And parking?', phone: '0123456789' })
    await write({ email: 'other@example.com', name: 'Siti', message: 'Hello' })
    expect((await list({ q: 'PIANO' })).rows).toMatchObject([
      { id: piano, state: 'new', messages: 2, text: 'Is there a piano?' },
    ])
    for (const q of ['aina rahman', '345 6789', '+60123456789', 'aina@'])
      expect((await list({ q })).rows.map(({ id }) => id)).toEqual([later])
    expect((await list({ q: `#${piano}` })).rows.map(({ id }) => id)).toEqual([piano])
    expect((await list({ q: 'nobody' })).rows).toEqual([])
  })
})

describe('the next session', () => {
  test('is the one that comes first, in the list and in the thread, by email or number', async () => {
    const phone = '012-345 6789'
    const id = await write({ phone, email: 'elsewhere@example.com' }, 'ms')
    const none = await write({ email: 'siti@example.com', name: 'Siti' })
    await book({ phone, time: '14:00' })
    const soon = await book({ phone: '+60123456789', time: '12:00', email: '' })
    const cancelled = await book({ phone, time: '10:00' })
    await shop.rows(
      `UPDATE bookings SET status = 'cancelled', cancelled_at = now() WHERE id = ${cancelled.id}`,
    )
    await shop.rows(`DELETE FROM slot_reservations WHERE booking_id = ${cancelled.id}`)
    await hold({ who: 'mei', phone, time: '16:00', date: workingDay(1) })
    const next = { id: soon.id, date: workingDay(2), time: '12:00', status: 'pending' }
    expect((await list()).rows).toMatchObject([
      { id: none, next: null },
      { id, next },
    ])
    const found = await thread(id)
    expect(found).toMatchObject({ next, whatsApp: '60123456789' })
    expect(found.customer).toEqual(expect.any(Number))
    const day = longDate(workingDay(2), 'ms')
    expect(found.replies.map(({ name }) => name)).toEqual([
      ...['Prices', 'Free hours', 'Booking link', 'Next session'],
    ])
    expect(found.replies[3]?.text).toContain(day)
    expect(found.replies[0]?.text).toMatch(/^Salam Aina Rahman,[^]*http.*\/ms\/booking/)
    expect((await thread(none)).replies.map(({ name }) => name)).toEqual([
      ...['Prices', 'Free hours', 'Booking link'],
    ])
  })

  test('is none that is over, or that nobody came to', async () => {
    const id = await write()
    await book({})
    await shop.rows(`UPDATE bookings SET no_show_at = now()`)
    expect((await thread(id)).next).toBeNull()
    await shop.rows(`UPDATE bookings SET no_show_at = NULL`)
    expect((await thread(id)).next).not.toBeNull()
    const later = { locale: 'en' as const, now: new Date(Date.now() + 30 * 86_400_000) }
    expect((await threadOf(id, later))?.next).toBeNull()
  })
})

test('a thread has the answers between the messages, each with what became of its mail', async () => {
  const first = await write()
  await answer(first, 'Yes, one.')
  const second = await write({ message: 'Thanks!' })
  await answer(second, 'You are welcome.')
  const state = { status: 'queued', recipient: 'aina@example.com' }
  const found = await thread(first)
  expect(found).toMatchObject({
    state: 'answered',
    left: 0,
    entries: [
      { kind: 'message', id: first },
      { kind: 'reply', text: 'Yes, one.', author: 'owner', mail: state },
      { kind: 'message', id: second },
      { kind: 'reply', text: 'You are welcome.', mail: state },
    ],
  })
  expect(found.head.updatedAt).toBe(await version(second))
  await shop.rows(`UPDATE mails SET status = 'failed' WHERE kind = 'contact_reply'`)
  expect((await thread(first)).entries[1]).toMatchObject({ mail: { status: 'failed' } })
  expect(await threadOf(999, about)).toBeNull()
})

test('of a long thread the newest messages are shown, and how many are not', async () => {
  await shop.rows(`INSERT INTO contacts (name, email, subject, message)
    SELECT 'N', 'n@example.com', 'other', 'Message ' || n FROM generate_series(1, 130) n`)
  const found = await thread(1)
  expect([found.entries.length, found.left, found.entries.at(-1)?.id]).toEqual([50, 80, 130])
  expect((await list()).rows).toMatchObject([{ id: 130, messages: 130 }])
})
