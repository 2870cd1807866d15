// One page per person: by proven email, else number, else email, and what the owner merged by hand.
import { mergeCustomers, unmergeCustomer } from '@/lib/admin/customers/merge'
import { customerPage, findPeople, listCustomers } from '@/lib/admin/customers/queries'
import { customerListQuery } from '@/lib/admin/customers/schema'
import { createAdminBooking } from '@/lib/bookings/create-admin-booking'
import { adminBookingBody } from '@/lib/bookings/schema'
import { saveContact } from '@/lib/contacts/messages'
import { foldCustomers } from '@/lib/customers/fold'
import { customerKeyOf } from '@/lib/customers/queries'
import type { Locale } from '@/lib/i18n/routing'
import { readPhones } from '@/lib/people/read-phones'
import { join, joinUnproven } from '@/tests/support/members'
import { checkout, hold, openShop, workingDay } from '@/tests/support/shop'

const shop = openShop()
const owner = { actor: 'owner', now: new Date() }
const byHand = (changes: object = {}) =>
  createAdminBooking(
    adminBookingBody.parse({
      ...{ serviceId: 1, firstName: 'Hakim', lastName: 'Yusof', email: 'hakim@example.com' },
      ...{ phone: '019-876 5432', date: workingDay(2), time: '10:00', paid: 'link' },
      ...changes,
    }),
    owner,
  )
const message = (email: string, phone: string | null = null, locale: Locale = 'en') =>
  saveContact(
    {
      ...{ name: 'Aina Rahman', email, phone, subject: 'other', message: 'Hello', company: null },
      ...{ industry: null, companySize: null, designation: null, experience: null, topics: null },
    },
    { provenEmail: null, locale },
  )
const list = async (question: Record<string, string> = {}, now = new Date()) =>
  (await listCustomers(customerListQuery.parse(question), now)).rows
const names = async (question: Record<string, string> = {}, now = new Date()) =>
  (await list(question, now)).map(({ name }) => name)
const keyOf = async (query: string) => (await list({ query }))[0]?.key ?? 0
const page = async (key: number) => {
  const found = await customerPage(key, { locale: 'en', now: new Date() })
  if (!found) throw new Error(`no customer ${key}`)
  return found
}
const keys = async () =>
  (await shop.rows(`SELECT key FROM customers ORDER BY key`)).map(({ key }) => key)

describe('who is one person', () => {
  test('a hold makes nobody a customer; its payment proves the email, and then the email is the key', async () => {
    await hold({ who: 'mei', phone: '012-345 6789', time: '13:00' })
    await shop.sold({ phone: '012-345 6789' })
    await foldCustomers()
    expect(await keys()).toEqual(['mail:aina@example.com'])
  })

  test('without proof the number is the key, however it is written; without a number the email', async () => {
    await byHand()
    await byHand({ email: 'other@example.com', phone: '+60 19 8765432', time: '12:00' })
    await message('siti@example.com')
    await foldCustomers()
    expect(await keys()).toEqual(['mail:siti@example.com', 'tel:+60198765432'])
    const [hakim] = await list({ query: '5432' })
    expect(hakim).toMatchObject({ phoneE164: '+60198765432', sessions: 2, owes: true })
  })

  test('whoever only wrote a message is known in its language, and in that of what came last', async () => {
    await message('siti@example.com', null, 'zh')
    await foldCustomers()
    expect(await list()).toMatchObject([{ email: 'siti@example.com', locale: 'zh' }])
    await message('siti@example.com', null, 'ms')
    await foldCustomers()
    expect(await list()).toMatchObject([{ locale: 'ms' }])
  })

  test('an email that is proven later takes its rows from their number', async () => {
    await byHand({ email: 'aina@example.com', firstName: 'Aina' })
    await foldCustomers()
    expect(await keys()).toEqual(['tel:+60198765432'])
    await join('aina@example.com', { customerPhone: '03-2141 8888' })
    await foldCustomers()
    expect(await keys()).toEqual(['mail:aina@example.com'])
    expect(await page(await keyOf('aina'))).toMatchObject({
      member: true,
      bookings: [{ id: 1 }],
      members: [{ member: { customerEmail: 'aina@example.com' } }],
    })
  })

  test('a membership that a stranger began with a known email does not get its sessions', async () => {
    await byHand()
    await joinUnproven('hakim@example.com', { customerPhone: '012-000 0000' })
    await foldCustomers()
    expect(await keys()).toEqual(['tel:+60120000000', 'tel:+60198765432'])
  })

  test('a changed email or number, a cancelled hold and an erased row move with it', async () => {
    await byHand()
    await foldCustomers()
    await shop.rows(`UPDATE bookings SET phone = '012-345 6789'`)
    await readPhones()
    await foldCustomers()
    expect(await keys()).toEqual(['tel:+60123456789'])
    await shop.rows(`UPDATE bookings SET email = '', phone = NULL`)
    await foldCustomers()
    expect(await keys()).toEqual([])
  })

  test('rows that were there before the table become customers', async () => {
    await byHand()
    await message('siti@example.com')
    await shop.rows('DELETE FROM customer_changes')
    await shop.rows(
      `INSERT INTO customer_changes (email, phone_e164) SELECT lower(email), '' FROM bookings
       UNION ALL SELECT lower(email), '' FROM contacts`,
    )
    while ((await foldCustomers(1)) > 0);
    expect(await keys()).toEqual(['mail:siti@example.com', 'tel:+60198765432'])
  })
})

