import { DEFAULT_REPLIES, filledReply, replyIn } from '@/lib/settings/replies'
import { SETTINGS } from '@/lib/settings/schema'
import { TRANSLATED_LOCALES } from '@/lib/i18n/routing'

const facts = { name: 'Aina $& Rahman', date: 'Monday', link: 'https://studio.example/booking' }
const words = { name: 'Prices', text: 'See {link}' }
const body = (replies: unknown) => SETTINGS.replies.body.safeParse({ replies })

test('placeholders become the person’s facts, and other braces stay', () => {
  expect(filledReply('Hi {name}, {date}: {link} {link} {nam} {}', facts)).toBe(
    `Hi Aina $& Rahman, Monday: ${facts.link} ${facts.link} {nam} {}`,
  )
  // A name is not read for placeholders.
  expect(filledReply('{name}', { ...facts, name: '{link}' })).toBe('{link}')
})

test('a text with a date is nothing without one', () => {
  expect(filledReply('On {date}', { ...facts, date: null })).toBeNull()
  expect(filledReply('Hi {name}', { ...facts, date: null })).toBe(`Hi ${facts.name}`)
})

test('a language has its own words, otherwise the English ones', () => {
  const reply = { ...words, translations: { ms: { name: 'Harga', text: 'Lihat {link}' } } }
  expect(replyIn('ms', reply)).toEqual({ name: 'Harga', text: 'Lihat {link}' })
  expect(replyIn('zh', reply)).toEqual(words)
  expect(replyIn('en', reply)).toEqual(words)
})

test('what the house offers at first can be saved, in every language, with the same placeholders', () => {
  expect(body(DEFAULT_REPLIES).success).toBe(true)
  const holes = (text: string) => text.match(/\{\w+\}/g)?.sort()
  for (const reply of DEFAULT_REPLIES)
    for (const locale of TRANSLATED_LOCALES)
      expect([reply.name, holes(replyIn(locale, reply).text)]).toEqual([
        reply.name,
        holes(reply.text),
      ])
})

test('a reply needs a name and a text, a translation both or neither; there are six at most', () => {
  expect(body([{ ...words, translations: { ms: null } }])).toMatchObject({
    data: { value: { replies: [{ ...words, translations: {} }] } },
  })
  expect(body([{ ...words, text: ' ' }]).success).toBe(false)
  expect(body([{ ...words, name: '' }]).success).toBe(false)
  expect(body([{ ...words, translations: { zh: { name: '价格', text: '' } } }]).success).toBe(false)
  expect(body(Array(7).fill(words)).success).toBe(false)
  expect(body([{ ...words, text: 'x'.repeat(1001) }]).success).toBe(false)
})
