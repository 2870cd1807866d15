import { MANAGE_TOKEN } from '@/lib/text'
import { GUEST_TOKEN, managePath, PAY_TOKEN } from '@/lib/bookings/paths'

describe('the path of a booking’s page', () => {
  const TOKEN = 'Zr3vX0kq9cM_2bL7tQ1wAg'
  test.each([
    [`/manage/${TOKEN}`, 'en'],
    [`/ms/manage/${TOKEN}`, 'ms'],
    [`/zh/manage/${TOKEN}`, 'zh'],
    [`/en/manage/${TOKEN}`, 'en'],
    [`/%6danage/${TOKEN}`, 'en'],
    [`//manage//${TOKEN}/`, 'en'],
    [`/manage/${TOKEN}.rsc`, 'en'],
    [`/ms%2Fmanage/${TOKEN}`, 'ms'],
    [`/zh/manage/${TOKEN}.rsc`, 'zh'],
  ])('%s is in %s', (path, locale) => expect(managePath(path)).toEqual({ locale, token: TOKEN }))
  test.each([
    '/',
    '/manage',
    '/manage/',
    `/manage/${TOKEN}/more`,
    `/manage/${TOKEN}/hold`,
    `/x/manage/${TOKEN}`,
    `/fr/manage/${TOKEN}`,
    '/api/manage/x',
    '/%E0%A4%A',
  ])('%s is none', (path) => expect(managePath(path)).toBeNull())
  test('tokens: 22 characters open a booking, a guest’s names it and proves itself', () => {
    expect([
      MANAGE_TOKEN.test(TOKEN),
      MANAGE_TOKEN.test(`${TOKEN}x`),
      MANAGE_TOKEN.test(TOKEN.slice(1)),
      MANAGE_TOKEN.test(`${TOKEN.slice(1)}.`),
    ]).toEqual([true, false, false, false])
    expect([
      GUEST_TOKEN.test(`42-${TOKEN}`),
      GUEST_TOKEN.test(TOKEN),
      GUEST_TOKEN.test(`042-${TOKEN}`),
      MANAGE_TOKEN.test(`42-${TOKEN}`),
    ]).toEqual([true, false, false, false])
    // Whose payer's is neither.
    const payer = `42-pay-${TOKEN}`
    expect([PAY_TOKEN, GUEST_TOKEN, MANAGE_TOKEN].map((kind) => kind.test(payer))).toEqual([
      ...[true, false, false],
    ])
    expect([`42-${TOKEN}`, TOKEN, `042-pay-${TOKEN}`].some((one) => PAY_TOKEN.test(one))).toBe(
      false,
    )
    expect(managePath(`/zh/manage/${payer}.rsc`)).toEqual({ locale: 'zh', token: payer })
  })
})
