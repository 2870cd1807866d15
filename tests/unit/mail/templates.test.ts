import { existsSync } from 'node:fs'
import { LOCALES, type Locale } from '@/lib/i18n/routing'
import { attachmentsOf } from '@/lib/mail/attachments'
import { renderMail } from '@/lib/mail/templates'
import { COLOUR } from '@/lib/mail/templates/theme'
import type { Letter } from '@/lib/mail/schema'
import type { News } from '@/lib/notices/rules'
import { PAID_AT_STUDIO, type Money, type PaidAtStudio } from '@/lib/sales/money'
import { DEFAULT_SITE } from '@/lib/settings/site'
import { NO_VISIT_FACTS, visitIn, visitLines } from '@/lib/settings/visit'
import { EXAMPLE_VISIT } from '@/prisma/seed-data/visit'
import {
  confirmed,
  everyMail,
  facts,
  FREE,
  late,
  moved,
  NO_MONEY,
  notice,
  orderMails,
  orderNotice,
  otherMails,
  TOKEN,
  toStudio,
  upgraded,
  weekly,
} from './facts'
import en from '@/messages/en.json'
import ms from '@/messages/ms.json'
import zh from '@/messages/zh.json'
import { visible } from '@/tests/support/visible'

const filesOf = async (mail: Letter, locale: Locale = 'en') =>
  (await attachmentsOf(mail, locale, DEFAULT_SITE)).files

beforeAll(() => {
  process.env.SITE_URL = 'https://studio.example'
  process.env.DATABASE_URL = 'postgresql://unused'
})

const DATE = {
  en: 'Tuesday, December 1, 2026',
  ms: 'Selasa, 1 Disember 2026',
  zh: '2026年12月1日星期二',
}
const inEveryLanguage = everyMail.flatMap((mail) =>
  LOCALES.map((locale) => [mail.kind, locale, mail] as const),
)

test.each(LOCALES)('the company’s number is named once there is one (%s)', async (locale) => {
  const [mail] = everyMail
  if (!mail) throw new Error('no mail')
  const number = '202701000001 (1234567-X)'
  const { registration } = { en, ms, zh }[locale].mail.footer
  const none = await renderMail(mail, locale, DEFAULT_SITE)
  const named = await renderMail(mail, locale, { ...DEFAULT_SITE, registration: number })
  for (const body of [visible(none.html), none.text])
    expect(body).not.toContain(registration.split(' {')[0] ?? '')
  for (const body of [visible(named.html), named.text])
    expect(body).toContain(registration.replace('{number}', number))
})

const VISITS = ['booking_notice', 'booking_reminder'] as const
test.each(VISITS.flatMap((kind) => LOCALES.map((locale) => [kind, locale] as const)))(
  '%s in %s says what the owner has entered about coming, and nothing else',
  async (kind, locale) => {
    const mail = everyMail.find((one) => one.kind === kind)
    if (!mail) throw new Error('no mail')
    const words = { en, ms, zh }[locale].visit
    const own = visitIn(EXAMPLE_VISIT, locale)
    const told = await renderMail(mail, locale, DEFAULT_SITE, {
      visit: { ...EXAMPLE_VISIT, lobby: '' },
    })
    for (const body of [visible(told.html), told.text.replace(/\s+/g, ' ')]) {
      // A confirmation leads to the page that says it; the mail of the day before says it.
      if (kind === 'booking_notice') {
        expect(body).toContain(words.title)
        expect(body).not.toContain(words.fridayPrayers)
        continue
      }
      expect(body.replace(/\s+/g, ' ')).toContain(own.fridayPrayers)
      expect(body).toContain(words.fridayPrayers)
      expect(body).toMatch(/2\.1\sm/)
      expect(body).not.toContain(words.ramadan)
    }
    if (kind === 'booking_notice') return
    // Of Ramadan only where the session is in it.
    const fasting = await renderMail(mail, locale, DEFAULT_SITE, {
      visit: EXAMPLE_VISIT,
      ramadans: [{ from: '2026-12-01', to: '2026-12-30' }],
    })
    expect(fasting.text.replace(/\s+/g, ' ')).toContain(own.ramadan)
    const silent = await renderMail(mail, locale, DEFAULT_SITE, { visit: NO_VISIT_FACTS })
    for (const { label } of visitLines(own, (key) => words[key]))
      expect(silent.text).not.toContain(`${label}\n`)
    expect(silent.text).not.toMatch(/2\.1\sm/)
  },
)

