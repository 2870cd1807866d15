const HAN = /\p{Script=Han}/u
// Names and words of the trade that the dictionary of the platform takes apart.
const WHOLE = /(武吉免登|吉隆坡|音频|视频|播客|录音室|录制|录音|配套|旁白|有声书)/

const segmenter = new Intl.Segmenter('zh', { granularity: 'word' })

const isOpening = (text: string): boolean => /^[（《「『【“‘(]+$/.test(text)
const isWord = (text: string): boolean => /[\p{L}\p{N}]/u.test(text)
const isSingle = (text: string): boolean => HAN.test(text) && [...text].length === 1

/**
 * A Chinese text in pieces that stay on one line each: its words, a single character with its
 * neighbour, punctuation with what it belongs to. Any other text is one piece.
 */
export function wordsIn(text: string): string[] {
  if (!HAN.test(text)) return [text]
  const words = text
    .split(WHOLE)
    .flatMap((part, index) =>
      index % 2 === 1 ? [part] : [...segmenter.segment(part)].map(({ segment }) => segment),
    )
  const pieces: string[] = []
  let begun = ''
  for (const [index, word] of words.entries()) {
    const next = words[index + 1] ?? ''
    const leads = isOpening(word) || (isSingle(word) && isWord(next) && begun.length < 2)
    const follows = !begun && (!isWord(word) || isSingle(word))
    if (leads) begun += word
    else {
      pieces.push((follows ? (pieces.pop() ?? '') : begun) + word)
      begun = ''
    }
  }
  return begun ? [...pieces, begun] : pieces
}
