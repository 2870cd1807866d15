// What a mail says of the files that go with it, and of those that do not.
import { LOCALES, type Locale } from '@/lib/i18n/routing'
import { renderMail } from '@/lib/mail/templates'
import { ATTACHMENTS } from '@/lib/mail/schema'
import { DEFAULT_SITE } from '@/lib/settings/site'
import en from '@/messages/en.json'
import ms from '@/messages/ms.json'
import zh from '@/messages/zh.json'
import { confirmed, everyMail, later, orderMails, orderNotice, TOKEN } from './facts'
import { visible } from '@/tests/support/visible'

beforeAll(() => {
  process.env.DATABASE_URL = 'postgresql://localhost/x'
  process.env.SITE_URL = 'https://studio.example'
})

const WORDS = { en, ms, zh }
const PAPERS = ['receipt', 'credit_note', 'debit_note'] as const
type Paper = (typeof PAPERS)[number]
const NAMES: Record<Locale, Record<Paper, RegExp>> = {
  en: { receipt: /receipt/i, credit_note: /refund note|its note/i, debit_note: /debit note/i },
  ms: { receipt: /resit/i, credit_note: /nota bayaran balik|notanya/i, debit_note: /nota debit/i },
  zh: { receipt: /收据/, credit_note: /退款通知单/, debit_note: /借项通知单/ },
}
const WITH_FILES = [...everyMail, ...orderMails]
const NOTICES_OF_MONEY = WITH_FILES.filter(
  ({ payload }) =>
    'news' in payload &&
    ['refund', 'refund_failed', 'documents', 'dispute', 'ended'].includes(payload.news.says),
)
const CLEAN = /\bmail\.[a-z]|[{}]|undefined|\[object|NaN/
const oneLine = (text: string) => text.replace(/\s+/g, ' ')

describe.each(LOCALES)('in %s', (locale) => {
  const { mail: words } = WORDS[locale]

  test.each(WITH_FILES)('a $kind speaks of no file that does not go with it', async (mail) => {
    const { text } = await renderMail(mail, locale, DEFAULT_SITE)
    for (const sentence of [
      words.enclosed.receipt,
      words.next.calendar,
      words.rescheduled.calendar,
      words.upgraded.calendar,
      words.cancelled.calendar,
      ...Object.values(words.missing),
    ])
      expect(oneLine(text)).not.toContain(sentence)
    expect(oneLine(text)).not.toMatch(/attached|dilampirkan|附件/)
  })

  test.each(NOTICES_OF_MONEY)(
    'a notice of $payload.news.says names a document in its subject and title only where it brings it',
    async (mail) => {
      const ways: { attached?: Paper[]; missing?: Paper[] }[] = [
        {},
        ...PAPERS.flatMap((paper) => [{ attached: [paper] }, { missing: [paper] }]),
      ]
      for (const around of ways) {
        const { subject, html } = await renderMail(mail, locale, DEFAULT_SITE, around)
        const [, title] = /<title>(.*?)<\/title>/s.exec(html) ?? []
        const named = PAPERS.filter((paper) => NAMES[locale][paper].test(`${subject} ${title}`))
        expect(around.attached ?? []).toEqual(expect.arrayContaining(named))
      }
    },
  )

  test.each(ATTACHMENTS)('a mail without its %s says that it follows', async (attachment) => {
    for (const mail of WITH_FILES) {
      const { text, html } = await renderMail(mail, locale, DEFAULT_SITE, { missing: [attachment] })
      expect(oneLine(text)).toContain(words.missing[attachment])
      expect(html).toContain(words.missing[attachment])
    }
  })

  test('a mail with its receipt and its calendar file speaks of both', async () => {
    const { text } = await renderMail(confirmed(), locale, DEFAULT_SITE, {
      attached: ['calendar', 'receipt'],
    })
    expect(oneLine(text)).toContain(words.enclosed.receipt)
    expect(oneLine(text)).toContain(words.next.calendar)
  })

  test.each(ATTACHMENTS)(
    'the mail that brings a %s says what it is and of what',
    async (attachment) => {
      for (const about of [{ booking: 42 }, { order: 42 }]) {
        const mail = later(attachment, about)
        const { subject, text, html } = await renderMail(mail, locale, DEFAULT_SITE, {
          attached: [attachment],
        })
        for (const body of [subject, text]) expect(body).toContain('#42')
        for (const body of [subject, text, visible(html)]) expect(body).not.toMatch(CLEAN)
        expect(html).toContain(`/manage/${TOKEN}`)
      }
    },
  )
})

test('the due date of an order stays where its receipt does not', async () => {
  const { text } = await renderMail(orderNotice('received'), 'en', DEFAULT_SITE, {
    missing: ['receipt'],
  })
  expect(text).toContain('December 1, 2026')
})
