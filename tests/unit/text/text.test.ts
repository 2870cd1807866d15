import fc from 'fast-check'
import { holdsInOneOfFour } from '@/tests/support/measurement'
import { ordinary } from '@/lib/ordinary'
import { email, textLine, optionalLine, optionalPhone, optionalText } from '@/lib/text'

const code = (
  shape: {
    safeParse(value: unknown): { success: boolean; error?: { issues: { message: string }[] } }
  },
  value: unknown,
) => {
  const result = shape.safeParse(value)
  return result.success ? null : result.error?.issues[0]?.message
}

// Breaks of a line as word processors, slides and chats copy them.
const BREAKS = [0x0a, 0x0b, 0x0c, 0x0d, 0x85, 0x2028, 0x2029]
// Written by number, so that this file itself has none of them: C0, DEL, C1, bidi overrides and
// isolates, joiners and byte order marks, what is no character, half a character.
const UNSEEN = [
  ...range(0x00, 0x1f),
  ...range(0x7f, 0x9f),
  ...[0xad, 0x200b, 0xfeff, 0xfdd0, 0xfffe, 0xffff, 0x1fffe, 0xd800, 0xdc00],
  ...range(0x202a, 0x202e),
  ...range(0x2060, 0x206f),
].filter((point) => ![0x09, ...BREAKS].includes(point))
const FORBIDDEN = [0x09, ...BREAKS, ...UNSEEN]
function range(from: number, to: number): number[] {
  return Array.from({ length: to - from + 1 }, (_, i) => from + i)
}
const hex = (point: number) => `U+${point.toString(16).padStart(4, '0').toUpperCase()}`

describe('one line', () => {
  test.each(UNSEEN.map((point) => [hex(point), point] as const))(
    'pasted text × forms: %s inside is left out without a word',
    (_name, point) => {
      const pasted = `Ai${String.fromCodePoint(point)}na`
      expect(textLine(80).parse(pasted)).toBe('Aina')
      expect(optionalLine(80).parse(pasted)).toBe('Aina')
      expect(optionalText(80).parse(pasted)).toBe('Aina')
      expect(ordinary(pasted)).toBe('Aina')
      expect(email().parse(`${pasted}@example.com`)).toBe('aina@example.com')
    },
  )
  test.each(BREAKS.map((point) => [hex(point), point] as const))(
    'a break by %s inside is refused',
    (_name, point) => {
      expect(code(textLine(80), `Ai${String.fromCodePoint(point)}na`)).toBe('control')
    },
  )
  test('a name from a chat, a cell and a PDF is read as it looks', () => {
    expect(textLine(80).parse('@\u2068Ali\u2069')).toBe('@Ali')
    expect(textLine(80).parse('Ali\tTan')).toBe('Ali Tan')
    expect(optionalText(80).parse('One\u0002-day\ufffe shoot\nwith @\u2068Ali\u2069')).toBe(
      'One-day shoot\nwith @Ali',
    )
  })

  test.each([
    'Aina',
    "O'Brien-Ng",
    '陈美玲',
    'நடராஜன்',
    'محمد',
    'Zoë',
    '👩‍🎤',
    'a\u00a0b',
    '<b>',
    '{{x}}',
    "Robert'); DROP TABLE",
  ])('%j is a name', (name) => expect(textLine(80).parse(name)).toBe(name))

  test('the length is counted after trimming', () => {
    expect(textLine(80).parse(`  ${'x'.repeat(80)}\t`)).toBe('x'.repeat(80))
    expect(code(textLine(80), 'x'.repeat(81))).toBe('too_long')
    expect(code(textLine(80), ' '.repeat(70_000))).toBe('required')
  })

  test.each(['', ' ', '\t', '\u3000'])('%j is missing', (text) => {
    expect(code(textLine(80), text)).toBe('required')
    expect(optionalLine(80).parse(text)).toBeNull()
  })

  test.each([undefined, null])('%p is missing or null', (value) => {
    expect(textLine(80).safeParse(value).success).toBe(false)
    expect(optionalLine(80).parse(value)).toBeNull()
  })

  test.each<unknown>([1, true, [], ['Aina'], {}, { toString: 'Aina' }])(
    '%j is no text',
    (value) => {
      for (const shape of [
        textLine(80),
        optionalLine(80),
        optionalText(80),
        email(),
        optionalPhone(),
      ])
        expect(code(shape, value)).toBe('text')
    },
  )

  test('whatever is accepted has no forbidden character and is trimmed', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 100 }), (text) => {
        const result = textLine(80).safeParse(text)
        if (!result.success) return
        expect([...result.data].some((char) => FORBIDDEN.includes(char.codePointAt(0) ?? 0))).toBe(
          false,
        )
        expect(result.data).toBe(result.data.trim())
        expect(result.data.length).toBeGreaterThan(0)
      }),
      { numRuns: 2000 },
    )
  })
})

