// What reaches the studio's mailbox, over a real SMTP server.
import { saveContact } from '@/lib/contacts/messages'
import { contactInput } from '@/lib/contacts/schema'
import { currentMail } from '@/lib/current-mail'
import { deliverMails } from '@/lib/mail/outbox'
import { DEFAULT_SITE } from '@/lib/settings/site'
import { openMailWorld } from '../mail/world'

const world = openMailWorld()

const write = async (changes: object) => {
  await saveContact(
    contactInput.parse({
      name: 'Aina',
      email: 'aina@example.com',
      subject: 'sponsorship',
      message: 'First line\nSecond line',
      ...changes,
    }),
    { provenEmail: null, locale: 'en' },
  )
  await deliverMails({ now: new Date(Date.now() + 1000), limit: 5, write: currentMail })
  const caught = await world.mailbox.mails(1)
  const [mail, ...others] = caught.filter(({ to }) => to[0]?.address === DEFAULT_SITE.email)
  if (!mail || others.length > 0) throw new Error('expected one mail')
  return { ...mail, source: await world.mailbox.source(mail.id) }
}
const headersOf = (source: string) => source.split(/\r?\n\r?\n/)[0] ?? ''

test('to the studio alone, an answer goes to the visitor, plain text beside HTML', async () => {
  const mail = await write({})
  expect(mail.to.map(({ address }) => address)).toEqual([DEFAULT_SITE.email])
  expect(mail.replyTo).toEqual([expect.objectContaining({ address: 'aina@example.com' })])
  expect(mail.subject).toBe('Message from Aina: Sponsorship')
  expect(mail.source).toMatch(/Content-Type: multipart\/alternative/i)
  for (const body of [mail.text, mail.html])
    for (const line of ['First line', 'Second line']) expect(body).toContain(line)
  // No machine answers a mail that says this, so two of them cannot talk to each other for ever.
  expect(headersOf(mail.source)).toMatch(/^Auto-Submitted: auto-generated$/im)
})

test('a name that looks like headers or like two people is one name', async () => {
  const name = 'Aina", <all@evil.example>, Bcc: b@evil.example'
  const mail = await write({ name, message: '<img src=x onerror=alert(1)>' })
  expect(mail.to).toHaveLength(1)
  expect(mail.replyTo).toEqual([{ address: 'aina@example.com', name }])
  expect(headersOf(mail.source)).not.toMatch(/^(Bcc|Cc):/im)
  expect(mail.html).not.toContain('<img src=x')
  expect(mail.text).toContain('<img src=x onerror=alert(1)>')
})

test('the studio writing to itself is one mail, not a conversation', async () => {
  const mail = await write({ email: DEFAULT_SITE.email })
  expect(mail.to.map(({ address }) => address)).toEqual([DEFAULT_SITE.email])
  expect(
    await deliverMails({ now: new Date(Date.now() + 86_400_000), limit: 5, write: currentMail }),
  ).toEqual({
    sent: 0,
    failed: 0,
  })
})
