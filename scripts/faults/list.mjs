// The seeded faults: each is a small edit that a test must detect. `edits` replace a text that
// occurs in its file exactly once; a file that has moved since an older commit is a list, of which
// the first existing one is used; a text that has changed is a list too. `tests` are the files that
// should fail and `title` narrows them to the tests whose name contains it; where both differ
// between an older commit and now, they are given as { before, after }. Browser tests run at the
// width "desktop" and make a production build each.

const edit = (file, from, to) => ({ file, from, to })

const BOOKING_RULES = 'tests/unit/bookings/rules.test.ts'
const AVAILABILITY = 'tests/unit/availability/rules.test.ts'
const EVERY_PAGE = { before: ['tests/e2e/every-page.spec.ts'], after: ['tests/e2e/pages.spec.ts'] }
const CRAWL = 'a crawl from the home page finds every public page and no broken link'
/** The visit of every public page, which is now three tests of a third each. */
const visit = (third) => ({
  before: 'no motion where none is wanted (en)',
  after: `every rule on every page (en, ${third} of 3)`,
})
const HEADING = `<h1 className="text-3xl sm:text-4xl">{t('title')}</h1>`
const PORTFOLIO_PAGE = 'app/[locale]/(site)/portfolio/page.tsx'
const FAQ_PAGE = 'app/[locale]/(site)/faq/page.tsx'

