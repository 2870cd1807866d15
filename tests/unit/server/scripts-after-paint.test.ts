import { createHash } from 'node:crypto'
import { scriptsAfterPaint, STARTER_SOURCE } from '@/server/scripts-after-paint'
import { policyFor } from '@/server/script-policy'

const page = (head: string, body = '') =>
  `<!DOCTYPE html><html lang="en"><head>${head}</head><body><p>Hello</p>${body}</body></html>`

test('an async script keeps its address in data-src, and a script at the end restores it', () => {
  const html = scriptsAfterPaint(page('<script src="/a.js" async=""></script>'))
  expect(html).toContain('<head><script data-src="/a.js" async=""></script></head>')
  expect(html).toMatch(/<p>Hello<\/p><script>\(function[^<]+<\/script><\/body><\/html>$/)
})

test('the spelling of the tag does not matter', () => {
  for (const tag of [
    '<script async src="/a.js?x=1&amp;y=2">',
    "<script\n  async='' data-id=\"_R_\" src='/a.js?x=1&amp;y=2'>",
    '<SCRIPT ASYNC SRC="/a.js?x=1&amp;y=2">',
  ]) {
    const html = scriptsAfterPaint(page(`${tag}</script>`))
    expect(html).toContain('data-src="/a.js?x=1&amp;y=2"')
  }
})

test('preloads of scripts are removed', () => {
  const link = '<link rel="preload" as="script" fetchPriority="low" href="/a.js"/>'
  const font = '<link rel="preload" as="font" href="/a.woff2"/>'
  const html = scriptsAfterPaint(page(`${link}${font}<script src="/a.js" async=""></script>`))
  expect(html).toContain(`<head>${font}<script data-src="/a.js" async=""></script></head>`)
})

test('all other scripts and texts are unchanged', () => {
  const others =
    '<script>push("<script src=\\"/x.js\\" async>")</script><script src="/old.js" nomodule=""></script>' +
    '<script type="application/ld+json">{"a":"<script src=/b.js async>"}</script><p>&lt;script src="/c.js" async&gt;</p>'
  expect(scriptsAfterPaint(page('', others))).toBe(page('', others))
  const both = scriptsAfterPaint(page('<script src="/a.js" async=""></script>', others))
  expect(both).toContain(others)
})

test('a truncated page is unchanged', () => {
  const half = '<!DOCTYPE html><html><head><script src="/a.js" async></script></head><body><p>Hel'
  expect(scriptsAfterPaint(half)).toBe(half)
})

test('the policy of a page allows the starting script', () => {
  const html = page('<script src="/a.js" async=""></script>')
  const policy = "default-src 'none'; script-src 'self' 'unsafe-inline'"
  expect(policyFor(html, policy)).toBe(`default-src 'none'; script-src 'self' ${STARTER_SOURCE}`)
  expect(policyFor(page(''), policy)).toBe(`default-src 'none'; script-src 'self'`)
  const starter = /<script>([^<]+)<\/script><\/body>/.exec(scriptsAfterPaint(html))?.[1] ?? ''
  const hash = createHash('sha256').update(starter).digest('base64')
  expect(STARTER_SOURCE).toBe(`'sha256-${hash}'`)
})