test.each(VISITS)('%s begins with its ticket, and with what to do with it', async (kind) => {
  const mail = everyMail.find((one) => one.kind === kind)
  if (!mail) throw new Error('no mail')
  const { html } = await renderMail(mail, 'en', DEFAULT_SITE)
  const said = [
    '10:00–14:00</strong>',
    `/api/manage/${TOKEN}/calendar"`,
    en.mail.manage.session.button,
    'Aisyah binti Rahman,',
  ].map((text) => html.indexOf(text))
  expect(said).toEqual([...said].sort((a, b) => a - b))
  expect(said[0]).toBeGreaterThan(0)
})

/** The words on each filled button. */
const filledIn = (html: string): string[] =>
  [...html.matchAll(/<a\b([^>]*)>(.*?)<\/a>/gs)]
    .filter(([, attributes = '']) => attributes.includes(`background-color:${COLOUR.tungsten}`))
    .map(([, , said = '']) => said.replace(/<!--.*?-->|<[^>]+>/gs, '').trim())

test('no mail has two first buttons', async () => {
  for (const mail of [...everyMail, ...orderMails, ...otherMails]) {
    const { html } = await renderMail(mail, 'en', DEFAULT_SITE)
    expect([mail.kind, filledIn(html).length]).toEqual([
      mail.kind,
      Math.min(1, filledIn(html).length),
    ])
  }
})

const ACCOUNT = { bank: 'Maybank', holder: 'Bintang Studio', number: '5140 1234', qr: null }
const WELCOME = { referralCode: 'ACDEFGHJ' }
test.each<[string, Letter, string]>([
  [
    'who chose a transfer sends the slip',
    notice('unpaid', {
      ...{ standing: 'waits', askedSen: facts.totalSen },
      transfer: { ...ACCOUNT, until: '2026-11-30T02:00:00.000Z' },
    }),
    en.mail.manage.slip.button,
  ],
  [
    'who was sent a link pays',
    notice('unpaid', { standing: 'waits', askedSen: facts.totalSen }),
    en.mail.manage.pay.button,
  ],
  [
    'who ordered an edit sends the footage',
    orderNotice('received', { dueDate: null }),
    en.mail.manage.footage.button,
  ],
  [
    'who sent the footage already looks at the order',
    orderNotice('received'),
    en.mail.manage.order.button,
  ],
  [
    'who joined enters the code',
    { kind: 'membership_welcome', payload: { ...WELCOME, proven: false } },
    en.mail.welcome.prove,
  ],
])('the first button is what comes next: %s', async (_who, mail, button) => {
  const { html } = await renderMail(mail, 'en', DEFAULT_SITE)
  expect(filledIn(html)).toEqual([button])
})

test('the code is asked for before anything else is said of a membership', async () => {
  const mail: Letter = { kind: 'membership_welcome', payload: { ...WELCOME, proven: false } }
  const { text } = await renderMail(mail, 'en', DEFAULT_SITE)
  expect(text.indexOf(en.mail.welcome.prove)).toBeLessThan(text.indexOf(WELCOME.referralCode))
})

test('a mail shows the mark of the house, and has a dark dress for a dark client', async () => {
  const drawn = await renderMail(confirmed(), 'en', DEFAULT_SITE)
  expect(drawn.html).toContain(`alt="${DEFAULT_SITE.name}"`)
  expect(drawn.html).toContain('https://studio.example/logo-mail.png')
  const named = await renderMail(confirmed(), 'en', { ...DEFAULT_SITE, name: 'Rumah Suara' })
  expect(named.html).toContain('https://studio.example/mark-mail.png')
  expect(visible(named.html)).toContain('Rumah Suara')
  for (const rule of ['content="light dark"', 'prefers-color-scheme:dark', '[data-ogsc] .m-ink'])
    expect(drawn.html).toContain(rule)
  for (const { groups } of drawn.html.matchAll(/src="https:\/\/studio\.example\/(?<file>[^"]+)"/g))
    expect(existsSync(`public/${groups?.file}`)).toBe(true)
})

test('without a tax no mail has a line for it; a service charge has its own label', async () => {
  const free = confirmed({ taxSen: 0, taxPercent: 0, totalSen: facts.subtotalSen })
  const none = await renderMail(free, 'ms', DEFAULT_SITE)
  expect(none.text).not.toMatch(/Cukai|Caj/)
  const { text } = await renderMail(confirmed({ taxLabel: 'Service charge' }), 'ms', DEFAULT_SITE)
  expect(text).toContain('Caj perkhidmatan (8.25%)')
})

