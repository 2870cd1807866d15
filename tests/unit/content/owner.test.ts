import fc from 'fast-check'
import { marked, replaced } from '@/components/admin/blog/marks'
import { replyLink } from '@/lib/contacts/rules'
import { slugOf } from '@/lib/content/rules'
import { url } from '@/lib/text'

test.each([
  ["What's 5.1?", 'what-s-5-1'],
  ['  Kopi & Crème  ', 'kopi-creme'],
  ['录音室', 'post'],
  ['录音 101', '101'],
  ['—', 'post'],
  ['x'.repeat(200), 'x'.repeat(80)],
  ['A/../b?c=d#e', 'a-b-c-d-e'],
  // Pasted from a document: a soft hyphen, a joiner, a byte order mark, a mark of direction.
  ['Micro\u00adphones\u200b for\u00a0two', 'microphones-for-two'],
  ['\ufeffPod\u2060cast\u200e', 'podcast'],
])('%j is found at %s', (title, slug) => expect(slugOf(title)).toBe(slug))

test('a reply carries subject and quotation, and nothing breaks out of the address', () => {
  const link = replyLink({
    email: 'a?cc=evil@example.com',
    subject: 'Re: A & B',
    greeting: 'Hi',
    message: 'one\ntwo & three',
  })
  expect(
    link.startsWith('mailto:a%3Fcc=evil@example.com?subject=Re%3A%20A%20%26%20B&body=Hi'),
  ).toBe(true)
  expect(decodeURIComponent(link.split('body=')[1] ?? '')).toBe(
    'Hi\r\n\r\n\r\n> one\r\n> two & three',
  )
  expect(
    replyLink({ email: 'a@b.co', subject: 's', greeting: 'g', message: 'x'.repeat(5000) }).length,
  ).toBeLessThan(2000)
  // A message cut in the middle of a character would take the owner's whole list with it.
  const emoji = { email: 'a@b.co', subject: 's', greeting: 'g', message: `x${'😀'.repeat(2000)}` }
  expect(() => replyLink(emoji)).not.toThrow()
})

test.each([
  ['https://example.com/a', true, true],
  ['http://localhost:3000/x', true, true],
  ['http://127.0.0.1/x', true, true],
  ['/api/uploads/x.webp', false, true],
  ['', true, true],
  ['http://example.com', false, false],
  ['//example.com', false, false],
  ['/\\example.com', false, false],
  ['javascript:alert(1)', false, false],
  ['JAVASCRIPT:alert(1)', false, false],
  ['data:text/html,x', false, false],
  ['https://', false, false],
  ['example.com', false, false],
  ['http://localhost.evil.example', false, false],
  ['https:example.com', false, false],
])('%j is an address: %p, and as one of this site too: %p', (text, plain, here) => {
  expect([url().safeParse(text).success, url({ here: true }).safeParse(text).success]).toEqual([
    plain,
    here,
  ])
})

test.each([
  ['bold', 'a b c', 2, 3, 'a **b** c', 'b'],
  ['link', 'x', 0, 1, '[x](https://)', 'x'],
  ['italic', '', 0, 0, '*text*', 'text'],
  ['image', 'ab', 2, 2, 'ab![text](https://)', 'text'],
  ['list', 'one\ntwo\nthree', 1, 5, '- one\n- two\nthree', '- one\n- two'],
  ['numbers', 'a\nb', 0, 3, '1. a\n2. b', '1. a\n2. b'],
  ['heading', 'x\nTitle', 4, 4, 'x\n## Title', '## Title'],
  ['quote', '', 0, 0, '> text', '> text'],
] as const)('a video plays as %s of %j', (mark, text, from, to, result, selected) => {
  const changed = marked(mark, { text, from, to }, 'text')
  expect([changed.text, changed.text.slice(changed.from, changed.to)]).toEqual([result, selected])
  const part = replaced(text, result)
  expect(text.slice(0, part.from) + part.by + text.slice(part.to)).toBe(result)
})

test('what is replaced makes any text of any other', () => {
  const text = fc.string({ unit: fc.constantFrom('a', '*', '\n'), maxLength: 12 })
  fc.assert(
    fc.property(text, text, (before, after) => {
      const { from, to, by } = replaced(before, after)
      expect(before.slice(0, from) + by + before.slice(to)).toBe(after)
    }),
  )
})
