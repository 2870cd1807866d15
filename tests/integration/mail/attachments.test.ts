// real life: a file that cannot be made stops no mail.
import { attentionCount } from '@/lib/admin/attention/queries'
import { rescheduleBooking } from '@/lib/bookings/reschedule'
import { currentMail } from '@/lib/current-mail'
import { db } from '@/lib/db'
import { deliverMails, dropMail, resendMail } from '@/lib/mail/outbox'
import { listedMails, UNATTACHED } from '@/lib/mail/queries'
import { closeTransport } from '@/lib/mail/transport'
import { issueMissingDocuments } from '@/lib/payments/documents'
import { saveSetting } from '@/lib/settings/change'
import { DEFAULT_SITE } from '@/lib/settings/site'
import { settlements } from '@/lib/settlements'
import { MINUTE_MS } from '@/lib/time'
import { openShop, orderCheckout, workingDay } from '@/tests/support/shop'
import { Mailbox } from './mailbox'

let mailbox: Mailbox
beforeAll(async () => {
  mailbox = await Mailbox.open()
  process.env.SMTP_URL = mailbox.url // before anything reads the environment
})
const shop = openShop()
beforeEach(async () => {
  await shop.rows(`DROP FUNCTION IF EXISTS damage CASCADE`)
  await shop.rows(`DROP TABLE IF EXISTS whole_documents`)
  await shop.rows(`ALTER TABLE receipts DROP CONSTRAINT IF EXISTS not_today`)
  await mailbox.clear()
})
afterAll(async () => {
  closeTransport()
  await mailbox.close()
})

const deliver = (minutes = 0) =>
  deliverMails({
    now: new Date(Date.now() + minutes * MINUTE_MS + 1000),
    limit: 20,
    write: currentMail,
  })
/** What the customer got, newest last, with the names of the files. */
const toCustomer = async (count: number) =>
  (await mailbox.mails(count))
    .filter(({ to }) => to.some(({ address }) => address !== DEFAULT_SITE.email))
    .map((mail) => ({
      subject: mail.subject,
      text: mail.text.replace(/\s+/g, ' '),
      files: (mail.attachments ?? []).map(({ fileName }) => fileName),
    }))
const waiting = async () => (await listedMails(UNATTACHED)).rows

/**
 * From now on no PDF can be made of a document that is issued, until the function that is returned
 * was called. The webhook of a payment issues it and sends the mail at once.
 */
async function damageDocuments() {
  await shop.rows(`CREATE TABLE whole_documents (id int, lines jsonb)`)
  await shop.rows(`CREATE FUNCTION damage() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
    INSERT INTO whole_documents VALUES (NEW.id, NEW.lines);
    NEW.lines := '[{"text": null, "english": "x", "amountSen": 1}]';
    RETURN NEW; END $$`)
  await shop.rows(
    `CREATE TRIGGER damage BEFORE INSERT ON receipts FOR EACH ROW EXECUTE FUNCTION damage()`,
  )
  return async () => {
    await shop.rows(`DROP FUNCTION damage CASCADE`)
    await shop.rows(
      `UPDATE receipts r SET lines = w.lines FROM whole_documents w WHERE w.id = r.id`,
    )
    await shop.rows(`DROP TABLE whole_documents`)
  }
}

// The address is one that our form takes and the calendar library refuses.
const withStudioAddress = (email: string) =>
  saveSetting({
    key: 'site',
    value: { ...DEFAULT_SITE, email },
    version: undefined,
    actor: 'owner',
  })

