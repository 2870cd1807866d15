import type { Page } from '@playwright/test'
import type { Language } from './words'

// Names and words of the trade that no line ends inside of, whatever a dictionary says.
const KEPT = ['武吉免登', '吉隆坡', '录音室', '录制', '配套']
const LETTERS = /^\p{L}$/u
const segmenter = new Intl.Segmenter('zh', { granularity: 'word' })

/** Headings, and the names in the list of services, with a line that ends inside a word. */
export async function brokenWords(page: Page, language: Language): Promise<string[]> {
  const titles = await page.evaluate(titlesInPage)
  return titles.flatMap(({ text, breaks }) =>
    breaks
      .filter((at) => (language === 'zh' ? isInsideChinese : isInside)(text, at))
      .map((at) => `${text.slice(0, at)}|${text.slice(at)}`),
  )
}

/** A word with a hyphen, such as a doubled one of Malay, is one. */
const isInside = (text: string, at: number): boolean => {
  const before = text.slice(0, at).replace(/-$/, '').at(-1) ?? ''
  return LETTERS.test(before) && LETTERS.test(text.charAt(at))
}

function isInsideChinese(text: string, at: number): boolean {
  const isIn = (start: number, length: number) => start < at && at < start + length
  const keeps = KEPT.some((word) =>
    [...text.matchAll(new RegExp(word, 'g'))].some(({ index }) => isIn(index, word.length)),
  )
  const edges = KEPT.flatMap((word) =>
    [...text.matchAll(new RegExp(word, 'g'))].flatMap(({ index }) => [index, index + word.length]),
  )
  const inWord = [...segmenter.segment(text)].some(
    ({ segment, index, isWordLike }) => isWordLike && isIn(index, segment.length),
  )
  return keeps || (inWord && !edges.includes(at))
}

// Runs in the page.
function titlesInPage(): { text: string; breaks: number[] }[] {
  const titles = document.querySelectorAll('h1, h2, h3, [id^="service-"][id$="-name"]')
  return [...titles]
    .filter((title) => title.checkVisibility({ visibilityProperty: true }))
    .map((title) => {
      let text = ''
      let last: number | null = null
      const breaks: number[] = []
      const walker = document.createTreeWalker(title, NodeFilter.SHOW_TEXT)
      for (let node = walker.nextNode(); node; node = walker.nextNode()) {
        const content = node.textContent ?? ''
        for (let at = 0; at < content.length; at++) {
          const range = document.createRange()
          range.setStart(node, at)
          range.setEnd(node, at + 1)
          const box = range.getClientRects()[0]
          if (box && box.width > 0) {
            if (last !== null && box.top > last + box.height / 2) breaks.push(text.length)
            last = box.top
          }
          text += content.charAt(at)
        }
      }
      return { text, breaks }
    })
}
