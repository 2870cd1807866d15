import { sendMemberCode } from '@/lib/auth/member-codes'
import { currentMail } from '@/lib/current-mail'
import { db } from '@/lib/db'
import { mailContent } from '@/lib/mail/schema'
import { openShop } from '@/tests/support/shop'

openShop()
const MINUTE_MS = 60_000

// Seen in sign-in systems whose mail server was away: the code arrived after its time.
test('real life: a code is sent within its ten minutes, and not afterwards', async () => {
  const now = new Date()
  const browser = 'b'.repeat(43)
  await sendMemberCode({ email: 'aina@example.com', browser, locale: 'en', now })
  const mail = await db().mail.findFirstOrThrow({ where: { kind: 'sign_in_code' } })
  const content = mailContent.parse({ kind: mail.kind, payload: mail.payload })
  const after = (minutes: number) =>
    currentMail(content, mail, new Date(now.getTime() + minutes * MINUTE_MS))
  expect(await after(9)).toEqual({ letter: content })
  expect(await after(11)).toEqual({ untrue: 'code_expired' })
})
