// What caches in front of the site are told.
import { createServer, type OutgoingHttpHeaders } from 'node:http'
import type { AddressInfo } from 'node:net'
import { askAgain } from '@/server/headers'

async function sent(headers: OutgoingHttpHeaders, status = 200): Promise<string | null> {
  const server = createServer((_request, response) => {
    askAgain(response)
    response.statusCode = status
    for (const [name, value] of Object.entries(headers)) response.setHeader(name, value ?? '')
    response.end()
  })
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  const { port } = server.address() as AddressInfo
  const answer = await fetch(`http://127.0.0.1:${port}/`)
  server.closeAllConnections()
  await new Promise((done) => server.close(done))
  return answer.headers.get('cache-control')
}

const ASK_AGAIN = 'public, max-age=0, must-revalidate'
const HTML = { 'Content-Type': 'text/html; charset=utf-8' }
const MONTH = { 'Cache-Control': 's-maxage=2592000, stale-while-revalidate=28944000' }

// Seen behind nginx with proxy_cache: a price changed in the shop was the old one for a month.
describe('real life: a cache that was told nothing else asks again for', () => {
  test.each([
    ['a page', { ...HTML, ...MONTH }, 200],
    ['the data of a page', { 'Content-Type': 'text/x-component', ...MONTH }, 200],
    ['a page that is not there', { ...HTML, ...MONTH }, 404],
    ['a page that says nothing', HTML, 404],
    ['a page that the browser has', MONTH, 304],
  ])('%s', async (_what, headers, status) => expect(await sent(headers, status)).toBe(ASK_AGAIN))
})

test.each([
  { ...HTML, 'Cache-Control': 'private, no-cache, no-store, max-age=0, must-revalidate' },
  { 'Content-Type': 'image/jpeg', 'Cache-Control': 'public, max-age=86400, s-maxage=604800' },
  { 'Content-Type': 'application/rss+xml', 'Cache-Control': 'public, max-age=300' },
])('%j stays as it is', async (headers) =>
  expect(await sent(headers)).toBe(headers['Cache-Control']),
)