const UNIT = [
  {
    name: 'week-charged-as-a-day',
    harm: 'A week of the studio costs what a day does: the owner loses four fifths.',
    edits: [edit('lib/bookings/rules.ts', "(length.duration === 'weekly' ? WEEKLY_DAYS : 1)", '1')],
    tests: [BOOKING_RULES],
  },
  {
    name: 'tax-rounded-down',
    harm: 'Every second receipt is a sen short of its tax.',
    edits: [edit('lib/money.ts', 'return Number((n * 2n + d) / (d * 2n))', 'return Number(n / d)')],
    tests: ['tests/unit/money/money.test.ts'],
    title: { before: 'the examples of the specification', after: 'worked examples' },
  },
  {
    name: 'thousands-with-a-point',
    harm: 'RM1.234,50 where Malaysia writes RM1,234.50: a thousand reads as one.',
    edits: [edit('lib/money.ts', `/\\B(?=(\\d{3})+$)/g, ',')`, `/\\B(?=(\\d{3})+$)/g, '.')`)],
    tests: ['tests/unit/money/money.test.ts'],
    title: { before: 'the examples of the specification', after: 'worked examples' },
  },
  {
    name: 'day-of-utc',
    harm: 'Between midnight and eight in the morning the site believes it is yesterday.',
    edits: [
      edit(
        'lib/time.ts',
        'new Date(instant.getTime() + OFFSET_MS).toISOString().slice(0, 10)',
        'instant.toISOString().slice(0, 10)',
      ),
    ],
    tests: ['tests/unit/availability/dates.test.ts'],
  },
  {
    name: 'weekend-until-nine',
    harm: 'Sessions are sold on Saturday evenings, when the studio is closed.',
    edits: [
      edit(
        ['lib/studio.ts', 'lib/availability/rules.ts'],
        'opens: 10, closes: 17',
        'opens: 10, closes: 21',
      ),
    ],
    tests: [AVAILABILITY],
  },
  {
    name: 'holiday-as-a-working-day',
    harm: 'A public holiday is sold with the hours of a working day.',
    edits: [
      edit(
        'lib/availability/rules.ts',
        '!isWeekend(date) && !holidays.has(date)',
        '!isWeekend(date)',
      ),
    ],
    tests: [AVAILABILITY],
  },
  {
    name: 'lead-time-ignored',
    harm: 'A session can be booked a minute before it starts; nobody is there.',
    edits: [edit('lib/availability/rules.ts', '< leadMinutes * MINUTE_MS', '< 0')],
    tests: [AVAILABILITY],
  },
  {
    name: 'horizon-a-day-too-far',
    harm: 'The calendar sells a day that the owner has not opened yet.',
    edits: [edit('lib/availability/rules.ts', 'date) > horizonDays', 'date) > horizonDays + 1')],
    tests: [AVAILABILITY],
  },
  {
    name: 'back-to-back-sessions-clash',
    harm: 'The hour after a booked one cannot be had although it is free.',
    edits: [edit('lib/availability/rules.ts', 'a.startsAt < b.endsAt', 'a.startsAt <= b.endsAt')],
    tests: [AVAILABILITY],
  },
  {
    name: 'moved-in-the-last-day',
    harm: 'A customer moves a session an hour before it, against the policy.',
    edits: [
      edit(
        'lib/bookings/rules.ts',
        'now > movableUntil(booking.startsAt)',
        'now > booking.startsAt',
      ),
    ],
    tests: [BOOKING_RULES],
  },
  {
    name: 'amount-not-compared',
    harm: 'Paying one sen confirms any session.',
    edits: [
      edit(
        'lib/payments/rules.ts',
        ['received.amountSen === expected.amountSen &&', 'received.amount === expected.amount &&'],
        ['received.amountSen > 0 &&', 'received.amount > 0 &&'],
      ),
    ],
    tests: ['tests/unit/payments/rules.test.ts'],
  },
  {
    name: 'rush-too-cheap',
    harm: 'Rush costs 30 % instead of 35 %.',
    edits: [
      edit(['lib/studio.ts', 'lib/orders/rules.ts'], 'RUSH_PERCENT = 35', 'RUSH_PERCENT = 30'),
    ],
    tests: ['tests/unit/orders/rules.test.ts'],
  },
  {
    name: 'session-never-idles',
    harm: 'The owner’s session on a borrowed computer stays open for twelve hours.',
    edits: [
      edit(
        'lib/auth/rules.ts',
        ' &&\n  now.getTime() - lastSeenAt.getTime() < SESSION_IDLE_SECONDS * 1000',
        '',
      ),
    ],
    tests: ['tests/unit/auth/session.test.ts'],
  },
  {
    name: 'sign-in-leads-anywhere',
    harm: 'A link of a stranger signs the owner in and sends them to a page of the stranger’s choice.',
    edits: [
      edit(
        'lib/auth/rules.ts',
        `if (UNSAFE.test(path) || UNSAFE.test(decoded) || !adminPath(path))`,
        `if (!path)`,
      ),
    ],
    tests: ['tests/unit/auth/paths.test.ts'],
  },
  {
    name: 'formula-in-the-export',
    harm: 'A customer’s name runs as a formula in the owner’s spreadsheet.',
    edits: [edit('lib/admin/bookings/csv.ts', `\`'\${text}\` : text`, 'text : text')],
    tests: ['tests/unit/admin/bookings.test.ts'],
  },
  {
    name: 'script-in-markdown',
    harm: 'A link in a post runs a script in the visitor’s browser.',
    edits: [
      edit(
        'lib/content/markdown.ts',
        `(href, ['https', 'http', 'mailto', 'tel'])`,
        `(href, ['https', 'http', 'mailto', 'tel', 'javascript', 'vbscript', 'data'])`,
      ),
      edit(
        'lib/content/markdown.ts',
        'html: true, linkify: true })',
        'html: true, linkify: true })\nmarkdown.validateLink = () => true',
      ),
    ],
    tests: ['tests/unit/content/markdown.test.ts'],
  },
  {
    name: 'key-missing-in-chinese',
    harm: 'A Chinese visitor reads the name of a key instead of a sentence.',
    edits: [edit('messages/zh.json', '      "home": "返回首页",\n', '')],
    tests: ['tests/unit/i18n/messages.test.ts'],
  },
  {
    name: 'english-sentence-in-malay',
    harm: 'A Malay page speaks English in the middle.',
    edits: [
      edit(
        'messages/ms.json',
        '"Tiada apa-apa dirakam di alamat ini. Studio kami masih di sini:"',
        '"Nothing is recorded at this address. The studio is still here:"',
      ),
    ],
    tests: ['tests/unit/i18n/messages.test.ts'],
  },
  {
    name: 'chinese-sentence-in-malay',
    harm: 'A Malay page speaks Chinese in the middle.',
    edits: [
      edit(
        'messages/ms.json',
        '"Tiada apa-apa dirakam di alamat ini. Studio kami masih di sini:"',
        '"这个地址没有内容，但录音室一直在："',
      ),
    ],
    tests: ['tests/unit/i18n/messages.test.ts'],
  },
  {
    name: 'keys-swapped-in-malay',
    harm: 'The button that closes a dialog says “Berjaya” (success), the success says “Tutup” (close).',
    edits: [
      edit(
        'messages/ms.json',
        '    "success": "Berjaya",\n    "close": "Tutup",',
        '    "success": "Tutup",\n    "close": "Berjaya",',
      ),
    ],
    tests: ['tests/unit/i18n/messages.test.ts'],
  },
  {
    name: 'hreflang-of-one-language',
    harm: 'Search engines show Malay readers the English page.',
    edits: [edit('lib/i18n/alternates.ts', 'pathIn(each, path)', 'pathIn(locale, path)')],
    tests: ['tests/unit/seo/seo.test.ts'],
  },
  {
    name: 'page-guard-missing',
    harm: 'Only the middleware still keeps strangers out of the owner’s posts.',
    edits: [
      edit(
        'app/[locale]/admin-blog/page.tsx',
        `const admin = await requireAdmin('/admin-blog')`,
        `const admin = { username: 'owner' }`,
      ),
    ],
    tests: ['tests/unit/auth'],
  },
].map((fault) => ({ level: 'unit', ...fault }))

