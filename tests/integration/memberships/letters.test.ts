import { sendMemberCode, signInMember } from '@/lib/auth/member-codes'
import { currentMail } from '@/lib/current-mail'
import { deliverMails } from '@/lib/mail/outbox'
import { provePendingMembership } from '@/lib/memberships/proof'
import { browserToken, NOWHERE } from '../auth/owner'
import { openMailWorld } from '../mail/world'

const world = openMailWorld()

test('the code arrives, works, and is nowhere in our database once its mail has left', async () => {
  const [email, browser] = ['aina@example.com', browserToken()]
  await sendMemberCode({ email, browser, locale: 'en', now: new Date() })
  expect(
    await deliverMails({ now: new Date(Date.now() + 1000), limit: 5, write: currentMail }),
  ).toEqual({
    sent: 1,
    failed: 0,
  })
  const [letter] = await world.mailbox.mails(1)
  const code = /\d{6}/.exec(letter?.subject ?? '')?.[0] ?? ''
  const { rows } = await world.database.sql.query(
    `SELECT payload FROM mails UNION ALL SELECT to_jsonb(c) FROM sign_in_codes c`,
  )
  expect(rows).toHaveLength(2)
  expect(JSON.stringify(rows.map(({ payload }) => ({ ...payload, id: 0 })))).not.toContain(code)
  const proof = { email, code, browser, origin: NOWHERE, now: new Date() }
  expect(await signInMember(proof, provePendingMembership)).toMatch(/^[\w-]{43}$/)
})
