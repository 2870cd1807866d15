// The font library sets Tamil, Thai, Jawi and emoji as browsers and phones do: the same glyphs in
// the same order as HarfBuzz.
import { execFileSync } from 'node:child_process'
import { shaped, wrapped, type TextLine } from '@/lib/lettering/lines'
import { SCRIPTS } from '@/tests/support/scripts'

const lineOf = (text: string): TextLine =>
  wrapped(text, { weight: 'plain', size: 10 }, { width: Infinity })[0] ?? { runs: [], width: 0 }

const harfBuzz = (file: string, texts: string[]): number[][] =>
  JSON.parse(
    execFileSync(process.execPath, ['tests/support/harfbuzz.mjs'], {
      input: JSON.stringify([`node_modules/${file}`, texts]),
      encoding: 'utf8',
    }),
  ) as number[][]

// Above a tall letter with a sign below, the tone mark stands a little more to the left. And a joiner
// that is never drawn.
const OTHERWISE = /[ปฝฟฬ][ฺุู][่้๊๋์]|\u034f/
const JAWI = [...'ابتثجحخدذرزسشصضطظعغفقكلمنهويىةءأإؤئآچڠڤݢڽۏکڬ']
const CASES: [string, string, string[]][] = [
  [
    'Tamil',
    'noto-sans-tamil/400Regular/NotoSansTamil_400Regular.ttf',
    [...SCRIPTS.Tamil, 'முத்துசாமி', 'கிருஷ்ணன்', 'சௌந்தர்யா', 'தமிழ்ச்செல்வன்', 'நூல்'],
  ],
  [
    'Thai',
    'noto-sans-thai/400Regular/NotoSansThai_400Regular.ttf',
    [...SCRIPTS.Thai, 'น้ำฝน', 'กรุงเทพฯ', 'ฝั่ง', 'เก้าอี้'],
  ],
  [
    'Jawi',
    'noto-sans-arabic/400Regular/NotoSansArabic_400Regular.ttf',
    [
      ...JAWI.flatMap((one) => JAWI.map((two) => one + two + one)),
      ...['محمد', 'ڤولاو', 'كوالا', 'سڠکورڠ', 'لا', 'بِسْمِ', 'الرَّحْمَٰنِ', 'ﷺ'],
    ],
  ],
  [
    'emoji',
    'noto-emoji/400Regular/NotoEmoji_400Regular.ttf',
    SCRIPTS.emoji.map((one) => one.replaceAll('\ufe0f', '')),
  ],
  [
    'Latin',
    'noto-sans/400Regular/NotoSans_400Regular.ttf',
    SCRIPTS['Latin letters with every combining mark'].map((one) => one.normalize('NFC')),
  ],
]

test.each(CASES)('%s is set with the glyphs that HarfBuzz chooses', (_, file, texts) => {
  const path = `@expo-google-fonts/${file}`
  const name = file.replace(/^.*\/|\.\w+$/g, '')
  const own = texts.map((text) => ({ text, runs: lineOf(text).runs }))
  // What another font draws as well, such as a digit, is not about this one.
  const here = own.filter(({ runs }) => runs.length === 1 && runs[0]?.face.name === name)
  expect(here.length).toBeGreaterThan(texts.length * 0.6)
  const theirs = harfBuzz(
    path,
    here.map(({ text }) => text),
  )
  const different = here.filter(({ runs }, index) => {
    const [run] = runs
    return (
      run &&
      shaped(run)
        .glyphs.map(({ id }) => id)
        .join() !== theirs[index]?.join()
    )
  })
  expect(different.map(({ text }) => text).filter((text) => !OTHERWISE.test(text))).toEqual([])
})
