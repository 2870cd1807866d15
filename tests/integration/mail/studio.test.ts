// What the owner says of the studio stands in the next mail and calendar file
// (docs/decisions/020 G5).
import ICAL from 'ical.js'
import { saveContact } from '@/lib/contacts/messages'
import { contactInput } from '@/lib/contacts/schema'
import { currentMail } from '@/lib/current-mail'
import { transaction } from '@/lib/db'
import { deliverMails, queueMail, type WriteMail } from '@/lib/mail/outbox'
import { currentSite } from '@/lib/settings/queries'
import { saveSetting } from '@/lib/settings/change'
import { SETTINGS } from '@/lib/settings/schema'
import { DEFAULT_SITE } from '@/lib/settings/site'
import { NO_VISIT_FACTS } from '@/lib/settings/visit'
import { studioForm } from '@/tests/support/studio'
import { confirmed } from '../../unit/mail/facts'
import { openMailWorld } from './world'

const world = openMailWorld()
const { value: other } = SETTINGS.site.body.parse(studioForm())
const saveOther = () =>
  saveSetting({ key: 'site', value: { ...other }, version: undefined, actor: 'owner' })
const deliver = (write: WriteMail = currentMail) =>
  deliverMails({ now: new Date(Date.now() + 1000), limit: 5, write })

test('until the owner says something the defaults hold, then every fact is theirs', async () => {
  expect(await currentSite()).toEqual(DEFAULT_SITE)
  await saveOther()
  expect(await currentSite()).toEqual(other)
})

test('a mail that was queued before is written by the studio of now, calendar file included', async () => {
  const mail = {
    kind: 'booking_notice',
    payload: { bookingId: 42 },
    recipient: 'guest@example.com',
    locale: 'en',
    dedupeKey: 'booking_notice:42',
  } as const
  await transaction((tx) => queueMail(tx, mail))
  await saveOther()
  const visit = { ...NO_VISIT_FACTS, surau: 'There is a surau on level 2.' }
  await saveSetting({ key: 'visit', value: visit, version: undefined, actor: 'owner' })
  expect(await deliver(async () => ({ letter: confirmed() }))).toEqual({ sent: 1, failed: 0 })
  const [caught] = await world.mailbox.mails(1)
  if (!caught) throw new Error('expected a mail')
  expect(caught.from).toEqual([{ address: 'hello@studio.example', name: other.name }])
  expect(caught.replyTo).toEqual([{ address: other.email, name: other.name }])
  for (const fact of [
    other.name,
    other.legalName,
    other.registration,
    other.email,
    other.phone,
    other.address.unit,
    other.address.street,
    other.address.city,
    other.parking.levels,
    'Before you come',
  ])
    expect(caught.text).toContain(fact)
  expect(caught.text).toContain(`https://wa.me/${other.whatsapp}`)
  expect(caught.html).toContain(other.directions)
  for (const old of [DEFAULT_SITE.name, DEFAULT_SITE.phone, DEFAULT_SITE.whatsapp])
    expect(caught.text + caught.html).not.toContain(old)

  const file = await world.mailbox.attachment(
    caught.id,
    caught.attachments?.[0]?.generatedFileName ?? '',
  )
  const event = new ICAL.Component(ICAL.parse(file) as unknown[]).getFirstSubcomponent('vevent')
  const said = (property: string) => String(event?.getFirstPropertyValue(property))
  expect(said('summary')).toContain(other.name)
  expect(said('location')).toContain('Wisma Suara')
  expect(said('organizer').toLowerCase()).toBe(`mailto:${other.email}`)
  expect(event?.getFirstProperty('organizer')?.getParameter('cn')).toBe("Suara & 'Rakan'")
  expect(said('geo')).toBe('3.145,101.7089')
  expect(said('description')).toContain(other.phone)
})

test('the studio’s own mails go to the address of now', async () => {
  await saveOther()
  await saveContact(
    contactInput.parse({
      name: 'Aina',
      email: 'aina@example.com',
      subject: 'sponsorship',
      message: 'Hello',
    }),
    { provenEmail: null, locale: 'en' },
  )
  await deliver()
  const to = (await world.mailbox.mails(2)).map((mail) => mail.to.map(({ address }) => address))
  expect(to.sort()).toEqual([['aina@example.com'], [other.email]].sort())
})
