import * as fc from 'fast-check'
import { memberSignInShape } from '@/lib/auth/schema'
import { footageBody } from '@/lib/orders/schema'
import { codeIn } from '@/lib/ordinary'
import { email, textLine, linkOf, optionalLine, optionalPhone, optionalUrl, tin } from '@/lib/text'

const fault = (
  shape: { safeParse(value: unknown): { error?: { issues: { message: string }[] } | undefined } },
  typed: unknown,
) => shape.safeParse(typed).error?.issues[0]?.message

// Seen in the contacts of phones, chats, PDF files and Chinese keyboards: what is pasted looks like
// the example and is refused.
describe('real life: a phone number is read as it looks', () => {
  test.each([
    ['\u202a+60 12-345 6789\u202c', '+60 12-345 6789'],
    ['\u2068012\u2011345\u202f6789\u2069', '012-345 6789'],
    ['\u200e012\u2013345\u00a06789\u200f', '012-345 6789'],
    ['\u200b012\u2212345\u30006789\ufeff', '012-345 6789'],
    ['０１２－３４５　６７８９', '012-345 6789'],
    ['＋６０１２３４５６７８９', '+60123456789'],
    ['٠١٢-٣٤٥ ٦٧٨٩', '012-345 6789'],
    ['012\u2014345\u20096789', '012-345 6789'],
    ['tel:+60123456789', '+60123456789'],
    ['012\t345\t6789', '012 345 6789'],
    [`${'\u200b'.repeat(40)}0123456789`, '0123456789'],
  ])('%j', (typed, kept) => expect(optionalPhone().parse(typed)).toBe(kept))

  test.each(['call me', '12', '012-345\n6789', '²³', '0'.repeat(31)])('%j is refused', (typed) =>
    expect(fault(optionalPhone(), typed)).toMatch(/^(phone|too_long|control)$/),
  )

  test('nothing but marks is no number', () =>
    expect(optionalPhone().parse('\u200b\u2066')).toBeNull())
})

// Seen in mails with a code in a sentence, and in keyboards that type full-width digits.
describe('real life: a code is found in what was pasted', () => {
  test.each([
    ['434701', '434701'],
    ['434 701', '434701'],
    ['434-701', '434701'],
    ['\u202a4 3 4 7 0 1\u202c', '434701'],
    ['４３４７０１', '434701'],
    ['Valid 10 minutes: 434701', '434701'],
    ['434701 is your code, valid until 16:30 on 2026-11-25.', '434701'],
    ['Your code: 434 701. Valid for 10 minutes', '434701'],
    ['验证码：434701，10分钟内有效', '434701'],
    ['Kod anda ialah 434701\n', '434701'],
  ])('%j', (typed, code) => {
    expect(codeIn(typed, 6)).toBe(code)
    expect(memberSignInShape.parse({ email: 'a@example.com', code: typed }).code).toBe(code)
  })

  test.each([
    '',
    '43470',
    '4347011',
    '123456 or 654321',
    'RM 123456.00',
    'Valid 10 minutes',
    'abc123456789',
  ])('%j has none, and costs no try', (typed) => {
    expect(codeIn(typed, 6)).toBeNull()
    expect(fault(memberSignInShape, { email: 'a@example.com', code: typed })).toBe('code')
  })

  test('what it finds is always six plain digits', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 60 }), (typed) => {
        expect(codeIn(typed, 6) ?? '000000').toMatch(/^[0-9]{6}$/)
      }),
    )
  })
})