describe.each(inEveryLanguage)('%s in %s', (_kind, locale, mail) => {
  test('both bodies state the facts', async () => {
    const { subject, html, text } = await renderMail(mail, locale, DEFAULT_SITE)
    for (const body of [visible(html), text]) {
      expect(body).toContain('Aisyah binti Rahman')
      expect(body).toContain('#42')
      expect(body).toContain('Audio Podcast Premium')
      expect(body).toContain(DATE[locale])
      expect(body).toContain('10:00–14:00')
      expect(body).toContain('GMT+8')
      const isEnded = 'standing' in mail.payload && mail.payload.standing === 'ended'
      if (mail.kind !== 'booking_reminder' && !isEnded) expect(body).toContain(`RM1,336.41`)
      expect(body).toContain('aisyah@example.com')
      expect(body).toContain('+60 12-345 6789')
      expect(body).toContain(DEFAULT_SITE.legalName)
    }
    expect(subject).not.toMatch(/[\r\n]/)
    expect(html).toContain('lang="')
  })

  test('has no missing key, no leftover placeholder, no markup in the text', async () => {
    const { subject, html, text } = await renderMail(mail, locale, DEFAULT_SITE)
    for (const words of [subject, visible(html), text]) {
      expect(words).not.toMatch(/\bmail\.[a-z]/)
      expect(words).not.toMatch(/[{}]|undefined|\[object|NaN/)
    }
    expect(text).not.toMatch(/<\/?[a-z]/i)
  })

  test('leads only to the site in its language, a chat, the map or a mailbox', async () => {
    const { html } = await renderMail(mail, locale, DEFAULT_SITE)
    const links = [...html.matchAll(/href="([^"]+)"/g)].map((match) => match[1] ?? '')
    const prefix = locale === 'en' ? '' : `/${locale}`
    const manage = `https://studio.example${prefix}/manage/${TOKEN}`
    const allowed = [
      manage,
      'https://studio.example',
      `https://studio.example${prefix}/booking`,
      'https://studio.example/admin',
      `https://studio.example/api/manage/${TOKEN}/calendar`,
      `${manage}#before-you-come`,
      `mailto:${DEFAULT_SITE.email}`,
    ]
    for (const link of links)
      expect(
        allowed.includes(link) ||
          /^https:\/\/(wa\.me|waze\.com|www\.google\.com\/maps)\//.test(link),
      ).toBe(true)
    // Every mail to the customer leads to the booking's own page, none to anybody else does: the
    // token is the right to change it.
    expect(links.includes(manage)).toBe(!/studio/.test(mail.kind))
  })
})

describe('a new time', () => {
  test.each(LOCALES)(
    'in %s names both times and carries the same event with the next sequence',
    async (locale) => {
      const { text, subject } = await renderMail(moved, locale, DEFAULT_SITE)
      const files = await filesOf(moved, locale)
      expect(text).toContain(
        {
          en: 'Monday, November 30, 2026 at 16:00',
          ms: '30 November 2026',
          zh: '2026年11月30日星期一 16:00',
        }[locale],
      )
      expect(subject).toContain('10:00')
      const [file] = files
      expect(file).toMatchObject({
        filename: 'booking-42.ics',
        contentType: 'text/calendar; charset=utf-8; method=PUBLISH',
      })
      expect(file?.content).toContain('UID:booking-42@studio.example')
      expect(file?.content).toContain('SEQUENCE:2')
    },
  )
})

test('an upgrade names what was paid for it, the add-ons and the new total, and lengthens the same event', async () => {
  const { text } = await renderMail(upgraded, 'en', DEFAULT_SITE)
  const files = await filesOf(upgraded)
  for (const fact of [`RM500.00`, 'Co-host Support, 4 hours', `RM1,336.41`])
    expect(text).toContain(fact)
  expect(files[0]?.content).toContain('SEQUENCE:3')
})

describe('a confirmation', () => {
  test.each(LOCALES)(
    'in %s carries the calendar, the way, the preparation and the breakdown',
    async (locale) => {
      const { html, text } = await renderMail(confirmed(), locale, DEFAULT_SITE)
      const files = await filesOf(confirmed(), locale)
      for (const body of [visible(html), text]) {
        for (const fact of [
          DEFAULT_SITE.address.unit,
          'B1–B3',
          '30',
          '15',
          `RM1,234.56`,
          `RM101.85`,
          '8.25%',
        ])
          expect(body).toContain(fact)
        expect(body).toContain('Please no scented candles.')
      }
      expect(text).toContain('https://wa.me/')
      expect(files.map((file) => file.filename)).toEqual(['booking-42.ics'])
    },
  )

  test('of a week names all five days', async () => {
    const { text } = await renderMail(confirmed(weekly), 'en', DEFAULT_SITE)
    for (const day of [
      'Thursday, December 3',
      'Friday, December 4',
      'Monday, December 7',
      'Tuesday, December 8',
      'Wednesday, December 9',
    ])
      expect(text).toContain(day)
  })

  test('of a free session does not speak of a payment processed', async () => {
    const free = confirmed({ subtotalSen: 0, taxSen: 0, totalSen: 0 })
    const { text } = await renderMail(free, 'en', DEFAULT_SITE)
    expect(text).not.toContain('payment has been processed')
  })

  test('keeps the owner’s own tax label and leaves out what the customer did not give', async () => {
    const spare = confirmed({
      taxLabel: 'Service levy',
      lastName: null,
      phone: null,
      requirements: null,
    })
    const { text } = await renderMail(spare, 'ms', DEFAULT_SITE)
    expect(text).toContain('Service levy (8.25%)')
    expect(text).toContain('Salam sejahtera Aisyah,')
    expect(text).not.toMatch(/null|Telefon|Keperluan khas/)
  })
})

test.each<[string, Letter, Letter, Locale]>([
  ['customer', late, { ...late, payload: { ...late.payload, alternatives: [] } }, 'zh'],
  ['studio', toStudio('late', { alternatives: FREE }), toStudio('late'), 'en'],
])('a late payment tells the %s of the free slots', async (_who, mail, nothingFree, locale) => {
  const { text } = await renderMail(mail, locale, DEFAULT_SITE)
  for (const time of ['15:00', '09:00']) expect(text).toContain(time)
  expect(await filesOf(mail, locale)).toEqual([])
  expect((await renderMail(nothingFree, locale, DEFAULT_SITE)).text).not.toContain('15:00')
})

describe('money in a mail is what the payments say', () => {
  const total = facts.totalSen
  const textOf = async (mail: Letter) =>
    (await renderMail(mail, 'en', DEFAULT_SITE)).text.replace(/\s+/g, ' ')
  const cancelled = (news: Partial<News>, money: Partial<Money> = {}) =>
    textOf(
      notice('cancelled', {
        standing: 'ended',
        money: { ...NO_MONEY, ...money },
        news: news as object,
      }),
    )
  const MONEY = /refund|returned|RM/i
  const BY_WAY: Record<PaidAtStudio, RegExp> = {
    cash: /paid RM1,336\.41 in cash at the studio, so we will refund you there/,
    duitnow: /paid RM1,336\.41 by DuitNow\. We send it back to your account/,
    transfer: /paid RM1,336\.41 by bank transfer\. We transfer it back to your account/,
    terminal: /paid RM1,336\.41 by card at the studio\. We will refund that card/,
    offline: /paid RM1,336\.41 directly to the studio\. We return it to you ourselves/,
  }

  test.each<[string, Partial<News>, RegExp]>([
    ['accepted by Stripe', { backSen: total }, /We are refunding RM1,336\.41 to the card/],
    ['not accepted yet', { dueSen: total }, /refund of RM1,336\.41 has been requested/],
    ['refused', { stuckSen: total }, /RM1,336\.41 of what you paid has not been refunded/],
    ...PAID_AT_STUDIO.map((way): [string, Partial<News>, RegExp] => [
      `of what came by ${way}`,
      { atStudioSen: total },
      BY_WAY[way],
    ]),
  ])('a cancellation with a refund %s', async (_state, news, sentence) => {
    const way = PAID_AT_STUDIO.find((one) => BY_WAY[one] === sentence)
    const toReturn = { ...NO_MONEY.toReturn, ...(way && { [way]: total }) }
    const text = await cancelled(news, { toReturn })
    for (const [other, words] of Object.entries(BY_WAY))
      expect(words.test(text)).toBe(other === way)
    expect(text).toMatch(sentence)
    expect(/We are refunding RM[\d,.]+ to the card/.test(text)).toBe('backSen' in news)
  })

  test('a cancellation without a refund names the policy only where money was kept', async () => {
    expect(await cancelled({}, { settledSen: total })).toContain('not refundable')
    expect(await cancelled({})).not.toMatch(MONEY)
  })

  test.each<[string, Partial<Money>, RegExp, RegExp, number?]>([
    ['paid', { settledSen: total }, /payment has been processed.*Total paid/, /Still to pay/],
    ['unpaid', {}, /Still to pay RM1,336\.41/, /processed|Total paid/, total],
    [
      'paid in part',
      { settledSen: 1_00 },
      /Paid so far RM1\.00 Still to pay RM1,335\.41/,
      /processed/,
      total - 1_00,
    ],
    [
      'disputed and lost, and not asked for again',
      { lostSen: total },
      /Total RM1,336\.41/,
      /processed|Total paid|Still to pay/,
    ],
    [
      'disputed and lost, and paid anew',
      { lostSen: total },
      /Still to pay RM1,336\.41/,
      /processed|Total paid/,
      total,
    ],
    ['refunded', { backSen: total }, /Total RM1,336\.41/, /processed|Total paid|Still to pay/],
    [
      'being paid',
      { inProgress: true },
      /Total RM1,336\.41/,
      /processed|Total paid|Still to pay/,
      total,
    ],
  ])('a confirmation of a booking that is %s', async (_state, money, is, isNot, askedSen = 0) => {
    const text = await textOf(confirmed({ money: { ...NO_MONEY, ...money }, askedSen }))
    expect(text).toMatch(is)
    expect(text).not.toMatch(isNot)
  })

  test('a new time says that nothing is to pay only where all is paid', async () => {
    const movedWith = (more: object) => textOf({ ...moved, payload: { ...moved.payload, ...more } })
    expect(await movedWith({ money: { ...NO_MONEY, settledSen: total } })).toContain(
      'nothing to pay',
    )
    const unpaid = await movedWith({ askedSen: total, standing: 'waits' })
    expect(unpaid).not.toContain('nothing to pay')
    expect(unpaid).toContain('confirmed once it is paid')
    // An hour that was added is owed.
    expect(await movedWith({ askedSen: total, standing: 'stands' })).not.toContain(
      'confirmed once it is paid',
    )
  })

  test('one mail names everything that has changed while no mail could be sent', async () => {
    const text = await textOf(
      notice('unpaid', {
        ...{ standing: 'waits', askedSen: total, isFirst: false },
        previous: { date: '2026-11-30', time: '16:00' },
        news: { moved: true, extended: true, paidSen: 50_00, backSen: 20_00, dispute: 'opened' },
      }),
    )
    for (const sentence of [
      'Your booking is waiting for its payment',
      'has a new time. It was on Monday, November 30, 2026 at 16:00',
      'This is how your session looks now',
      'We have received RM50.00',
      'We are refunding RM20.00',
      'a payment of yours is disputed',
    ])
      expect(text).toContain(sentence)
  })
})

test('what people typed stays text: no markup, no header line', async () => {
  const nasty = '<img src=x onerror=alert(1)>\r\nBcc: everyone@evil.example'
  const mail = confirmed({
    firstName: nasty,
    lastName: '"><script>',
    serviceName: nasty,
    requirements: nasty,
    taxLabel: nasty,
  })
  for (const locale of LOCALES) {
    const { subject, html } = await renderMail(mail, locale, DEFAULT_SITE)
    expect(html).not.toMatch(/<img src=.?x|<script/)
    expect(html).toContain('&lt;img')
    expect(subject).not.toMatch(/[\r\n]/)
    expect(await filesOf(mail, locale)).toHaveLength(1)
  }
})

// Seen in calendars that write the end of a day as 00:00 of the same date.
test('real life: on the eve of a season, a session until midnight does not get the season’s text', async () => {
  const reminder = everyMail.find(({ kind }) => kind === 'booking_reminder')
  if (reminder?.kind !== 'booking_reminder') throw new Error('no reminder')
  const spans = [{ startsAt: '2026-12-01T12:00:00.000Z', endsAt: '2026-12-01T16:00:00.000Z' }]
  const mail: Letter = { ...reminder, payload: { ...reminder.payload, spans } }
  const textIn = async (from: string) =>
    (
      await renderMail(mail, 'en', DEFAULT_SITE, {
        visit: EXAMPLE_VISIT,
        ramadans: [{ from, to: '2026-12-30' }],
      })
    ).text.replace(/\s+/g, ' ')
  const { ramadan } = visitIn(EXAMPLE_VISIT, 'en')
  expect(await textIn('2026-12-01')).toContain(ramadan)
  expect(await textIn('2026-12-02')).not.toContain(ramadan)
})
