import fc from 'fast-check'
import { SCRIPTS } from '@/tests/support/scripts'
import { shaped, wrapped, type TextLine, type Style } from '@/lib/lettering/lines'

const PLAIN: Style = { weight: 'plain', size: 10 }
const line = (text: string, style = PLAIN): TextLine =>
  wrapped(text, style, { width: Infinity })[0] ?? { runs: [], width: 0 }
const written = ({ runs }: TextLine) => runs.map(({ text }) => text).join('')
const fonts = ({ runs }: TextLine) => runs.map(({ face }) => face.name)
const isDrawn = (text: string, style = PLAIN) => {
  const { runs, width } = line(text, style)
  return (
    width >= 0 &&
    runs.length > 0 &&
    runs.every(
      (run) => !run.text.includes('\ufffd') && shaped(run).glyphs.every(({ id }) => id > 0),
    )
  )
}

describe('real life: names in the scripts of Malaysia', () => {
  // Seen in invoicing and booking systems behind which PDFs had empty boxes in names.
  test.each(Object.entries(SCRIPTS))(
    'every grapheme is drawn by a font that has it: %s',
    (_, all) => {
      expect(all.length).toBeGreaterThan(90)
      const spellings = [...new Set(all.flatMap((one) => [one, one.normalize('NFD')]))]
      expect(spellings.filter((one) => !isDrawn(one))).toEqual([])
    },
  )

  test.each(['strong', 'display'] as const)(
    'the names of issue reports are drawn in %s',
    (weight) => {
      const names = [
        'Nguyễn Thị Hương',
        'œ ½',
        '晟 樊',
        '大華音樂企業有限公司',
        'முத்துசாமி',
        'น้ำฝน',
        'چڠݢڽ',
        '🇲🇾❤️',
      ]
      expect(names.filter((name) => !isDrawn(name, { weight, size: 40 }))).toEqual([])
    },
  )
})

test('a decomposed name is drawn as the composed one', () =>
  expect(line('Nguyễn É'.normalize('NFD'))).toEqual(line('Nguyễn É')))

test('a line with a letter that the brand’s font lacks has all Latin letters in one font', () => {
  expect(fonts(line('Nguyễn Thị'))).toEqual(['NotoSans_400Regular'])
  expect(fonts(line('Hashim Śś'))).toEqual(['InstrumentSans_400Regular'])
})

test('a character that no font has is drawn as a visible substitute', () => {
  for (const text of ['\u{10ffff}', '\u0378', '\u{20bb7}', '\ud800', '\u0007', 'a\u{10ffff}\u0301'])
    expect([text, written(line(text))]).toEqual([text, expect.stringContaining('\ufffd')])
  expect(line('\u{10ffff}').width).toBeGreaterThan(3)
})

test('characters that only say how others are drawn leave no box', () => {
  expect(written(line('a\u200bb\u00adc\u2060\ufeff\ufe0f\u{e0101}'))).toBe('abc')
  expect(wrapped('\u200b\u3164', PLAIN, { width: 100 }).flatMap(({ runs }) => runs)).toEqual([])
})

test('right-to-left words stand in their order from the right, with brackets turned', () => {
  const runs = line('Kedai عبد الله (علي) 12').runs
  expect(runs.map(({ text, direction }) => [text.trim(), direction === 'rtla'])).toEqual([
    ['Kedai', false],
    ['12', false],
    [')', true],
    ['علي', true],
    ['(', true],
    ['الله', true],
    ['', true],
    ['عبد', true],
  ])
  const bracket = runs[2]
  const opening = bracket?.face.font.glyphForCodePoint(0x28).id
  expect(bracket && shaped(bracket).glyphs.at(-1)?.id).toBe(opening)
})

test('no text makes it fail, and none leaves an empty box', () => {
  const arabic = fc.integer({ min: 0x600, max: 0x8ff }).map((code) => String.fromCodePoint(code))
  const thai = fc.integer({ min: 0xe00, max: 0xe7f }).map((code) => String.fromCodePoint(code))
  const any = fc.oneof(arabic, thai, fc.string({ unit: 'binary', maxLength: 1 }), fc.constant(' '))
  fc.assert(
    fc.property(fc.array(any, { maxLength: 12 }), (characters) => {
      const runs = wrapped(characters.join(''), PLAIN, { width: 60 }).flatMap((one) => one.runs)
      expect(runs.flatMap((run) => shaped(run).glyphs).filter(({ id }) => id === 0)).toEqual([])
    }),
  )
})

describe('wrapping', () => {
  const style: Style = { weight: 'display', size: 54 }
  const texts = [
    'A very long title about nothing in particular that goes on and on until it must be broken',
    'Donaudampfschifffahrtselektrizitätenhauptbetriebswerkbauunterbeamtengesellschaft'.repeat(3),
    '大華音樂企業有限公司，'.repeat(20),
    'عبد الله بن محمد '.repeat(12),
    'กรุงเทพมหานครอมรรัตนโกสินทร์'.repeat(6),
    '👨‍👩‍👧'.repeat(80),
    'Nguyễn Thị Hương '.repeat(10),
  ]

  test.each(texts)('no line of %s is wider than its column, and nothing is lost', (text) => {
    const lines = wrapped(text, style, { width: 900 })
    for (const { width } of lines) expect(width).toBeLessThanOrEqual(900.5)
    const letters = (all: string) =>
      [...all.normalize('NFKD').replace(/[\s\ufe0f]/g, '')].sort().join('')
    expect(letters(lines.map(written).join(''))).toBe(letters(text))
  })

  test.each(texts)('of %s two lines are left where two are asked for, with an ellipsis', (text) => {
    const lines = wrapped(text, style, { width: 900, most: 2 })
    expect(lines).toHaveLength(2)
    for (const { width } of lines) expect(width).toBeLessThanOrEqual(900.5)
    expect(written(lines[1] ?? { runs: [], width: 0 })).toContain('…')
  })

  test('a text that fits is not shortened', () =>
    expect(wrapped('One line', style, { width: 900, most: 1 }).map(written)).toEqual(['One line']))
})
