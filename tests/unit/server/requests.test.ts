import { loggedPath } from '@/server/access-log'
import { originForm, refusalOf } from '@/server/refusal'

describe('the path in the log', () => {
  test.each([
    ['/booking?email=a%40b.com&x=1', '/booking'],
    [
      '/booking-success?payment_intent=pi_1&payment_intent_client_secret=pi_1_secret_2',
      '/booking-success',
    ],
    ['/manage/Zr3vX0kq9cM_2bL7tQ1wAg', '/manage/…'],
    ['/ms/manage/Zr3vX0kq9cM_2bL7tQ1wAg/reschedule?a=1', '/ms/manage/…/reschedule'],
    ['/%6danage/Zr3vX0kq9cM_2bL7tQ1wAg', '/manage/…'],
    ['/manage%2FZr3vX0kq9cM_2bL7tQ1wAg', '/manage/…'],
    ['/api/manage/Zr3vX0kq9cM_2bL7tQ1wAg.rsc', '/api/manage/…'],
    ['/api/members/ann%40example.com/card', '/api/members/…/card'],
    ['/%E0%A4%A', '(malformed)'],
    ['/blog/tips#top', '/blog/tips'],
    ['/calendar/abcdefghijklmnopqrstuv.ics', '/calendar/…'],
    ['/calendar/abcdefghijklmnopqrstuv%2Eics', '/calendar/…'],
    ['/calendar/abcdefghijklmnopqrstuV.ic', '/calendar/…'],
    ['/calendar/abcdefghijklmnopqrstuV)', '/calendar/…'],
    ['/api/calendar/AbCdefghijklmnopqrstuv', '/api/calendar/…'],
  ])('%s is logged as %s', (url, expected) => expect(loggedPath(url)).toBe(expected))

  // Seen in access logs of booking systems whose links are forwarded, quoted and mistyped.
  describe('real life: a token in a link', () => {
    const TOKEN = 'Zr3vX0kq9cM_2bL7tQ1wAg'
    test.each([
      `/manage//${TOKEN}`,
      `//manage/${TOKEN}`,
      `/manage/./${TOKEN}`,
      `/manage/../manage/${TOKEN}`,
      `/manage/%20/${TOKEN}`,
      `/manage%2F%2F${TOKEN}`,
      `/manage%252F${TOKEN}`,
      `/%256danage/${TOKEN}`,
      `/ms/manage//${TOKEN}/hold`,
      `/ms/manage//hold/${TOKEN}`,
      `/zh//MANAGE///${TOKEN}`,
      `/api/manage//${TOKEN}/calendar`,
      `/Manage\\${TOKEN}`,
      `/manage;a=b/${TOKEN}`,
      `/manage%00/${TOKEN}`,
      `/manage./${TOKEN}`,
      `/manage:${TOKEN}`,
      `/manage-${TOKEN}`,
      `/ｍａｎａｇｅ/${TOKEN}`,
      `/${encodeURIComponent('ｍａｎａｇｅ')}/${TOKEN}`,
      `/manage/one/two/${TOKEN}.`,
      `/manage/${TOKEN}%0a`,
      `/manage/${TOKEN.toLowerCase()}`,
      `/manage/12-${TOKEN}/`,
      `/mange/${TOKEN}`,
      `/${TOKEN}`,
      `/booking-success/pi_3abc_secret_def`,
      `http://studio.example/manage//${TOKEN}`,
    ])('is hidden in %s', (url) => {
      const shown = loggedPath(url)
      expect(shown).toMatch(/…/)
      expect(shown.toLowerCase()).not.toContain(TOKEN.toLowerCase())
      expect(shown).not.toContain('secret_def')
    })

    test('does not hide the parts of the page, or what is no secret', () => {
      expect(loggedPath(`/api/manage/${TOKEN}/receipts/2026-0001`)).toBe('/api/manage/…/receipts/…')
      for (const path of [
        '/blog/planning-your-first-episode-in-kuala-lumpur',
        '/api/bookings/payment/pi_3MtwBwLkdIwHu7ix28a3tqPa',
        '/_next/static/chunks/0-mdevx4wct_1.js',
      ])
        expect(loggedPath(path)).toBe(path)
    })

    test('costs time linear in the length of the path', () => {
      const begun = performance.now()
      for (const unit of ['/', '%25', 'manage/', '%2525252525', '\\', 'ﷺ'])
        for (let i = 0; i < 200; i++) loggedPath(`/${unit.repeat(15_000 / unit.length)}`)
      expect(performance.now() - begun).toBeLessThan(5_000)
    })
  })

  test('never grows without bound', () =>
    expect(loggedPath(`/${'a'.repeat(9000)}`).length).toBeLessThanOrEqual(200))
})

const ask = (method: string, url: string, host: string | undefined = 'localhost:3000') =>
  refusalOf({ method, url, headers: { host } })

describe('what our server refuses by itself', () => {
  test.each([
    ['GET', '/'],
    ['HEAD', '/ms/booking'],
    ['GET', '/booking?date=%E0%A4%A'],
    ['DELETE', '/api/bookings/1'],
    ['OPTIONS', '/api/services'],
    ['POST', '/sandbox/stripe/v1/x'],
    ['GET', '/zh/%E9%A2%84%E8%AE%A2'],
  ])('%s %s passes', (method, url) => expect(ask(method, url)).toBeNull())

  test.each([
    ['TRACE', '/', 405],
    ['PROPFIND', '/api/services', 405],
    ['PUT', '/booking', 405],
    ['DELETE', '/apiary', 405],
    ['GET', '/%E0%A4%A', 400],
    ['GET', '/%00', 400],
    ['GET', '/a%0d%0ab', 400],
    ['GET', '*', 400],
    ['GET', '', 400],
  ])('%s %s is %i', (method, url, status) => expect(ask(method, url)?.status).toBe(status))

  test('says which methods there are', () => {
    expect(ask('PUT', '/booking')?.headers?.Allow).toBe('GET, HEAD, POST')
    expect(ask('TRACE', '/api/services')?.headers?.Allow).toContain('PATCH')
  })

  test.each(['a b', 'x^y', '', 'localhost:port'])('a Host of "%s" is 400', (host) =>
    expect(ask('GET', '/', host)?.status).toBe(400),
  )
})

test('the form of a request that proxies use means its path', () => {
  expect(originForm('http://studio.example/booking?x=1')).toBe('/booking?x=1')
  expect(originForm('/booking')).toBe('/booking')
  expect(originForm('//evil.example/x')).toBe('//evil.example/x')
})