const COMPONENT = [
  {
    name: 'focus-not-on-the-first-error',
    harm: 'After a refused form a keyboard or screen reader user has to look for the field.',
    edits: [
      edit(
        'components/booking/booking-form.ts',
        '    target?.focus({ preventScroll: true })\n    ;(root',
        '    ;(root',
      ),
    ],
    tests: ['tests/component/booking/booking-form.test.tsx'],
  },
  {
    name: 'refused-form-emptied',
    harm: 'What the server refuses is lost: the visitor types the whole message again.',
    edits: [
      edit(
        'components/contact/contact-form.tsx',
        "      notice.error(t('failed.title'), sentenceOf",
        "      form.reset({ message: '' })\n      notice.error(t('failed.title'), sentenceOf",
      ),
    ],
    tests: ['tests/component/contact/contact-form.test.tsx'],
  },
  {
    name: 'notice-not-shown',
    harm: 'Something went wrong and nobody says so.',
    edits: [
      edit(
        'components/layout/notice.ts',
        '(toast) => toast[kind](title, { description }),',
        '(toast) => [toast, kind, title, description],',
      ),
    ],
    tests: ['tests/component/contact/contact-form.test.tsx'],
  },
  {
    name: 'draft-not-kept',
    harm: 'A refresh empties the booking form.',
    edits: [
      edit(
        'components/form/use-draft.ts',
        'callback: ({ values }) => remember(key, values)',
        'callback: () => remember(key, {})',
      ),
    ],
    tests: ['tests/component/booking/booking-form.test.tsx'],
  },
  {
    name: 'countdown-a-minute-long',
    harm: 'The hold ends while the dialog still shows a minute.',
    edits: [
      edit(
        'components/checkout/hold-timer.tsx',
        '(Date.parse(until) - serverNow()) / 1_000)',
        '(Date.parse(until) - serverNow()) / 1_000 + 60)',
      ),
    ],
    tests: ['tests/component/booking/booking-payment.test.tsx'],
  },
  {
    name: 'sent-twice-by-a-double-click',
    harm: 'A double click sends the message twice.',
    edits: [
      edit('components/form/use-submit.ts', '    if (busy.current) return\n', ''),
      edit(
        'components/contact/contact-form.tsx',
        'disabled={!alive || pending}',
        'disabled={!alive}',
      ),
      edit(
        'components/contact/contact-form.tsx',
        [
          'event.detail > 1 && isJustSent.current && event.preventDefault()',
          'event.detail > 1 && event.preventDefault()',
        ],
        'event.detail',
      ),
    ],
    tests: ['tests/component/contact/contact-form.test.tsx'],
  },
  {
    name: 'script-ended-by-a-text',
    harm: 'A text of the owner’s ends the data for search engines and runs as a script.',
    edits: [
      edit(
        'components/layout/json-ld.tsx',
        `JSON.stringify(data).replaceAll('<', '\\\\u003c')`,
        'JSON.stringify(data)',
      ),
    ],
    tests: ['tests/component/layout/json-ld.test.tsx'],
  },
].map((fault) => ({ level: 'component', ...fault }))

