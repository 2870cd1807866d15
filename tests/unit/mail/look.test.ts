// What a mail looks like where no browser test looks: every kind of mail, in every language.
import { LOCALES } from '@/lib/i18n/routing'
import { mailContent } from '@/lib/mail/schema'
import { renderMail } from '@/lib/mail/templates'
import { COLOUR } from '@/lib/mail/templates/theme'
import { DEFAULT_SITE } from '@/lib/settings/site'
import { rawWords } from '@/tests/support/raw-words'
import { visible } from '@/tests/support/visible'
import { everyMail, later, orderMails, otherMails } from './facts'

beforeAll(() => {
  process.env.SITE_URL = 'https://studio.example'
  process.env.DATABASE_URL = 'postgresql://unused'
})

const DATES_IN_WORDS = {
  en: 'Tuesday, December 1, 2026',
  ms: 'Selasa, 1 Disember 2026',
  zh: '2026年12月1日星期二',
}
const MAILS = [...everyMail, ...orderMails, ...otherMails, later('receipt')]

test('there is a mail of every kind to look at', () => {
  expect([...new Set(MAILS.map(({ kind }) => kind))].sort()).toEqual(
    mailContent.options.map((option) => option.shape.kind.value).sort(),
  )
})

test.each(MAILS.map((mail) => [mail.kind, mail] as const))(
  '%s says nothing by a key or a word of the program',
  async (_kind, mail) => {
    for (const locale of LOCALES) {
      const { subject, html, text } = await renderMail(mail, locale, DEFAULT_SITE)
      for (const said of [subject, visible(html), text]) expect(rawWords(said, locale)).toEqual([])
    }
  },
)

// Colours for the light sheet, and the class by which a dark client gives each another.
const CLASS_OF = {
  [COLOUR.ink]: 'm-ink',
  [COLOUR.muted]: 'm-muted',
  [COLOUR.link]: 'm-link',
} as const

test.each(MAILS.map((mail) => [mail.kind, mail] as const))(
  '%s has no letters that stay dark in a dark client',
  async (_kind, mail) => {
    for (const locale of LOCALES) {
      const { html } = await renderMail(mail, locale, DEFAULT_SITE)
      for (const [tag] of html.matchAll(/<[a-z][^>]*>/g)) {
        const colour = /[";]color:(#[\da-f]{6})/.exec(tag)?.[1]
        const name = CLASS_OF[colour as keyof typeof CLASS_OF]
        if (name) expect(tag).toMatch(new RegExp(`class="[^"]*\\b${name}\\b`))
      }
    }
  },
)

test.each(LOCALES)('no line ends inside a date or a telephone number (%s)', async (locale) => {
  const dates = { en: 'December 1, 2026', ms: '1 Disember 2026', zh: '2026年12月1日' }
  const cancelled = everyMail.find(
    ({ kind, payload }) =>
      kind === 'booking_notice' && 'standing' in payload && payload.standing === 'ended',
  )
  if (!cancelled) throw new Error('no mail')
  const { html, text } = await renderMail(cancelled, locale, DEFAULT_SITE)
  for (const whole of [dates[locale], DEFAULT_SITE.phone, '+60 12-345 6789'])
    expect(html).toContain(`<span style="white-space:nowrap">${whole}</span>`)
  expect(text.replace(/\s+/g, ' ')).toContain(DATES_IN_WORDS[locale])
})
