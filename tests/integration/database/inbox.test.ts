// Who somebody is, in SQL as in the code (docs/decisions/042).
import fc from 'fast-check'
import { inboxOf, mailboxOf } from '@/lib/inbox'
import { db } from '@/lib/db'
import { openShop } from '@/tests/support/shop'

openShop()

test('the database compares inboxes and mailboxes as the code does', async () => {
  const hosts = [
    'gmail.com',
    'googlemail.com',
    'proton.me',
    'protonmail.com',
    'pm.me',
    'icloud.com',
  ]
  const host = fc.constantFrom(...hosts, 'me.com', 'mac.com', 'example.com', 'mail.example.com.my')
  const name = fc.string({
    unit: fc.constantFrom(...'aZ9.+_-@ '.split('')),
    maxLength: 12,
  })
  const emails = [
    ...fc.sample(
      fc.tuple(name, fc.constantFrom('@', ''), host).map((parts) => parts.join('')),
      400,
    ),
    ...['', '@', 'aina', 'Aina.Lim+1@GMAIL.com', ' aina@example.com ', '"a b"+c@pm.me'],
  ]
  const found = await db().$queryRaw<{ email: string; inbox: string; mailbox: string }[]>`
    SELECT email, inbox_of(email) AS inbox, mailbox_of(email) AS mailbox
    FROM unnest(${emails}::text[]) AS email`
  expect(found.map(({ inbox }) => inbox)).toEqual(found.map(({ email }) => inboxOf(email)))
  expect(found.map(({ mailbox }) => mailbox)).toEqual(found.map(({ email }) => mailboxOf(email)))
  expect(found).toHaveLength(emails.length)
})