describe('the list', () => {
  test('last seen first, in pages, filtered', async () => {
    await byHand()
    await shop.sold({ who: 'mei', firstName: 'Mei', lastName: 'Tan', time: '14:00' })
    await join('zul@example.com')
    expect(await names()).toEqual(['Hakim Yusof', 'Mei Tan', 'zul'])
    expect(await names({ filter: 'members' })).toEqual(['zul'])
    expect(await names({ filter: 'owing' })).toEqual(['Hakim Yusof'])
    expect(await names({ filter: 'away' })).toEqual([])
    const later = new Date(Date.now() + 120 * 86_400_000)
    expect(await names({ filter: 'away' }, later)).toEqual(['Hakim Yusof', 'Mei Tan', 'zul'])
    const seen: string[] = []
    for (let cursor: string | null = null, turn = 0; turn < 3; turn++) {
      const { rows, nextCursor } = await listCustomers(
        customerListQuery.parse({ limit: '1', ...(cursor && { cursor }) }),
        new Date(),
      )
      seen.push(...rows.map(({ name }) => name))
      cursor = nextCursor
    }
    expect(seen).toEqual(['Hakim Yusof', 'Mei Tan', 'zul'])
  })

  test('a paid booking owes nothing, one that nobody came to is no session', async () => {
    const { booking } = await shop.sold()
    expect(await list()).toMatchObject([{ sessions: 1, owes: false, lastSeenAt: null }])
    await shop.rows(`UPDATE bookings SET no_show_at = now() WHERE id = $1`, [booking])
    expect(await list()).toMatchObject([{ sessions: 0, owes: false }])
    expect((await page(await keyOf('aina'))).lifetime).toEqual({
      ...{ sessions: 0, spent: '107.17', noShows: 1, lastSeenAt: null },
    })
  })
})

test('the field of a new booking finds people by name or number, with what they booked last', async () => {
  await byHand({ duration: 'hourly', hours: 2 })
  await shop.sold({ who: 'mei', firstName: 'Siew Ling', lastName: 'Lim', time: '14:00' })
  for (const typed of ['hakim', 'yusof hak', '5432', '+60 19-876 5432', 'HAKIM@example'])
    expect([typed, await findPeople(typed)]).toEqual([
      typed,
      [
        expect.objectContaining({
          ...{ name: 'Hakim Yusof', firstName: 'Hakim', lastName: 'Yusof' },
          ...{ phoneE164: '+60198765432', email: 'hakim@example.com' },
          ...{ lastServiceId: 1, lastDuration: 'hourly', lastHours: 2 },
        }),
      ],
    ])
  expect((await findPeople('lim siew ling')).map(({ name }) => name)).toEqual(['Siew Ling Lim'])
  expect(await findPeople('h')).toEqual([])
  expect(await findPeople('nobody')).toEqual([])
})

