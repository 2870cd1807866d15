import { createHash } from 'node:crypto'
import { policyFor } from '@/server/script-policy'

const POLICY =
  "default-src 'self'; script-src 'self' 'unsafe-inline' https://js.stripe.com; style-src 'self' 'unsafe-inline'"
const hashOf = (script: string) =>
  `'sha256-${createHash('sha256').update(script).digest('base64')}'`

test('allows the inline scripts of the page and no other', () => {
  const one = 'self.__next_f.push([1,"a \\u003c/script\\u003e & \\"b\\" – “é”"])'
  const page = `<html><head><script>${one}</script><script src="/a.js" async=""></script>
    <script id="x" type="module">two()</script><script>${one}</script></head></html>`
  expect(policyFor(page, POLICY)).toBe(
    `default-src 'self'; script-src 'self' ${hashOf(one)} ${hashOf('two()')} https://js.stripe.com; style-src 'self' 'unsafe-inline'`,
  )
})

test('data is not a script, and a script is its bytes, entities and all', () => {
  const page =
    '<script type="application/ld+json">{"@context":"https://schema.org"}</script><script>a &amp;&amp; b < c</script>'
  const policy = policyFor(page, POLICY)
  expect(policy).toContain(hashOf('a &amp;&amp; b < c'))
  expect(policy.match(/sha256-/g)).toHaveLength(1)
})

test('a page without inline scripts allows none', () => {
  const [, scripts] = policyFor('<p>text</p>', POLICY).split('; ')
  expect(scripts).not.toContain('unsafe-inline')
  expect(scripts).not.toContain('sha256')
})
