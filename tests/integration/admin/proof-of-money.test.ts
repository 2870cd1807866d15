// What says where money goes asks for a proof of identity; what records money that came does above a sum.
import { POST as transferRoute } from '@/app/api/admin/bookings/[id]/transfer/route'
import { POST as bookingsRoute } from '@/app/api/admin/bookings/route'
import { POST as paymentsRoute } from '@/app/api/admin/payments/route'
import { PATCH as handledRoute } from '@/app/api/admin/payments/[id]/route'
import { PATCH as contactRoute } from '@/app/api/admin/bookings/[id]/contact/route'
import { POST as formRoute } from '@/app/api/admin/payments/[id]/bank-details/route'
import { POST as confirmRoute } from '@/app/api/settings/[key]/confirm/route'
import { PATCH as settingRoute } from '@/app/api/settings/[key]/route'
import { currentMail } from '@/lib/current-mail'
import { mailContent } from '@/lib/mail/schema'
import { renderMail } from '@/lib/mail/templates'
import { DEFAULT_SITE } from '@/lib/settings/site'
import { currentSetting, unconfirmedAccount } from '@/lib/settings/queries'
import { callRoute } from '@/tests/support/call'
import { openShop, workingDay } from '@/tests/support/shop'
import { ownerCookie } from './admin'

const shop = openShop()
let cookie: string
beforeEach(async () => {
  cookie = await ownerCookie(shop)
  await shop.rows(`UPDATE sessions SET proved_at = now() - interval '3 hours'`)
})

type Handler = Parameters<typeof callRoute>[0]
async function ask(handler: Handler, method: string, body: object, params = {}) {
  const answer = await callRoute(handler, '/api/admin', {
    ...{ method, body, params, headers: { cookie } },
  })
  const text = await answer.text()
  return { status: answer.status, body: (text ? JSON.parse(text) : {}) as Record<string, unknown> }
}
const REFUSED = { status: 403, body: { code: 'proof_required' } }
const limit = (withoutProof: number) =>
  shop.rows(
    `INSERT INTO settings (key, value) VALUES ('received', '{"withoutProof":${withoutProof}}')
     ON CONFLICT (key) DO UPDATE SET value = excluded.value`,
  )
const book = (paid: unknown, totalAmount: string | null = '107.17', time = '10:00') =>
  ask(bookingsRoute, 'POST', {
    ...{ serviceId: 1, firstName: 'Siti', email: 'siti@example.com', date: workingDay() },
    ...{ time, duration: 'hourly', hours: 1, paid, totalAmount },
  })

test('the studio’s account, tax or mail, changed in a session whose proof is hours old, is refused', async () => {
  const bodies = {
    transfer: { bank: 'Other', holder: 'Other', number: '5140123456', duitnow: '', hours: 24 },
    tax: { kind: 'none' },
    einvoice: { tin: '', msic: '', activity: '' },
    received: { withoutProof: 100_000 },
    site: {},
  }
  const settings = () => shop.rows('SELECT key, value FROM settings ORDER BY key')
  const before = await settings()
  for (const [key, body] of Object.entries(bodies))
    expect([key, await ask(settingRoute, 'PATCH', body, { key })]).toMatchObject([key, REFUSED])
  expect(await settings()).toEqual(before)
  await shop.rows('UPDATE sessions SET proved_at = now()')
  expect(await ask(settingRoute, 'PATCH', bodies.transfer, { key: 'transfer' })).toMatchObject({
    status: 200,
  })
  expect((await currentSetting('transfer')).bank).toBe('Other')
})

test('a refund marked as kept asks for a proof', async () => {
  expect(await ask(handledRoute, 'PATCH', { note: 'kept' }, { id: '1' })).toMatchObject(REFUSED)
})