const INTEGRATION = [
  {
    name: 'route-without-authorisation',
    harm: 'Anybody reads every message that was sent to the studio, and every other list.',
    edits: [
      edit(
        'lib/http/admin-methods.ts',
        `    access: 'admin',\n    query,`,
        `    access: 'public',\n    query,`,
      ),
    ],
    tests: ['tests/integration/http/admin-walk.test.ts'],
  },
  {
    name: 'foreign-origin-let-in',
    harm: 'Another site makes the signed-in owner’s browser cancel bookings.',
    edits: [
      edit(
        'lib/http/request.ts',
        `  if (!same) throw new Problem('forbidden')`,
        `  if (!same) return`,
      ),
    ],
    tests: ['tests/integration/auth/routes.test.ts'],
  },
  {
    name: 'sign-in-tells-the-name',
    harm: 'Whoever guesses learns which usernames exist.',
    edits: [
      edit(
        ['lib/auth/sign-in.ts', 'lib/auth/admin-accounts.ts'],
        '    if (!right) throw',
        `    if (!user) throw new Problem('not_found')\n    if (!right) throw`,
      ),
    ],
    tests: ['tests/integration/auth/sign-in.test.ts'],
  },
  {
    name: 'session-outlives-sign-out',
    harm: 'A copied cookie still opens the admin after the owner has signed out.',
    edits: [
      edit(
        ['lib/auth/sessions.ts', 'lib/auth/admin-accounts.ts'],
        `{ id: sha256(token), kind: 'admin' }`,
        `{ id: token, kind: 'admin' }`,
      ),
    ],
    tests: ['tests/integration/auth/sessions.test.ts'],
  },
  {
    name: 'rate-limit-not-counted',
    harm: 'A script sends the studio as many messages as it likes.',
    edits: [edit('lib/http/rate-limit.ts', 'ELSE r.hits + 1 END', 'ELSE r.hits END')],
    tests: ['tests/integration/contacts/limits.test.ts'],
  },
  {
    name: 'idempotency-key-ignored',
    harm: 'A request repeated on a bad line books and charges twice.',
    edits: [
      edit('lib/http/idempotency.ts', 'if (key === null) return work', 'if (request) return work'),
    ],
    tests: ['tests/integration/bookings/idempotency.test.ts'],
  },
  {
    name: 'room-lock-skipped',
    harm: 'Two visitors who want each other’s time bring the database to a deadlock and see an error.',
    edits: [
      edit(
        [
          'prisma/migrations/20261125030000_hold_slot/migration.sql',
          'lib/availability/room.ts',
          'lib/availability/mutations.ts',
        ],
        [
          'PERFORM pg_advisory_xact_lock(1, room);',
          `pg_advisory_xact_lock(\${ROOM_LOCK}::int, \${studioId}::int)::text`,
        ],
        ['', `(\${ROOM_LOCK}::int + \${studioId}::int)::text`],
      ),
    ],
    tests: [
      'tests/integration/bookings/try-again.test.ts',
      'tests/integration/bookings/hold.test.ts',
    ],
  },
  {
    name: 'new-price-not-told',
    harm: 'The price changes while somebody types, and they are charged one they never saw.',
    edits: [
      edit(
        ['lib/bookings/book.ts', 'lib/payments/holds.ts'],
        [
          'request.totalSen !== null && request.totalSen !== price.totalSen',
          'request.totalAmount !== null && request.totalAmount !== price.total',
        ],
        [
          'request.totalSen !== null && price.totalSen < 0',
          'request.totalAmount !== null && price.total < 0',
        ],
      ),
    ],
    tests: ['tests/integration/bookings/hold.test.ts'],
  },
  {
    name: 'webhook-not-remembered',
    harm: 'An event that Stripe delivers twice is worked on twice, and the record of events is empty.',
    edits: [
      edit(
        ['lib/payments/sync.ts', 'lib/payments/mutations.ts'],
        `VALUES (\${event.id}, \${event.type}, \${event.objectId}) ON CONFLICT DO NOTHING\`\n  return inserted > 0`,
        `SELECT \${event.id}, \${event.type}, \${event.objectId} WHERE false\`\n  return inserted >= 0`,
      ),
    ],
    tests: ['tests/integration/bookings/settle.test.ts'],
  },
  {
    name: 'payment-read-by-anybody',
    harm: 'Whoever knows the number of a payment reads name, email and phone of its customer.',
    edits: [
      edit(
        'app/api/payment-read.ts',
        '!byCookie && !(await ownsIntent(id, secret))',
        '!byCookie && !(await ownsIntent(id, secret)) && id === secret',
      ),
    ],
    tests: ['tests/integration/http/bad-input.test.ts'],
    title: 'no cookie, a stranger’s, or a wrong secret',
  },
  {
    name: 'mail-sent-twice',
    harm: 'The customer gets the same confirmation once per delivery of the webhook.',
    edits: [
      edit(
        'lib/mail/outbox.ts',
        'VALUES (${dedupeKey}, ',
        'VALUES (${`${dedupeKey}:${randomUUID()}`}, ',
      ),
    ],
    tests: ['tests/integration/mail/delivery.test.ts'],
    title: 'takes a cause once, whoever brings it again',
  },
].map((fault) => ({ level: 'integration', ...fault }))

