import * as fc from 'fast-check'
import { characterCount } from '@/lib/limits'
import { textLine, optionalText, text } from '@/lib/text'

const fault = (shape: ReturnType<typeof text>, typed: string) =>
  shape.safeParse(typed).error?.issues[0]?.message

// Seen in web forms that count otherwise in the browser than on the server: a text is refused
// although the counter says that it fits.
describe('real life: a text is counted once, the same way everywhere', () => {
  test.each([
    ['letters', 'abc', 3],
    ['an emoji outside the basic plane', '🎙️a', 3],
    ['Chinese outside the basic plane', '𠮷野', 2],
    ['a line end as a browser sends it without script', 'a\r\nb', 3],
    ['a line end as a script reads it', 'a\nb', 3],
    ['a line end of a slide', 'a\u000bb', 3],
    ['a line end of a chat at the end', 'ab\u2028', 2],
    ['blanks around it', '  a b \r\n', 3],
  ])('%s', (_, typed, count) => expect(characterCount(typed)).toBe(count))

  test('a brief of exactly the limit is accepted with either line end, and kept whole', () => {
    const brief = Array.from({ length: 1000 }, () => 'x').join('\r\n') // 1,999 counted
    expect(optionalText(1999).parse(brief)).toBe(brief.replaceAll('\r\n', '\n'))
    expect(fault(text(1998), brief)).toBe('too_long')
  })

  test('2,000 emoji are 2,000 characters', () => {
    expect(optionalText(2000).parse('🎬'.repeat(2000))).toHaveLength(4000)
    expect(fault(text(2000), '🎬'.repeat(2001))).toBe('too_long')
  })

  test('a text is refused exactly when it counts more than its limit, and is never cut', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme', maxLength: 40 }), (typed) => {
        const parsed = textLine(20).safeParse(typed)
        const isTooLong = characterCount(typed) > 20
        expect(parsed.error?.issues.some(({ message }) => message === 'too_long') ?? false).toBe(
          isTooLong,
        )
        if (parsed.success) expect(parsed.data).toHaveLength(typed.trim().length)
      }),
    )
  })
})