describe('real life: the receipt of a confirmation', () => {
  // Seen in invoicing systems behind which one name stopped the PDF and with it the confirmation.
  test.each([
    ['en', 'Your receipt could not be attached', 'Your receipt for booking'],
    ['ms', 'Resit anda tidak dapat dilampirkan', 'Resit anda untuk tempahan'],
    ['zh', '此电邮未能附上您的收据', '的收据'],
  ] as const)(
    'that cannot be made stops no mail, and follows once, in %s',
    async (locale, says, subject) => {
      const repair = await damageDocuments()
      const { booking } = await shop.sold({ locale })
      await deliver()
      const [confirmation, ...others] = await toCustomer(2)
      expect(others).toEqual([])
      expect(confirmation?.files).toEqual([`booking-${booking}.ics`])
      expect(confirmation?.text).toContain(says)
      expect(confirmation?.text).not.toContain('is attached as a PDF')
      expect(await waiting()).toMatchObject([
        { attachment: 'receipt', bookingId: booking, lastError: 'TypeError' },
      ])
      expect(await attentionCount()).toBe(1)

      // It is tried again for as long as it takes, and holds nothing up.
      await rescheduleBooking({
        id: booking,
        newDate: workingDay(2),
        newTime: '12:00',
        by: 'customer',
        actor: 'customer',
        now: new Date(),
      })
      await shop.rows(
        `UPDATE mails SET attempts = 40, created_at = now() - interval '9 days' WHERE kind = 'attachment'`,
      )
      expect(await deliver(10)).toEqual({ sent: 2, failed: 1 })
      expect((await toCustomer(4)).map(({ files }) => files)).toEqual([
        [`booking-${booking}.ics`],
        [`booking-${booking}.ics`],
      ])

      await repair()
      expect(await deliver(180)).toEqual({ sent: 1, failed: 0 })
      const follow = (await toCustomer(5)).at(-1)
      expect(follow?.files).toEqual(['R-000001.pdf'])
      expect(follow?.subject).toContain(subject)
      expect(await attentionCount()).toBe(0)
      expect(await deliver(500)).toEqual({ sent: 0, failed: 0 })
    },
  )

  test('goes with the mail when it can be made, which says so', async () => {
    await shop.sold({ locale: 'en' })
    await deliver()
    const [mail] = await toCustomer(2)
    expect(mail?.files.at(-1)).toBe('R-000001.pdf')
    expect(mail?.text).toContain('Your receipt is attached as a PDF')
    expect(await attentionCount()).toBe(0)
  })

  test('that could not be issued is not called attached, and follows when it is', async () => {
    await shop.rows(
      `ALTER TABLE receipts ADD CONSTRAINT not_today CHECK (number > 1000000) NOT VALID`,
    )
    await shop.sold({ locale: 'en' })
    await deliver()
    const [mail] = await toCustomer(2)
    expect(mail?.files).toEqual([expect.stringContaining('.ics')])
    expect(mail?.text).toContain('Your receipt could not be attached')
    expect(mail?.text).not.toContain('is attached as a PDF')
    expect(await waiting()).toEqual([])
    await shop.rows(`ALTER TABLE receipts DROP CONSTRAINT not_today`)
    await issueMissingDocuments(settlements)
    expect(await deliver(10)).toEqual({ sent: 1, failed: 0 })
    expect((await toCustomer(3)).at(-1)?.files).toEqual(['R-000001.pdf'])
  })

  test('of an order is told and follows too', async () => {
    const repair = await damageDocuments()
    const { intent } = await orderCheckout()
    await shop.payments.pay(intent)
    await shop.payments.release()
    await deliver()
    const [mail] = await toCustomer(2)
    expect(mail?.files).toEqual([])
    expect(mail?.text).toContain('Your receipt could not be attached')
    await repair()
    await deliver(10)
    expect((await toCustomer(3)).at(-1)).toMatchObject({
      subject: 'Your receipt for video editing order #1',
      files: ['R-000001.pdf'],
    })
  })
})

// Its domain is no Punycode, which our own rule does not look at.
const NOT_IN_CALENDARS = 'kaethe@xn--a.example'

