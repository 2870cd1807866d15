import type { Page } from '@playwright/test'

/**
 * What keeps text of the page, as it stands, from being read: wider than the window, cut off, past
 * its box, over a control. Empty when nothing does.
 */
export const textFaults = (page: Page): Promise<string[]> => page.evaluate(faultsInPage)

// Runs in the page.
function faultsInPage(): string[] {
  const faults: string[] = []
  const root = document.documentElement
  const said = (text: string) => JSON.stringify(text.trim().replace(/\s+/g, ' ').slice(0, 60))
  const tag = (element: Element) =>
    `<${element.tagName.toLowerCase()} class="${element.className}">`
  const hides = (value: string) => value === 'hidden' || value === 'clip'
  const seen = (element: Element) =>
    element.checkVisibility({ opacityProperty: true, visibilityProperty: true })

  if (root.scrollWidth > root.clientWidth) {
    const wide = [...document.body.querySelectorAll('*')].find(
      (element) => element.getBoundingClientRect().right > root.clientWidth + 1,
    )
    faults.push(
      `horizontal overflow: ${root.scrollWidth} px in a window of ${root.clientWidth}, by ${wide ? tag(wide) : 'nothing'}`,
    )
  }

  const overlap = (from: number, to: number, start: number, end: number) =>
    Math.min(to, end) - Math.max(from, start)
  // What floats over the page, or sticks to the window's edge, covers what it passes.
  const layer = (element: Element | null): Element | null =>
    element && !['fixed', 'sticky'].includes(getComputedStyle(element).position)
      ? layer(element.parentElement)
      : element
  // A link stretched over its card, or a control laid over a picture, covers text on purpose.
  const covers = (element: Element) =>
    [null, '::before', '::after'].some(
      (part) => getComputedStyle(element, part).position === 'absolute',
    )
  const boxed = (element: Element) =>
    parseFloat(getComputedStyle(element).borderTopWidth) > 0 ||
    getComputedStyle(element).backgroundColor !== 'rgba(0, 0, 0, 0)'
  const controls = [
    ...document.querySelectorAll(
      'a, button, select, textarea, input:not([type=radio], [type=checkbox])',
    ),
  ]
    .filter((element) => seen(element) && boxed(element) && !covers(element))
    .map((element) => ({ element, layer: layer(element), boxes: [...element.getClientRects()] }))

  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    const element = node.parentElement
    const text = node.textContent ?? ''
    if (
      !element ||
      !text.trim() ||
      element.closest('[data-truncate], script, style, noscript, option')
    )
      continue
    if (!seen(element)) continue
    const range = document.createRange()
    range.selectNodeContents(node)
    const box = range.getBoundingClientRect()
    let readers = false
    for (
      let around: Element | null = element;
      around && around !== document.body;
      around = around.parentElement
    ) {
      const frame = around.getBoundingClientRect()
      readers = frame.width <= 1 || frame.height <= 1 // text for screen readers only
      if (readers) break
      const style = getComputedStyle(around)
      const wide = box.left < frame.left - 1 || box.right > frame.right + 1
      const high = box.top < frame.top - 2 || box.bottom > frame.bottom + 2
      if ((hides(style.overflowX) && wide) || (hides(style.overflowY) && high)) {
        faults.push(`clipped text ${said(text)} in ${tag(around)}`)
        break
      }
      if (
        !['auto', 'scroll'].includes(style.overflowX) &&
        style.display !== 'inline' &&
        wide &&
        boxed(around)
      ) {
        faults.push(`text ${said(text)} past ${tag(around)}`)
        break
      }
      if (style.position === 'fixed' || ['auto', 'scroll'].includes(style.overflowX)) break
    }
    if (readers) continue
    const at = layer(element)
    const lines = [...range.getClientRects()]
    const met = controls.find(
      (control) =>
        control.layer === at &&
        !control.element.contains(element) &&
        lines.some((line) =>
          control.boxes.some(
            (box) =>
              overlap(line.left, line.right, box.left, box.right) > 1 &&
              overlap(line.top, line.bottom, box.top, box.bottom) > 2,
          ),
        ),
    )
    if (met) faults.push(`text ${said(text)} over ${tag(met.element)}`)
  }
  return faults
}
