// What the translator of a browser does to a page, so that tests can see what the page makes of it.
import type { BrowserContext, Page } from '@playwright/test'

/** What the translator tells a test. */
export type Translator = {
  /** Texts on the page that the page has changed since, without anybody seeing it. */
  stale(): string[]
  stop(): void
}

declare global {
  interface Window {
    translator?: Translator | undefined
    translatePage?: typeof translatePage
  }
}

/**
 * Imitates the translator that is built into Chrome: each text node is replaced by the translation
 * in two font elements, now and whenever text is added, except where the page forbids it. React
 * goes on with the nodes that it made, which are no longer on the page.
 *
 * The translation is the text and a zero-width space: names are matched without it, so that a test
 * finds by its words what a person would find by the translated ones.
 *
 * Runs in the page, so it must not use anything outside it.
 */
export function translatePage(): Translator {
  const KEPT = 'script, style, title, noscript, textarea, svg, [translate="no"], .notranslate'
  const translated = new WeakMap<Node, string>()
  const originals: { text: Text; was: string; shown: Element }[] = []

  const replace = (text: Text) => {
    const { data, parentElement } = text
    if (data === '' || !parentElement || parentElement.closest(KEPT)) return
    if (translated.get(text) === data) return
    const [shown, inner, words] = [
      document.createElement('font'),
      document.createElement('font'),
      document.createTextNode(data.trim() === '' ? data : `${data}\u200b`),
    ]
    for (const font of [shown, inner]) font.style.verticalAlign = 'inherit'
    translated.set(words, words.data)
    inner.append(words)
    shown.append(inner)
    text.replaceWith(shown)
    originals.push({ text, was: data, shown })
  }
  const replaceIn = (root: Node) => {
    if (root instanceof Text) return replace(root)
    const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT)
    const texts: Text[] = []
    while (walker.nextNode()) texts.push(walker.currentNode as Text)
    texts.forEach(replace)
  }
  const observer = new MutationObserver((changes) => {
    for (const { type, target, addedNodes } of changes)
      if (type === 'characterData') replaceIn(target)
      else addedNodes.forEach((node) => node.isConnected && replaceIn(node))
  })

  const page = document.documentElement
  page.lang = 'fr'
  page.classList.add('translated-ltr')
  replaceIn(document.body)
  observer.observe(document.body, { childList: true, characterData: true, subtree: true })
  return {
    stale: () =>
      originals
        .filter(({ text, was, shown }) => shown.isConnected && text.data !== was)
        .map(({ text, was }) => `“${was}” is shown, “${text.data}” is meant`),
    stop: () => {
      observer.disconnect()
      page.classList.remove('translated-ltr')
    },
  }
}

/** Runs in the page: translates it as soon as its code runs, or before. */
function translateWhen(when: 'loaded' | 'early') {
  if (window !== window.top) return
  type State = { isDehydrated?: boolean; dehydrated?: unknown } | null
  type Fiber = { memoizedState: State; child: Fiber | null; sibling: Fiber | null }
  // React notes on its root, and on each part that comes to life by itself, whether it still has to.
  const waits = (fiber: Fiber | null): boolean => {
    for (let next = fiber; next; next = next.sibling)
      if (next.memoizedState?.isDehydrated || next.memoizedState?.dehydrated || waits(next.child))
        return true
    return false
  }
  const isAlive = () => {
    const key = Object.keys(document).find((name) => name.startsWith('__reactContainer'))
    const root = (document as unknown as Record<string, { stateNode: { current: Fiber } }>)[
      key ?? ''
    ]
    return root !== undefined && !waits(root.stateNode.current)
  }
  const start = () => {
    if (when === 'loaded' && !isAlive()) setTimeout(start, 50)
    else window.translator = window.translatePage?.()
  }
  document.addEventListener('DOMContentLoaded', start)
}

/** Every page of this browser is translated, from its next address on. */
export async function translatePages(
  context: BrowserContext,
  when: 'loaded' | 'early',
): Promise<void> {
  await context.addInitScript(`window.translatePage = ${String(translatePage)}`)
  await context.addInitScript(translateWhen, when)
}

/** Waits until the page is translated. */
export const translatedPage = (page: Page) =>
  page.waitForFunction(() => window.translator !== undefined)

/** Texts on the page that are not what the page means to show. */
export const staleTexts = async (page: Page): Promise<string[]> =>
  page.evaluate(() => window.translator?.stale() ?? [])