describe('the calendar file', () => {
  test('that cannot be made stops no mail, is not spoken of, and follows', async () => {
    await withStudioAddress(NOT_IN_CALENDARS)
    const { booking } = await shop.sold({ locale: 'en' })
    await deliver()
    const mail = (await toCustomer(2)).find(({ subject }) =>
      subject.startsWith('Booking confirmed'),
    )
    expect(mail?.files).toEqual(['R-000001.pdf'])
    expect(mail?.text).toContain('The calendar file could not be attached')
    expect(mail?.text).not.toContain('Open the attached file')
    expect(await waiting()).toMatchObject([{ attachment: 'calendar', bookingId: booking }])
    await withStudioAddress(DEFAULT_SITE.email)
    await deliver(10)
    expect((await toCustomer(3)).at(-1)).toMatchObject({
      subject: `The calendar file for booking #${booking}`,
      files: [`booking-${booking}.ics`],
    })
  })

  test('of a booking that was moved since is not sent', async () => {
    await withStudioAddress(NOT_IN_CALENDARS)
    const { booking } = await shop.sold({ locale: 'en' })
    await deliver()
    await withStudioAddress(DEFAULT_SITE.email)
    await rescheduleBooking({
      id: booking,
      newDate: workingDay(2),
      newTime: '12:00',
      by: 'customer',
      actor: 'customer',
      now: new Date(),
    })
    await deliver(10)
    const files = (await toCustomer(4)).flatMap((mail) => mail.files)
    expect(files.filter((name) => name?.endsWith('.ics'))).toHaveLength(1)
    expect(await waiting()).toEqual([])
    expect(await shop.rows(`SELECT status FROM mails WHERE kind = 'attachment'`)).toEqual([
      { status: 'dropped' },
    ])
  })
})

test('a credit note that cannot be made stops no mail, which does not call it attached', async () => {
  const { intent } = await shop.sold({ locale: 'en' })
  await deliver()
  const repair = await damageDocuments()
  await shop.payments.control('refund', { payment_intent: intent, amount: 1000 })
  await shop.payments.release()
  await deliver()
  const mail = (await toCustomer(3)).find(({ subject }) => subject.startsWith('Refund'))
  expect(mail?.files).toEqual([])
  expect(mail?.text).toContain('The refund note could not be attached')
  expect(mail?.text).not.toContain('refund note is attached')
  await repair()
  await deliver(10)
  expect((await toCustomer(4)).at(-1)?.files).toEqual(['CN-000001.pdf'])
})

describe('the owner', () => {
  test('tries a missing receipt again by hand, or takes it off the list', async () => {
    const repair = await damageDocuments()
    await shop.sold({ locale: 'en' })
    await deliver()
    const [{ id } = { id: 0 }] = await waiting()
    await repair()
    expect(await resendMail(id, 'owner')).toBe(true)
    await deliver(10)
    expect((await toCustomer(3)).at(-1)?.files).toEqual(['R-000001.pdf'])
    expect(await waiting()).toEqual([])
    expect(await dropMail(id, 'owner')).toBe(false)
  })

  test('dismisses a missing receipt: nothing follows', async () => {
    const repair = await damageDocuments()
    await shop.sold({ locale: 'en' })
    await deliver()
    const [{ id } = { id: 0 }] = await waiting()
    expect(await dropMail(id, 'owner')).toBe(true)
    await repair()
    expect(await deliver(500)).toEqual({ sent: 0, failed: 0 })
    expect(await attentionCount()).toBe(0)
  })

  test('sends the whole mail again: it has its receipt, and none follows a second time', async () => {
    const repair = await damageDocuments()
    await shop.sold({ locale: 'en' })
    await deliver()
    const confirmation = await db().mail.findFirstOrThrow({ where: { kind: 'booking_notice' } })
    await repair()
    expect(await resendMail(confirmation.id, 'owner')).toBe(true)
    expect(await deliver()).toEqual({ sent: 1, failed: 0 })
    expect((await toCustomer(3)).at(-1)?.files).toContain('R-000001.pdf')
    expect(await deliver(500)).toEqual({ sent: 0, failed: 0 })
  })

  test('sends the whole mail again while the receipt cannot be made: one follows, not two', async () => {
    const repair = await damageDocuments()
    await shop.sold({ locale: 'en' })
    await deliver()
    const confirmation = await db().mail.findFirstOrThrow({ where: { kind: 'booking_notice' } })
    expect(await resendMail(confirmation.id, 'owner')).toBe(true)
    await deliver(10)
    expect(await waiting()).toHaveLength(1)
    await repair()
    expect(await deliver(500)).toEqual({ sent: 1, failed: 0 })
    expect(await deliver(900)).toEqual({ sent: 0, failed: 0 })
  })
})