// Seen in shops that send to addresses no server takes: accepted, paid for, never written to.
describe('real life: an email address is one that a server takes', () => {
  test.each([
    ['jane@ex\u200bample.com', 'jane@example.com'],
    ['\u2068jane@example.com\u2069', 'jane@example.com'],
    ['ｊａｎｅ＠ｅｘａｍｐｌｅ．ｃｏｍ', 'jane@example.com'],
    ['jane@example。com', 'jane@example.com'],
    ['j.a-n_e+x@mail.example.com.my', 'j.a-n_e+x@mail.example.com.my'],
    ['jane@xn--fiqs8s.xn--fiqs8s', 'jane@xn--fiqs8s.xn--fiqs8s'],
  ])('%j', (typed, kept) => expect(email().parse(typed)).toBe(kept))

  test.each([
    'jane..x@example.com',
    '.jane@example.com',
    'jane.@example.com',
    'jane@example..com',
    'jane@.example.com',
    'jane@-example.com',
    'jane@example-.com',
    `jane@${'a'.repeat(64)}.com`,
    'jane@192.168.1.1',
    'jane@example.c',
    'jane@example.123',
    `${'a'.repeat(65)}@example.com`,
    'ja ne@example.com',
    'jane@@example.com',
  ])('%j is refused', (typed) => expect(fault(email(), typed)).toBe('email'))
})

// Seen in chats and mails, from which links are pasted with the sentence around them.
describe('real life: a link is kept without what sticks to it', () => {
  const links = (text: string) => footageBody.parse({ footageLinks: text }).footageLinks
  test.each([
    ['https://drive.google.com/x,', ['https://drive.google.com/x']],
    ['https://drive.google.com/x.', ['https://drive.google.com/x']],
    ['https://drive.google.com/x。', ['https://drive.google.com/x']],
    ['https://drive.google.com/x请查收', ['https://drive.google.com/x']],
    [
      'https://drive.google.com/x，https://we.tl/y；',
      ['https://drive.google.com/x', 'https://we.tl/y'],
    ],
    ['https://drive.google.com/x\nhttps://drive.google.com/x,', ['https://drive.google.com/x']],
    ['\u202ahttps://drive.google.com/\u202ex\u202c', ['https://drive.google.com/x']],
    ['<https://drive.google.com/x>', ['https://drive.google.com/x']],
    ['(https://drive.google.com/x)', ['https://drive.google.com/x']],
    ['https://en.wikipedia.org/wiki/A_(b)', ['https://en.wikipedia.org/wiki/A_(b)']],
    ['https://files.example.com/影片.mp4', ['https://files.example.com/影片.mp4']],
    ['https://a.example/xhttps://b.example/y', ['https://a.example/x', 'https://b.example/y']],
    ['', []],
  ])('%j', (typed, kept) => {
    expect(links(typed)).toEqual(kept)
    // What is stored is stored the same when it is sent again.
    expect(links(kept.join('\n'))).toEqual(kept)
  })

  test.each([
    'https://drive.google.com@evil.example/x',
    'https://user:pass@evil.example/x',
    'https://localhost/x',
    'http://drive.google.com/x',
    'javascript:alert(1)',
    '请查收',
  ])('%j is refused', (typed) => expect(fault(footageBody, { footageLinks: typed })).toBe('links'))

  test('the owner’s links too', () => {
    expect(optionalUrl().parse('\u200bhttps://we.tl/x, ')).toBe('https://we.tl/x')
    expect(fault(optionalUrl(), 'https://we.tl@evil.example/')).toBe('url')
  })

  test('reading a link twice changes nothing, and no invisible mark is left', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 60 }), (typed) => {
        const once = linkOf(typed)
        expect(once).not.toMatch(/[\u200b-\u200f\u202a-\u202e\u2066-\u2069]/)
        expect(linkOf(once)).toBe(once)
      }),
    )
  })
})

// Seen in forms that trim blanks only: "Hello ,".
describe('real life: a name has something to be seen', () => {
  test.each([
    '\u200b',
    '\u200b \u2060',
    '\u3164',
    '\u115f\u1160',
    '\u2800',
    '\u00ad',
    '\ufeff\u200d',
    '\u0301',
  ])('%j is missing', (typed) => {
    expect(fault(textLine(80), typed)).toBe('required')
    expect(optionalLine(80).parse(typed)).toBeNull()
  })
  test.each(['陈', 'நந்தினி', 'عائشة', '👩‍👩‍👧', 'é', '1'])('%s is a name', (typed) =>
    expect(textLine(80).parse(typed)).toBe(typed),
  )
})

test('a tax number is read in full-width letters too', () =>
  expect(tin().parse('ＩＧ１２３４５６７８９０')).toBe('IG1234567890'))
