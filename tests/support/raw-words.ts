// Keys of the dictionary and words of the program, where a reader should find words of their language.
import type { Page } from '@playwright/test'
import { AUDITED_WORDS } from './program-words'
import { wordsOf, type Language } from './words'

type Tree = { [key: string]: string | Tree }

function pathsOf(tree: Tree, prefix = ''): string[] {
  return Object.entries(tree).flatMap(([key, value]) => {
    const path = prefix + key
    return typeof value === 'string' ? [path] : [path, ...pathsOf(value, `${path}.`)]
  })
}

/** All that a dictionary says. */
export const sentencesOf = (tree: Tree): string[] =>
  Object.values(tree).flatMap((value) => (typeof value === 'string' ? [value] : sentencesOf(value)))

const PATHS = new Set(pathsOf(wordsOf('en')))
// A namespace is left away where a component has one of its own.
const ENDS = new Set(
  [...PATHS].flatMap((path) => {
    const keys = path.split('.')
    return keys.map((_, from) => keys.slice(from).join('.'))
  }),
)
const CAMEL = new Set([...ENDS].filter((key) => /^[a-z]+([A-Z][a-z]*)+$/.test(key)))

/** Words of the program that no sentence of this language has. */
const wordsOfProgram = (language: Language): ReadonlySet<string> => {
  const known = sentencesOf(wordsOf(language)).join('\n')
  return new Set(AUDITED_WORDS.filter((word) => !new RegExp(`\\b${word}\\b`).test(known)))
}
const ofProgram = {
  // In English many of them are words.
  en: new Set<string>(),
  ms: wordsOfProgram('ms'),
  zh: wordsOfProgram('zh'),
}

/** What of a text nobody wrote for a reader. */
export function rawWords(text: string, language: Language): string[] {
  const plain = text.replace(
    /\b(?:https?:\/\/|www\.)\S+|\S+@\S+|\S+\.(?:pdf|ics|csv|xlsx|zip)\b/g,
    ' ',
  )
  const keys = plain.match(/[a-z]\w*(?:\.[A-Za-z][\w-]*)+/g) ?? []
  return [
    ...keys.filter((key) => ENDS.has(key)),
    ...(plain.match(/(?<![\w/.-])[a-z]+(?:_[a-z]+)+(?![\w/.-])/g) ?? []),
    ...(plain.match(/(?<![\w/.-])[a-z]+(?:[A-Z][a-z]*)+(?![\w/.-])/g) ?? []).filter((word) =>
      CAMEL.has(word),
    ),
    // Alone, or between the signs that stand around a value: people write sentences with these words.
    ...plain.split(/[\n→·,:：，、]+/).flatMap((part) => {
      const word = part.trim()
      return ofProgram[language].has(word) ? [word] : []
    }),
  ]
}

/** Visible text, and what readers hear or see of its attributes. */
const readable = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const found = [document.title, document.body.innerText]
    for (const element of document.body.querySelectorAll('*'))
      for (const name of ['title', 'placeholder', 'aria-label', 'alt', 'aria-description'])
        if (element.getAttribute(name)) found.push(element.getAttribute(name) ?? '')
    return found
  })

/** A page that leads on by itself is read where it leads. */
async function readSettled(page: Page, attempts = 5): Promise<string[]> {
  try {
    return await readable(page)
  } catch (error) {
    if (attempts <= 1) throw error
    await page.waitForLoadState()
    return readSettled(page, attempts - 1)
  }
}

/** On the page as it stands. */
export async function rawWordFaults(page: Page, language: Language): Promise<string[]> {
  const texts = await readSettled(page)
  return [...new Set(texts.flatMap((text) => rawWords(text, language)))]
}
