import compile from 'icu-minify/compile'
import { sentencesOf } from '@/components/sentences'

test('sentences come back as the dictionary has them, compiled or not', () => {
  const words = { start: 'Start', live: { of: 'of {time} planned', over: '{time} over the plan' } }
  const compiled = {
    start: 'Start',
    live: { of: compile(words.live.of), over: compile(words.live.over) },
  }
  expect(Array.isArray(compiled.live.of)).toBe(true)
  expect(sentencesOf(compiled)).toEqual(words)
  expect(sentencesOf(words)).toEqual(words)
})

test.each([
  '{count, plural, one {# day} other {# days}}',
  'Read <b>this</b>',
  '{day, date, short}',
])('%s is not for an island without a provider', (message) => {
  expect(() => sentencesOf({ key: compile(message) })).toThrow('"key" is more than a sentence')
})