test('money that comes in needs no proof up to the owner’s sum, and one above it', async () => {
  expect((await currentSetting('received')).withoutProof).toBe(2000)
  expect(await book({ method: 'cash' })).toMatchObject({ status: 201 })
  const later = await book('later', null, '12:00')
  expect(later.status).toBe(201)
  const pay = (amountSen: number) =>
    ask(paymentsRoute, 'POST', {
      ...{ bookingId: later.body.id, method: 'cash', amountSen, date: '2026-01-05' },
      reference: null,
    })
  await limit(100)
  // The call need not say the sum.
  for (const said of ['107.17', null])
    expect(await book({ method: 'cash' }, said, '14:00')).toMatchObject(REFUSED)
  expect(await pay(100_01)).toMatchObject(REFUSED)
  expect((await pay(100_00)).body.code).not.toBe('proof_required')
})

test('a transfer is received without a proof up to that sum, and is never refused for want of one', async () => {
  const { body } = await book('link')
  const id = Number(body.id)
  const transfer = (received: boolean) =>
    ask(transferRoute, 'POST', { received }, { id: String(id) })
  expect((await transfer(true)).body.code).toBe('not_changeable')
  await limit(107)
  expect(await transfer(true)).toMatchObject(REFUSED)
  expect((await transfer(false)).body.code).toBe('not_changeable')
})

const proven = () => shop.rows('UPDATE sessions SET proved_at = now()')
const ownEmail = (email: string) => shop.rows('UPDATE users SET email = $1', [email])
/** The mails of a kind as they are written now: their readers, subjects and texts. */
async function mails(kind: string) {
  const rows = await shop.rows(
    'SELECT id, kind, recipient, locale, payload FROM mails WHERE kind = $1 ORDER BY id',
    [kind],
  )
  return Promise.all(
    rows.map(async ({ id, payload, recipient, locale }) => {
      const content = mailContent.parse({ kind, payload })
      const ready = await currentMail(content, { id: Number(id) }, new Date())
      if ('untrue' in ready) return { recipient, untrue: ready.untrue }
      const mail = await renderMail(ready.letter, locale as 'en', DEFAULT_SITE)
      return { recipient, subject: mail.subject, text: mail.text }
    }),
  )
}
const ACCOUNT = {
  bank: 'Maybank',
  holder: 'Bintang',
  number: '5140 1234 5678',
  duitnow: '',
  hours: 24,
}
const setting = (key: string, body: object) => ask(settingRoute, 'PATCH', body, { key })

test('the studio’s account and mail, changed: the owners and the address before read what, who and what to do', async () => {
  await proven()
  await ownEmail('siti@example.com')
  const first = await setting('transfer', ACCOUNT)
  const version = first.body.updatedAt
  await setting('transfer', { ...ACCOUNT, number: '9999 0000 1111', version })
  const sent = await mails('setting_changed')
  expect(sent.map(({ recipient }) => recipient)).toEqual([
    ...[DEFAULT_SITE.email, 'siti@example.com', DEFAULT_SITE.email, 'siti@example.com'],
  ])
  const { subject = '', text = '' } = sent[3] ?? {}
  expect(subject).toContain('Bank transfer and DuitNow QR')
  for (const part of ['owner', '…5678 → …1111', 'end all other sessions'])
    expect(text).toContain(part)
  expect(text).not.toMatch(/5140|9999/)
  // Saved again as it is, there is nothing to say.
  await setting('transfer', { ...ACCOUNT, number: '9999 0000 1111' })
  expect((await mails('setting_changed')).at(-1)).toMatchObject({ untrue: 'nothing_changed' })

  await shop.rows('DELETE FROM mails')
  await shop.rows(`INSERT INTO settings (key, value) VALUES ('site', $1)`, [
    { ...DEFAULT_SITE, email: 'desk@example.com' },
  ])
  const { address, parking, geo, ...site } = DEFAULT_SITE
  const typed = { ...site, ...address, ...parking, ...geo, email: 'thief@example.com' }
  expect(await setting('site', typed)).toMatchObject({ status: 200 })
  expect((await mails('setting_changed')).map(({ recipient }) => recipient)).toEqual([
    ...['desk@example.com', 'siti@example.com'],
  ])
})

