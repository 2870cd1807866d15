import { LOCALES } from '@/lib/i18n/routing'
import { renderMail } from '@/lib/mail/templates'
import { DEFAULT_SITE } from '@/lib/settings/site'
import en from '@/messages/en.json'
import { DELIVERY as link, orderMails, orderNotice, TOKEN } from './facts'
import { visible } from '@/tests/support/visible'

beforeAll(() => {
  process.env.SITE_URL = 'https://studio.example'
  process.env.DATABASE_URL = 'postgresql://unused'
})

const DUE = {
  en: 'Tuesday, December 1, 2026',
  ms: 'Selasa, 1 Disember 2026',
  zh: '2026年12月1日星期二',
}
const RM = (amount: string) => `RM${amount}`

describe.each(
  orderMails.flatMap((mail) => LOCALES.map((locale) => [mail.kind, locale, mail] as const)),
)('%s in %s', (_kind, locale, mail) => {
  test('both bodies state the order, its money to the sen and its due date, and nothing is left untranslated', async () => {
    const { subject, html, text } = await renderMail(mail, locale, DEFAULT_SITE)
    for (const body of [visible(html), text]) {
      for (const fact of [
        'Aisyah binti Rahman',
        '#42',
        RM('375.00'),
        `−${RM('37.00')}`,
        RM('118.00'),
        RM('37.62'),
        RM('493.62'),
        '8.25%',
        DUE[locale],
        'No music.',
        '+60 12-345 6789',
      ])
        expect(body).toContain(fact)
    }
    for (const words of [subject, visible(html), text])
      expect(words).not.toMatch(/\bmail\.[a-z]|[{}]|undefined|\[object|NaN/)
    expect(subject).toContain('42')
    expect(text).toContain('https://wa.me/')
    // The order's own page, in the mail's language (docs/decisions/020 C10).
    expect(html).toContain(
      `href="https://studio.example${locale === 'en' ? '' : `/${locale}`}/manage/${TOKEN}"`,
    )
  })
})

test('each cause of a refund has its own words', async () => {
  const texts = await Promise.all(
    (['duplicate', 'late', 'ended'] as const).map(
      async (says) => (await renderMail(orderNotice(says), 'en', DEFAULT_SITE)).text,
    ),
  )
  expect(new Set(texts).size).toBe(3)
  expect(texts[0]).toContain('The order itself stands')
})

test('a delivery leads to the file and counts the revisions down', async () => {
  const at = (round: number, where: string | null = link) =>
    renderMail(orderNotice('delivered', { link: where, round }), 'en', DEFAULT_SITE)
  expect((await at(1)).html).toContain(`href="${link}"`)
  expect((await at(1)).text).toContain('still includes 2 revisions')
  expect((await at(2)).text).toContain('still includes 1 revision.')
  expect((await at(3)).text).toContain('All revisions of your package have been used')
  expect((await at(1, null)).text).not.toContain(en.mail.orders.order_delivered.watch)
})
