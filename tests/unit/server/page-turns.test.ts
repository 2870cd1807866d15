// How many requests for pages one network may make, as calls are counted.
import { ServerResponse, type IncomingMessage } from 'node:http'
import { pageTurns } from '@/server/page-turns'

process.env.DATABASE_URL = 'postgresql://nobody@localhost/none'
// Three in ten minutes instead of thirty thousand.
process.env.RATE_LIMIT_SCALE = '0.0001'

const asked = (url: string, address = '203.0.113.7') =>
  ({ url, headers: { 'x-studio-address': address } }) as unknown as IncomingMessage

test('a network has so many pages in ten minutes, whatever its addresses and theirs', () => {
  const { count } = pageTurns()
  for (const nth of [1, 2, 3]) expect(count(asked(`/manage/${nth}`, `203.0.113.${nth}`))).toBeNull()
  expect(count(asked('/admin/login?x=1', '203.0.113.99'))).toEqual({
    status: 429,
    code: 'too_many_requests',
    headers: { 'Retry-After': '200' },
  })
  expect(count(asked('/admin/login', '203.0.114.1'))).toBeNull()
})

test('files are neither counted nor do they wait', async () => {
  const { count, render } = pageTurns()
  for (let nth = 0; nth < 10; nth++) expect(count(asked('/logo.svg?x=1'))).toBeNull()
  const open = Array.from({ length: 10 }, () => new ServerResponse(asked('/page')))
  let rendered = () => {}
  const rendering = new Promise<void>((resolve) => (rendered = resolve))
  const pages = open.map((response) => render(asked('/page'), response, () => rendering))
  let isSent = false
  const file = new ServerResponse(asked('/logo.svg'))
  await render(asked('/logo.svg'), file, async () => void (isSent = true))
  expect(isSent).toBe(true)
  rendered()
  expect(await Promise.all(pages)).toEqual(open.map(() => null))
})

test('folders of files are pages that are not there', () => {
  const { count } = pageTurns()
  for (let nth = 0; nth < 3; nth++) count(asked('/pictures'))
  expect(count(asked('/pictures'))?.status).toBe(429)
})

test('a request without a place is told when to come again', async () => {
  const { render } = pageTurns()
  const response = { destroyed: true } as ServerResponse
  expect(await render(asked('/page'), response, async () => {})).toEqual({
    status: 503,
    code: 'unavailable',
    sentence: 'busy',
    headers: { 'Retry-After': '5' },
  })
})
