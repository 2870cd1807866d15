// Every answer of a text says how to read it, however its headers were set.
import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { nameCharset } from '@/server/headers'

async function typeOf(answer: (response: ServerResponse) => void): Promise<string | null> {
  const server = createServer((_request, response) => {
    nameCharset(response)
    answer(response)
  })
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  const { port } = server.address() as AddressInfo
  const { headers } = await fetch(`http://127.0.0.1:${port}/`, { redirect: 'manual' })
  server.closeAllConnections()
  await new Promise((done) => server.close(done))
  return headers.get('content-type')
}

test.each([
  ['text/plain', 'text/plain; charset=utf-8'],
  ['text/x-component', 'text/x-component; charset=utf-8'],
  ['text/javascript', 'text/javascript; charset=utf-8'],
  ['application/xml', 'application/xml; charset=utf-8'],
  ['application/rss+xml', 'application/rss+xml; charset=utf-8'],
  ['image/svg+xml', 'image/svg+xml; charset=utf-8'],
  // What says so already, in whatever spelling, and what is no text, stay as they are.
  ['text/html;charset=UTF-8', 'text/html;charset=UTF-8'],
  ['text/calendar; charset=utf-8; method=REQUEST', 'text/calendar; charset=utf-8; method=REQUEST'],
  ['application/json', 'application/json'],
  ['image/webp', 'image/webp'],
])('%s goes out as %s', async (given, sent) => {
  const ways: ((response: ServerResponse) => void)[] = [
    (response) => response.setHeader('Content-Type', given).end('x'),
    (response) => response.writeHead(200, { 'content-type': given }).end('x'),
    (response) => response.writeHead(200, 'OK', { 'Content-Type': given }).end('x'),
  ]
  for (const way of ways) expect(await typeOf(way)).toBe(sent)
})

test('an answer without a type gets none', async () =>
  expect(await typeOf((response) => response.writeHead(200).end('x'))).toBeNull())

test.each([301, 302, 307, 308])(
  'a redirect (%i) whose body is the bare address says that it is text',
  async (status) => {
    const ways: ((response: ServerResponse) => void)[] = [
      (response) => Object.assign(response, { statusCode: status }).end('/there'),
      (response) => response.writeHead(status, { Location: '/there' }).end('/there'),
    ]
    for (const way of ways) expect(await typeOf(way)).toBe('text/plain; charset=utf-8')
  },
)

test('a redirect keeps the type it has, and what was not modified has no body to name', async () => {
  const page = { 'Content-Type': 'text/html', Location: '/there' }
  expect(await typeOf((response) => response.writeHead(307, page).end('x'))).toBe(
    'text/html; charset=utf-8',
  )
  expect(await typeOf((response) => response.writeHead(304).end())).toBeNull()
})
