import { createServer, type RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'
import { letPagesPaintFirst, paintFirst } from '@/server/first-paint'

const PAGE = [
  '<!DOCTYPE html><html><head><link rel="stylesheet" href="/_next/static/chunks/a.css"/>',
  '<link rel="preload" as="script" fetchPriority="low" href="/_next/static/chunks/main.js"/>',
  '<script src="/_next/static/chunks/a-1.js" async=""></script>',
  '<script src="/_next/static/chunks/old.js" noModule=""></script></head>',
  '<body><p>“<b>é</b>”</p><script src="/_next/static/chunks/main.js" id="_R_" async=""></script>',
  '<script>self.__next_f.push([1,"\\u003cscript src=\\"/_next/static/x.js\\" async=\\"\\"\\u003e"])</script></body></html>',
].join('')

test('the scripts of a page wait, in their places and with their names; nothing else changes', () => {
  const page = paintFirst(PAGE)
  expect(page).toContain('<script data-src="/_next/static/chunks/a-1.js" async=""></script>')
  expect(page).toContain(
    '<script data-src="/_next/static/chunks/main.js" id="_R_" async=""></script>',
  )
  expect(page).not.toMatch(/<script src="[^"]*"[^>]* async/)
  expect(page).not.toContain('rel="preload"')
  expect(page).toContain('<script src="/_next/static/chunks/old.js" noModule=""></script>')
  const without = (html: string) =>
    html
      .replace(/<link rel="preload"[^>]*>/, '')
      .replace(/ (?:data-)?src=/g, ' src=')
      .replace(/<script>\(function\(d,w,n\)[\s\S]*?<\/script>/, '')
  expect(without(page)).toBe(without(PAGE))
})

test('exactly one script at the end of the page starts them', () => {
  expect(paintFirst(PAGE)).toMatch(/<script>\(function\(d,w,n\)[\s\S]+<\/script><\/body><\/html>$/)
  expect(paintFirst(PAGE).split('new PerformanceObserver(')).toHaveLength(2)
})

test('a page without scripts of the build comes back as it is', () => {
  const page =
    '<html><body><script src="https://other.example/_next/static/x.js" async=""></script></body></html>'
  expect(paintFirst(page)).toBe(page)
})

async function answered(
  listener: RequestListener,
): Promise<{ text: string; length: string | null }> {
  const server = createServer((request, response) => {
    letPagesPaintFirst(response)
    listener(request, response)
  })
  await new Promise<void>((done) => server.listen(0, done))
  try {
    const answer = await fetch(`http://localhost:${(server.address() as AddressInfo).port}/`)
    return { text: await answer.text(), length: answer.headers.get('content-length') }
  } finally {
    server.close()
    server.closeAllConnections()
  }
}

test('a whole page goes out waiting, with its own length', async () => {
  const { text, length } = await answered((_, response) => {
    response.setHeader('Content-Type', 'text/html; charset=utf-8')
    response.setHeader('Content-Length', Buffer.byteLength(PAGE))
    response.end(PAGE)
  })
  expect(text).toBe(paintFirst(PAGE))
  expect(length).toBe(String(Buffer.byteLength(text)))
})

test('a streamed page and what is no page go out as they are', async () => {
  const streamed = await answered((_, response) => {
    response.setHeader('Content-Type', 'text/html')
    response.write(PAGE.slice(0, 100))
    response.end(PAGE.slice(100))
  })
  expect(streamed.text).toBe(PAGE)
  const data = await answered((_, response) => {
    response.setHeader('Content-Type', 'application/json')
    response.setHeader('Content-Length', Buffer.byteLength(PAGE))
    response.end(PAGE)
  })
  expect(data).toEqual({ text: PAGE, length: String(Buffer.byteLength(PAGE)) })
})
