// The characters of the scripts that people in Malaysia write names, companies and titles in.

const between = (from: number, to: number): string[] =>
  Array.from({ length: to - from + 1 }, (_, index) => String.fromCodePoint(from + index)).filter(
    (character) => /[^\p{C}\p{Z}]/u.test(character),
  )

/** The characters of the two-byte rows `from` to `to` of an encoding, without private ones. */
function rows(encoding: string, from: number, to: number): string[] {
  const decoder = new TextDecoder(encoding)
  const characters = new Set<string>()
  for (let row = from; row <= to; row++)
    for (let cell = 0x40; cell <= 0xfe; cell++)
      for (const character of decoder.decode(Uint8Array.of(row, cell)))
        if (/\p{Script=Han}/u.test(character)) characters.add(character)
  return [...characters]
}

const MARKS = between(0x300, 0x36f)
const BASES = [...'AaCcDdEeGgHhIiLlNnOoRrSsTtUuWwYyZzƯưƠơ']
const TAMIL_VOWELS = ['', ...'ாிீுூெேைொோௌ்']
const THAI_MARKS = ['', ...'ัิีึืฺุู็', 'ำ']
const THAI_TONES = ['', ...'่้๊๋์']
const FLAG = 0x1f1e6

/** Graphemes by script. */
export const SCRIPTS = {
  Latin: [...between(0x21, 0x24f), ...between(0x1e00, 0x1eff)],
  'Latin letters with every combining mark': BASES.flatMap((base) =>
    MARKS.map((mark) => base + mark),
  ),
  'Chinese, traditional (Big5)': [...rows('big5', 0xa4, 0xc6), ...rows('big5', 0xc9, 0xf9)],
  'Chinese, simplified (GB 2312)': rows('gb18030', 0xb0, 0xf7).filter((one) => one >= '\u4e00'),
  Tamil: [
    ...between(0xb82, 0xbfa),
    ...[...'கஙசஞடணதநபமயரலவழளறனஜஶஷஸஹ', 'க்ஷ', 'ஸ்ர'].flatMap((letter) =>
      TAMIL_VOWELS.map((vowel) => letter + vowel),
    ),
  ],
  Thai: [
    ...between(0xe01, 0xe5b),
    ...between(0xe01, 0xe2e).flatMap((letter) =>
      THAI_MARKS.flatMap((mark) =>
        THAI_TONES.map((tone) => (mark === 'ำ' ? letter + tone + mark : letter + mark + tone)),
      ),
    ),
  ],
  'Jawi and Arabic': [...between(0x600, 0x6ff), ...between(0x750, 0x77f)],
  'Greek and Cyrillic': [...between(0x370, 0x3e1), ...between(0x400, 0x52f)],
  'signs on a keyboard': [
    ...between(0xa1, 0xbf),
    ...between(0x2010, 0x205e),
    ...between(0x20a0, 0x20c0),
  ],
  'Chinese punctuation and full-width forms': [
    ...between(0x3001, 0x303f),
    ...between(0xff01, 0xff60),
  ],
  emoji: [
    ...[...between(0x2190, 0x2bff), ...between(0x1f000, 0x1faff)].filter((one) =>
      /\p{Emoji}/u.test(one),
    ),
    ...[...'0123456789#*'].map((key) => `${key}\ufe0f\u20e3`),
    ...Array.from({ length: 676 }, (_, index) =>
      String.fromCodePoint(FLAG + Math.floor(index / 26), FLAG + (index % 26)),
    ),
    ...['❤️', '❤️‍🔥', '👩🏽‍💻', '👨‍👩‍👧', '🏳️‍🌈', '🏴󠁧󠁢󠁥󠁮󠁧󠁿', '🧑🏿‍🤝‍🧑🏻', '™️', '☎️', '㊗️'],
  ],
} satisfies Record<string, string[]>
