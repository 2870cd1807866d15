// What a stranger types reaches nobody by our mail before the address is proven or has paid: a marker
// is typed into every field, and looked for in every mail that follows (docs/decisions/066).
process.env.RATE_LIMIT_SCALE = '1'
import { POST as memberCode } from '@/app/api/auth/member-code/route'
import { POST as choose } from '@/app/api/bookings/[id]/transfer/route'
import { POST as book } from '@/app/api/bookings/route'
import { POST as write } from '@/app/api/contacts/route'
import { POST as payIntent } from '@/app/api/create-payment-intent/route'
import { PATCH as bill } from '@/app/api/manage/[token]/billing/route'
import { POST as join } from '@/app/api/memberships/route'
import { POST as order } from '@/app/api/video-editing-orders/route'
import { startSession } from '@/lib/auth/sessions'
import { currentMail } from '@/lib/current-mail'
import { transaction } from '@/lib/db'
import { mailContent, type MailContent } from '@/lib/mail/schema'
import { renderMail } from '@/lib/mail/templates'
import { currentSite } from '@/lib/settings/queries'
import { callRoute } from '@/tests/support/call'
import { openShop, workingDay } from '@/tests/support/shop'

const shop = openShop()

type When =
  /** To the studio, its owners or somebody whom the console names. */
  | 'the studio sends or reads it'
  /** Once the address has paid, or proven itself by a code. */
  | 'proven or paid'
  /** With nothing that was typed, and within the limits of unproven mail. */
  | 'before'
/** When each kind of mail may go; a new one needs an answer here. */
const WHEN: Record<MailContent['kind'], When> = {
  booking_notice: 'proven or paid',
  booking_reminder: 'proven or paid',
  order_notice: 'proven or paid',
  attachment: 'proven or paid',
  bank_form: 'proven or paid',
  finance_document: 'proven or paid',
  finance_payment: 'before',
  contact_received: 'before',
  membership_welcome: 'before',
  membership_already: 'before',
  sign_in_code: 'before',
  contact_reply: 'the studio sends or reads it',
  contact_message: 'the studio sends or reads it',
  contact_changed: 'the studio sends or reads it',
  setting_changed: 'the studio sends or reads it',
  studio_booking: 'the studio sends or reads it',
  studio_order: 'the studio sends or reads it',
  studio_slip: 'the studio sends or reads it',
  studio_summary: 'the studio sends or reads it',
  studio_trouble: 'the studio sends or reads it',
  invitation: 'the studio sends or reads it',
  test_mail: 'the studio sends or reads it',
}

const MARK = 'Lockedsignin'
const VICTIM = 'victim@example.com'
const STRANGER = 'stranger@example.com'
const VISITOR = 'v'.repeat(22)
const COMPANY = {
  ...{ company: MARK, companyRegistration: MARK, companyIdKind: 'BRN', companyAddress: MARK },
  ...{ companyCity: MARK, poNumber: MARK },
}
beforeEach(() =>
  shop.rows(
    `INSERT INTO settings (key, value) VALUES ('transfer', $1) ON CONFLICT (key) DO UPDATE SET value = $1`,
    [{ bank: 'Maybank', holder: 'Studio', number: '5140', duitnow: '', hours: 24 }],
  ),
)

type Handler = Parameters<typeof callRoute>[0]
async function ask(handler: Handler, body: object, params = {}, cookie = `visitor=${VISITOR}`) {
  const method = handler === bill ? 'PATCH' : 'POST'
  const answer = await callRoute(handler, '/api/x', { method, body, params, headers: { cookie } })
  const text = await answer.text()
  return { status: answer.status, body: (text ? JSON.parse(text) : {}) as Record<string, unknown> }
}
/** A session of a browser in which this email was proven. */
const proven = async (email: string) => {
  const origin = { browser: null, system: null, network: null }
  const token = await transaction((tx) => startSession(tx, { email }, origin))
  return `visitor=${VISITOR}; member=${token}`
}
const booking = (email: string, financeEmail: string | null = null) => ({
  ...{ serviceId: 1, firstName: MARK, lastName: MARK, email, phone: '+60123456789' },
  ...{ date: workingDay(), time: '10:00', duration: 'hourly', hours: 1, requirements: MARK },
  ...{ ...COMPANY, financeEmail },
})