const BROWSER = [
  {
    name: 'overflow-at-320',
    harm: 'On a small phone the page scrolls sideways and its end is cut off.',
    edits: [
      edit(
        PORTFOLIO_PAGE,
        HEADING,
        `<h1 className="min-w-[24rem] text-3xl sm:text-4xl">{t('title')}</h1>`,
      ),
    ],
    tests: EVERY_PAGE,
    title: visit(3),
  },
  {
    name: 'text-too-faint',
    harm: 'The introduction cannot be read by somebody with weak eyes or in the sun.',
    edits: [edit(PORTFOLIO_PAGE, 'measure text-lg text-muted', 'measure text-sm text-line')],
    tests: EVERY_PAGE,
    title: visit(3),
  },
  {
    name: 'faint-over-a-picture',
    harm: 'The first sentence of the site drowns in the picture behind it.',
    edits: [
      edit(
        'components/home/hero.tsx',
        'className="max-w-[50ch] sm:text-lg"',
        'className="max-w-[50ch] text-edge sm:text-lg"',
      ),
    ],
    tests: { before: ['tests/e2e/text.spec.ts'], after: EVERY_PAGE.after },
    title: { before: 'every line of text can be read (en)', after: visit(1).after },
  },
  {
    name: 'button-without-a-name',
    harm: 'A screen reader says “button” and nothing else.',
    edits: [edit('components/layout/map.tsx', "{t('show')}", '<svg className="size-4" />')],
    tests: EVERY_PAGE,
    title: visit(1),
  },
  {
    name: 'request-to-a-foreign-host',
    harm: 'Another company learns who visits the terms.',
    edits: [
      edit(
        'app/[locale]/(site)/terms/page.tsx',
        `      <LegalDocument name="terms"`,
        `      <img src="https://example.com/pixel.png" alt="" />\n      <LegalDocument name="terms"`,
      ),
    ],
    tests: EVERY_PAGE,
    title: visit(1),
  },
  {
    name: 'console-error-on-one-page',
    harm: 'Something on the FAQ is broken, and only the console says so.',
    edits: [
      edit(
        FAQ_PAGE,
        HEADING,
        `<script dangerouslySetInnerHTML={{ __html: 'console.error("left behind")' }} />\n      ${HEADING}`,
      ),
    ],
    tests: EVERY_PAGE,
    title: visit(3),
  },
  {
    name: 'focus-ring-lost',
    harm: 'Who uses the keyboard does not see where they are.',
    edits: [
      edit(
        'app/[locale]/globals.css',
        'outline: 2px solid var(--color-tungsten);',
        'outline: none;',
      ),
    ],
    tests: EVERY_PAGE,
    title: {
      before: 'every control is reached by Tab, and one sees where the focus is',
      after: visit(1).after,
    },
  },
  {
    name: 'broken-link',
    harm: 'The refund policy in the footer of every page leads to “page not found”.',
    edits: [edit('components/layout/footer.tsx', `path: '/refund-policy'`, `path: '/refunds'`)],
    tests: EVERY_PAGE,
    title: CRAWL,
  },
  {
    name: 'link-to-a-missing-anchor',
    harm: 'The link to the equipment ends at the top of the page.',
    edits: [
      edit('components/layout/footer.tsx', `path: '/services#equipment'`, `path: '/services#gear'`),
    ],
    tests: EVERY_PAGE,
    title: CRAWL,
  },
  {
    name: 'motion-against-the-wish',
    harm: 'The page moves for somebody whom motion makes ill.',
    edits: [
      edit(
        'app/[locale]/globals.css',
        `      animation-duration: 0.01ms !important;\n      animation-iteration-count: 1 !important;\n`,
        '',
      ),
    ],
    tests: { before: ['tests/e2e/home.spec.ts'], after: EVERY_PAGE.after },
    title: { before: 'nothing on the page moves for who wants no motion', after: visit(1).after },
  },
  {
    name: 'page-not-prerendered',
    harm: 'The terms are rendered for each visitor anew: slower, and away with the database.',
    edits: [
      edit(
        'app/[locale]/(site)/terms/page.tsx',
        `import type { Metadata } from 'next'`,
        `import type { Metadata } from 'next'\nimport { connection } from 'next/server'\nimport { Suspense } from 'react'`,
      ),
      edit(
        'app/[locale]/(site)/terms/page.tsx',
        `export default async function TermsPage() {`,
        `async function Fresh() {\n  await connection()\n  return null\n}\n\nexport default async function TermsPage() {`,
      ),
      edit(
        'app/[locale]/(site)/terms/page.tsx',
        `      <LegalDocument name="terms"`,
        `      <Suspense><Fresh /></Suspense>\n      <LegalDocument name="terms"`,
      ),
    ],
    tests: ['tests/e2e/weight.spec.ts'],
    title: 'every public page is in the build as HTML',
  },
  {
    name: 'script-on-every-page',
    harm: 'Every page makes phones fetch the checks of the booking form, which it does not have.',
    edits: [
      edit(
        'components/layout/menu.tsx',
        `import Link from 'next/link'`,
        `import Link from 'next/link'\nimport { bookingInput } from '@/lib/bookings/schema'`,
      ),
      edit(
        'components/layout/menu.tsx',
        'popover="auto" aria-label={t(\'main\')}',
        'popover="auto" hidden={!bookingInput} aria-label={t(\'main\')}',
      ),
    ],
    tests: { before: ['tests/e2e/weight.spec.ts'], after: EVERY_PAGE.after },
    title: {
      before: 'the first view of /faq is light and has no code of other pages',
      after: visit(3).after,
    },
  },
  {
    name: 'admin-page-open',
    harm: 'Anybody reads and opens the owner’s posts, drafts too.',
    edits: [
      edit(
        'app/[locale]/admin-blog/page.tsx',
        `const admin = await requireAdmin('/admin-blog')`,
        `const admin = { username: 'owner' }`,
      ),
      edit(
        'middleware.ts',
        'if (!wanted || (await isAdmin(request)))',
        `if (!wanted || wanted.plain.includes('admin-blog') || (await isAdmin(request)))`,
      ),
    ],
    tests: ['tests/e2e/admin-spellings.spec.ts'],
    title: 'no cookie, plain: no page, no word of it',
  },
  {
    name: 'manage-page-findable',
    harm: 'A customer’s own page, with its secret address, turns up in search engines.',
    edits: [
      edit('next.config.mjs', `  { key: 'X-Robots-Tag', value: 'noindex, nofollow' },\n`, ''),
    ],
    tests: ['tests/e2e/manage.spec.ts'],
    title: 'a wrong token is a page that does not exist',
  },
  {
    name: 'admin-findable',
    harm: 'robots.txt no longer keeps crawlers out of what is no page.',
    edits: [edit('app/robots.ts', `disallow: ['/api/', `, 'disallow: [')],
    tests: ['tests/e2e/seo.spec.ts'],
    title: 'robots.txt keeps crawlers out of the rest',
  },
].map((fault) => ({ level: 'e2e', ...fault }))

export const FAULTS = [...UNIT, ...COMPONENT, ...INTEGRATION, ...BROWSER]
