import { loggedPath } from '@/server/access-log'
import { meantTarget } from '@/server/meant-target'

const TOKEN = 'Zr3vX0kq9cM_2bL7tQ1wA-'

describe('a link with what a chat leaves behind it leads to its page', () => {
  const BEHIND = [
    ...['.', ')', ',', ';', ':', '!', '%3F', '*', '%22', '%27', '%3E', ']', '%7D', '%60'],
    ...['%20', '%C2%A0', '%0A', '%E2%80%8B', '%E2%81%A9', '%EF%BB%BF', '/', '%5C'],
    ...['，', '。', '！', '）', '」', '…'].map(encodeURIComponent),
    ...['.)', '),%20', '%20and%20come', encodeURIComponent('请看')],
  ]
  test.each(BEHIND)('%s', (behind) => {
    for (const [page, kind] of [
      [`/manage/${TOKEN}`, 'customer'],
      [`/ms/manage/12-${TOKEN}`, 'guest'],
      [`/zh/manage/12-pay-${TOKEN}`, 'payer'],
    ])
      expect([kind, meantTarget(page + behind)]).toEqual([kind, page])
  })
  test.each(['%20', '(', '%E2%80%8B', '*'])('%s before it', (before) =>
    expect(meantTarget(`/manage/${before}${TOKEN}`)).toBe(`/manage/${TOKEN}`),
  )
  test('also on a public page, its query kept', () => {
    expect(meantTarget('/booking).')).toBe('/booking')
    expect(meantTarget('/zh/booking%EF%BC%8C?service=1&date=2026-12-01')).toBe(
      '/zh/booking?service=1&date=2026-12-01',
    )
    expect(meantTarget(`/zh${encodeURIComponent('。')}`)).toBe('/zh')
  })
})

test.each([
  ['/Booking', '/booking'],
  ['/ZH', '/zh'],
  ['/Zh/FAQ', '/zh/faq'],
  ['/MS/Blog/Your-First-Session', '/ms/blog/your-first-session'],
  ['/Refund-Policy?x=Y', '/refund-policy?x=Y'],
  [`/MANAGE/${TOKEN}`, `/manage/${TOKEN}`],
  ['/Admin/Today', '/admin/today'],
])('%s in capital letters leads to %s', (typed, page) => expect(meantTarget(typed)).toBe(page))

test.each([
  [`/bank-details%23${TOKEN}`, `/bank-details#${TOKEN}`],
  [`/ms/bank-details%2523${TOKEN}`, `/ms/bank-details#${TOKEN}`],
  [`/zh/bank-details%23${TOKEN}.`, `/zh/bank-details#${TOKEN}`],
  [`/admin/login/invitation%23${TOKEN}?e=1`, `/admin/login/invitation?e=1#${TOKEN}`],
])('a secret whose # was escaped is put behind it again, and is in no log: %s', (typed, page) => {
  expect(meantTarget(typed)).toBe(page)
  expect(loggedPath(typed)).not.toContain(TOKEN)
})

test.each([
  ...['/', '/zh', '/booking', '/blog/your-first-session', `/manage/${TOKEN}`, '/admin/today'],
  ...[`/manage/${TOKEN}.rsc`, `/manage/${TOKEN}.segments/_tree.segment.rsc`, '/booking.rsc'],
  ...[
    '/_next/static/Chunk.js',
    '/pictures/A.webp',
    '/api/Bookings',
    `/manage/${TOKEN}/receipts/R-1`,
  ],
  ...[
    '/manage/short.',
    '//evil.example/Booking',
    '/\\evil.example',
    '/Unknown',
    '/%E0%A4%A',
    '/favicon.ico',
  ],
  ...[
    '/EVIL.EXAMPLE/..',
    `/manage/${TOKEN}x.`,
    '/admin/money/payouts/po_3sTBh2Cm3BtBuQWFph8FGdv8',
    '/ms/admin/customers/Aina%40example.com',
    '/robots.txt',
    '/sitemap.xml',
    '/console-worker.js',
  ],
])('%s is left as it is', (address) => expect(meantTarget(address)).toBeNull())