/** All mails that wait, as they would be sent now. */
async function mails() {
  const studio = await currentSite()
  const rows = await shop.rows('SELECT * FROM mails ORDER BY id')
  return Promise.all(
    rows.map(async ({ id, kind, payload, recipient, locale, unproven }) => {
      const content = mailContent.parse({ kind, payload })
      const about = {
        kind: content.kind,
        recipient,
        unproven,
        forStudio: recipient === studio.email,
      }
      const ready = await currentMail(content, { id: Number(id) }, new Date())
      if ('untrue' in ready) return { ...about, untrue: ready.untrue, text: '' }
      const mail = await renderMail(ready.letter, locale as 'en', studio)
      return { ...about, text: [mail.subject, mail.html, mail.text].join('\n') }
    }),
  )
}

test('whoever types a marker into every public form with a stranger’s address has it mailed to nobody', async () => {
  const held = await ask(book, booking(VICTIM, STRANGER))
  expect(held.status).toBe(201)
  const id = String(held.body.id)
  expect((await ask(payIntent, { bookingId: Number(id) })).status).toBe(200)
  expect(await ask(choose, {}, { id })).toMatchObject({
    ...{ status: 403, body: { code: 'email_unproven' } },
  })
  // A code that proved another inbox is none for this one.
  expect(await ask(choose, {}, { id }, await proven('attacker@example.com'))).toMatchObject({
    ...{ status: 403, body: { code: 'email_unproven' } },
  })
  const forms: [Handler, object][] = [
    [
      write,
      {
        ...{ name: MARK, email: VICTIM, subject: 'other', message: MARK, company: MARK },
        ...{ industry: MARK, companySize: MARK, designation: MARK, topics: MARK },
      },
    ],
    [join, { customerName: MARK, customerEmail: VICTIM, serviceId: 1, referredBy: null }],
    [
      order,
      {
        ...{
          customerName: MARK,
          customerEmail: VICTIM,
          tier: 'basic',
          duration: '<60s',
          rushService: false,
        },
        ...{ requirements: MARK, ...COMPANY, financeEmail: STRANGER },
      },
    ],
    [memberCode, { email: VICTIM }],
  ]
  for (const [handler, body] of forms)
    expect((await ask(handler, body)).body).not.toHaveProperty('code')
  const sent = await mails()
  expect(
    sent
      .filter(({ forStudio }) => !forStudio)
      .map(({ kind }) => kind)
      .sort(),
  ).toEqual([...['contact_received', 'membership_welcome', 'sign_in_code']])
  for (const { kind, text, unproven, forStudio } of sent) {
    if (forStudio) continue
    expect([kind, WHEN[kind], unproven, text.includes(MARK)]).toEqual([kind, 'before', true, false])
  }
})

test('after the code a transfer is chosen, and its finance contact reads nothing that was typed', async () => {
  const cookie = await proven('attacker@example.com')
  const held = await ask(book, booking('attacker@example.com', STRANGER), {}, cookie)
  const chosen = await ask(choose, {}, { id: String(held.body.id) }, cookie)
  expect(chosen.status).toBe(200)
  const sent = await mails()
  expect(sent.map(({ kind, recipient }) => [kind, recipient])).toContainEqual([
    ...['booking_notice', 'attacker@example.com'],
  ])
  const toStranger = sent.filter(({ recipient }) => recipient === STRANGER)
  expect(toStranger.map(({ kind, unproven }) => [kind, unproven])).toEqual([
    ['finance_payment', true],
  ])
  expect(toStranger[0]?.text).not.toContain(MARK)
})

test('the finance contact of a booking changes three times a day, each inbox five times, and each link ends', async () => {
  const cookie = await proven('attacker@example.com')
  const held = await ask(book, booking('attacker@example.com'), {}, cookie)
  const chosen = await ask(choose, {}, { id: String(held.body.id) }, cookie)
  const token = String(chosen.body.token)
  const name = (financeEmail: string) => ask(bill, { ...COMPANY, financeEmail }, { token })
  for (const nth of [1, 2, 3]) expect((await name(`s${nth}@example.com`)).status).toBe(200)
  // The same again names nobody new.
  expect((await name('s3@example.com')).status).toBe(200)
  expect(await name('s4@example.com')).toMatchObject({
    ...{ status: 429, body: { code: 'too_many_requests' } },
  })
  const asked = (await mails()).filter(({ kind }) => kind === 'finance_payment')
  expect(asked.map((mail) => [mail.recipient, 'untrue' in mail ? mail.untrue : null])).toEqual([
    ['s1@example.com', 'finance_email_changed'],
    ['s2@example.com', 'finance_email_changed'],
    ['s3@example.com', null],
  ])
})