describe('merging by hand', () => {
  test('two become one page and one row, both are found, and it is undone', async () => {
    await byHand()
    await shop.sold({ time: '14:00', phone: '012-345 6789' })
    await message('aina@example.com')
    const [hakim, aina] = [await keyOf('hakim'), await keyOf('aina')]
    await mergeCustomers({ key: aina, other: hakim, actor: 'owner' })
    expect(await list()).toMatchObject([{ key: aina, sessions: 2, owes: true }])
    expect(await keyOf('hakim')).toBe(aina)
    expect(await page(hakim)).toMatchObject({
      ...{ key: aina, bookings: [{ id: 1 }, { id: 2 }], messages: [{ id: 1 }] },
      merged: [{ key: hakim, name: 'Hakim Yusof' }],
    })
    expect(await customerKeyOf({ email: '', phoneE164: '+60198765432' })).toBe(aina)
    // What comes later belongs to the same person.
    await byHand({ time: '12:00', email: '' })
    expect(await list()).toMatchObject([{ key: aina, sessions: 3 }])
    await unmergeCustomer({ key: aina, other: hakim, actor: 'owner' })
    expect(new Set(await names())).toEqual(new Set(['Aina Rahman', 'Hakim Yusof']))
    expect(
      await shop.rows(
        `SELECT action, entity_id, after FROM audit_log WHERE entity = 'customer' ORDER BY id`,
      ),
    ).toEqual([
      { action: 'merge', entity_id: String(aina), after: { customer: hakim } },
      { action: 'unmerge', entity_id: String(aina), after: { customer: hakim } },
    ])
  })

  test('nobody is merged into themselves, in a circle, or into nobody', async () => {
    await byHand()
    await message('aina@example.com')
    const [hakim, aina] = [await keyOf('hakim'), await keyOf('aina')]
    const refused = (key: number, other: number) =>
      expect(mergeCustomers({ key, other, actor: 'owner' })).rejects
    await refused(aina, aina).toMatchObject({ code: 'not_changeable' })
    await refused(aina, 999).toMatchObject({ code: 'not_found' })
    await mergeCustomers({ key: aina, other: hakim, actor: 'owner' })
    await refused(hakim, aina).toMatchObject({ code: 'not_changeable' })
    await expect(unmergeCustomer({ key: aina, other: aina, actor: 'owner' })).rejects.toMatchObject(
      { code: 'not_found' },
    )
  })

  test('when nothing is left of the one, those who were merged into it stand by themselves', async () => {
    await byHand()
    await message('aina@example.com')
    await mergeCustomers({ key: await keyOf('aina'), other: await keyOf('hakim'), actor: 'owner' })
    await shop.rows('DELETE FROM contacts')
    expect(await list()).toMatchObject([{ name: 'Hakim Yusof', sessions: 1 }])
  })

  test('who shares a number or an email is offered, and nobody else', async () => {
    await shop.sold({ phone: '019-876 5432', time: '14:00' })
    await byHand({ email: '' })
    await message('siti@example.com')
    const aina = await page(await keyOf('aina@example.com'))
    expect(aina.likely.map(({ name }) => name)).toEqual(['Hakim Yusof'])
  })
})

test('twenty bookings of one person at once, and folding beside them, end in one right row', async () => {
  const days = Array.from({ length: 10 }, (_, nth) => workingDay(nth))
  await Promise.all([...days.map((date) => byHand({ date })), ...days.map(() => foldCustomers(3))])
  while ((await foldCustomers()) > 0);
  expect(await list()).toMatchObject([{ name: 'Hakim Yusof', sessions: 10 }])
  expect(await checkout({ time: '15:00' })).toBeDefined()
})
