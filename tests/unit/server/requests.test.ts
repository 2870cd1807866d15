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
  ])('%s is logged as %s', (url, expected) => expect(loggedPath(url)).toBe(expected))

  test('never grows without bound', () =>
    expect(loggedPath(`/${'a'.repeat(9000)}`).length).toBeLessThanOrEqual(200))
})

const ask = (method: string, url: string, host: string | undefined = 'localhost:3000') =>
  refusalOf({ method, url, headers: { host } })

describe('what our server refuses by itself', () => {
  test.each([
    ['GET', '/'],
    ['HEAD', '/ms/booking'],
    ['POST', '/admin/login'],
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