describe('several lines', () => {
  // Seen in forms: a text from a slide is refused for characters that nobody can see to remove.
  test.each(BREAKS.map((point) => [hex(point), point] as const))(
    'real life: a line that was broken by %s is broken',
    (_name, point) => {
      const pasted = String.fromCodePoint(point)
      expect(optionalText(2000).parse(`one${pasted}two${pasted}`)).toBe('one\ntwo')
    },
  )
  test('2000 characters are accepted and no more', () => {
    expect(optionalText(2000).parse('x'.repeat(2000))).toHaveLength(2000)
    expect(code(optionalText(2000), 'x'.repeat(2001))).toBe('too_long')
  })
})

describe('email', () => {
  test.each([
    ['Aina@Example.COM', 'aina@example.com'],
    [' a+b@mail.example.my ', 'a+b@mail.example.my'],
    ["o'brien@x-y.co", "o'brien@x-y.co"],
    ['a@b.cd', 'a@b.cd'],
  ])('the address %j is accepted', (given, kept) => expect(email().parse(given)).toBe(kept))

  test.each([
    'aina',
    'aina@',
    '@example.com',
    'aina@example',
    'a b@example.com',
    'aina@exa mple.com',
    'aina@@example.com',
    'a@b@c.com',
    'aina@-example.com',
    'aina@example-.com',
    'aina@example..com',
    'aina@.example.com',
    '"aina"@example.com',
    'a@b.com,c@d.com',
    'a@b.com;c@d.com',
    'a@b.com, c@d.com',
    'aina@[127.0.0.1]',
    'aina@127.0.0.1:25',
    `${'x'.repeat(65)}@example.com`,
    'a(comment)@example.com',
    'a\\@example.com',
  ])('%j is none', (text) => expect(code(email(), text)).toBe('email'))

  test.each(['a@b.com\r\nBcc: all@example.com', 'a@b.com\nSubject: x', 'a@b.com%0aBcc:x\u2028'])(
    'no header can be smuggled in: %j',
    (text) => {
      expect(code(email(), text)).toMatch(/^(control|email)$/)
    },
  )

  test('a missing and a too long one are refused', () => {
    expect(code(email(), '')).toBe('required')
    expect(code(email(), `a@${'x.'.repeat(130)}com`)).toBe('too_long')
  })

  test('what is accepted has one @, no space, no separator of mail headers', () => {
    fc.assert(
      fc.property(
        fc.emailAddress(),
        (address) =>
          !email().safeParse(address).success ||
          /^[^\s@,;<>]+@[^\s@,;<>]+$/.test(email().parse(address)),
      ),
    )
  })

  // A pattern that backtracks would keep one request busy for minutes: text up to the body's limit
  // must be quick.
  test.each([
    'a@' + 'a-'.repeat(32_000),
    'a@' + 'a.'.repeat(32_000),
    'a'.repeat(64_000),
    `a@${'a'.repeat(64_000)}`,
    '@'.repeat(64_000),
  ])('hostile text is refused at once', (text) =>
    holdsInOneOfFour(async () => {
      const begun = performance.now()
      expect(email().safeParse(text).success).toBe(false)
      expect(optionalPhone().safeParse(text.replace(/\D/g, '1')).success).toBe(false)
      expect(performance.now() - begun).toBeLessThan(500)
    }),
  )
})

describe('phone', () => {
  test.each(['+60 12-345 6789', '0123456789', '(03) 2141 2345', '+65.6123.4567', '012 345 67 89'])(
    '%j is one',
    (text) => expect(optionalPhone().parse(text)).toBe(text),
  )
  test.each([
    '12345',
    'abc',
    '+',
    '++60123456789',
    '012345678a',
    '0'.repeat(31),
    '0123456789\n'.repeat(2),
  ])('%j is none', (text) =>
    expect(code(optionalPhone(), text)).toMatch(/^(phone|too_long|control)$/),
  )
  test.each(['', ' ', null, undefined])('%j is left out', (value) =>
    expect(optionalPhone().parse(value)).toBeNull(),
  )
})