test('the console shows another account until an owner confirms it, and not once it is what it was', async () => {
  await proven()
  expect(await unconfirmedAccount()).toBeNull()
  const first = await setting('transfer', ACCOUNT)
  const seen = await unconfirmedAccount()
  expect(seen).toMatchObject({ by: 'owner', before: { bank: '' }, after: { number: '…5678' } })
  const confirm = (change: unknown) => ask(confirmRoute, 'POST', { change }, { key: 'transfer' })
  const other = await setting('transfer', {
    ...{ ...ACCOUNT, bank: 'CIMB', version: first.body.updatedAt },
  })
  // What was seen is not what there is.
  expect(await confirm(seen?.id)).toMatchObject({ status: 409 })
  const now = await unconfirmedAccount()
  await shop.rows(`UPDATE users SET role = 'manager'`)
  expect(await confirm(now?.id)).toMatchObject({ status: 403, body: { code: 'not_allowed' } })
  await shop.rows(`UPDATE users SET role = 'owner'`)
  expect(await confirm(now?.id)).toMatchObject({ status: 204 })
  expect(await unconfirmedAccount()).toBeNull()
  // How long a time is held leads no money elsewhere.
  const hours = await setting('transfer', {
    ...{ ...ACCOUNT, bank: 'CIMB', hours: 12, version: other.body.updatedAt },
  })
  expect(await unconfirmedAccount()).toBeNull()
  const third = await setting('transfer', { ...ACCOUNT, version: hours.body.updatedAt })
  expect(await unconfirmedAccount()).toMatchObject({ before: { bank: 'CIMB' } })
  await setting('transfer', { ...ACCOUNT, bank: 'CIMB', version: third.body.updatedAt })
  expect(await unconfirmedAccount()).toBeNull()
})

test('a customer’s email, corrected while their money is here, asks for a proof and is mailed to the old one', async () => {
  const { body } = await book({ method: 'cash' })
  const id = Number(body.id)
  const person = { firstName: 'Siti', email: 'siti@example.com', phone: null, locale: 'ms' }
  const correct = (other: object) =>
    ask(contactRoute, 'PATCH', { ...person, ...other }, { id: String(id) })
  expect(await correct({ firstName: 'Siti Aminah' })).toMatchObject({ status: 200 })
  for (const other of [{ email: 'thief@example.com' }, { financeEmail: 'thief@example.com' }])
    expect([other, await correct(other)]).toMatchObject([other, REFUSED])
  expect(await ask(formRoute, 'POST', {}, { id: '1' })).toMatchObject(REFUSED)
  expect(await shop.rows('SELECT email FROM bookings')).toEqual([{ email: 'siti@example.com' }])
  await proven()
  expect(await correct({ email: 'thief@example.com' })).toMatchObject({ status: 200 })
  const [owner, former] = await mails('contact_changed')
  expect(owner).toMatchObject({ recipient: DEFAULT_SITE.email })
  expect(owner?.text).toContain('thief@example.com')
  expect(former).toMatchObject({ recipient: 'siti@example.com' })
  expect(former?.text).toContain('t…@example.com')
  expect(former?.text).not.toContain('thief')
  // Corrected back and forth, the warning stays where it was sent.
  await correct({ email: 'siti@example.com' })
  await correct({ email: 'thief@example.com' })
  expect((await mails('contact_changed'))[1]).toMatchObject({ recipient: 'siti@example.com' })
})

test('a customer’s email, corrected before anything is paid, needs no proof and no warning', async () => {
  const { body } = await book('link')
  const person = { firstName: 'Siti', email: 'sitti@example.com', phone: null, locale: 'ms' }
  expect(await ask(contactRoute, 'PATCH', person, { id: String(body.id) })).toMatchObject({
    status: 200,
  })
  expect(await mails('contact_changed')).toEqual([])
})
