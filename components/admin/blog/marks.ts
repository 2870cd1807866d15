// The toolbar's changes to a text and its selection. Pure.

export type Mark = 'bold' | 'italic' | 'heading' | 'link' | 'list' | 'numbers' | 'quote' | 'image'
type Selected = { text: string; from: number; to: number }

const AROUND: Partial<Record<Mark, readonly [string, string]>> = {
  bold: ['**', '**'],
  italic: ['*', '*'],
  link: ['[', '](https://)'],
  image: ['![', '](https://)'],
}
const BEFORE: Partial<Record<Mark, (index: number) => string>> = {
  heading: () => '## ',
  list: () => '- ',
  quote: () => '> ',
  numbers: (index) => `${index + 1}. `,
}

/** What of a text gives way to what, so that it becomes `after`. */
export function replaced(before: string, after: string) {
  let from = 0
  while (from < before.length && before[from] === after[from]) from++
  let same = 0
  const most = Math.min(before.length, after.length) - from
  while (same < most && before.at(-1 - same) === after.at(-1 - same)) same++
  return { from, to: before.length - same, by: after.slice(from, after.length - same) }
}

/**
 * The text with `mark` put around the selection, or before each line it touches; `sample` where
 * nothing is selected.
 */
export function marked(mark: Mark, { text, from, to }: Selected, sample: string): Selected {
  const around = AROUND[mark]
  if (around) {
    const inner = text.slice(from, to) || sample
    const start = from + around[0].length
    return {
      text: text.slice(0, from) + around[0] + inner + around[1] + text.slice(to),
      from: start,
      to: start + inner.length,
    }
  }
  const begin = text.lastIndexOf('\n', from - 1) + 1
  const next = text.indexOf('\n', to)
  const end = next < 0 ? text.length : next
  const lines = (text.slice(begin, end) || sample)
    .split('\n')
    .map((line, index) => (BEFORE[mark]?.(index) ?? '') + line)
  const changed = lines.join('\n')
  return {
    text: text.slice(0, begin) + changed + text.slice(end),
    from: begin,
    to: begin + changed.length,
  }
}
