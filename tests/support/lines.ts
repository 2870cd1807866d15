import type { Page } from '@playwright/test'

/** A visible line of text: where it stands on the page (CSS px), in which colour, and what is wrong with its place. */
export type Line = {
  text: string
  left: number
  top: number
  width: number
  height: number
  color: [red: number, green: number, blue: number, alpha: number]
  /** Behind it is a picture or a gradient, which axe cannot judge. */
  overPicture: boolean
  /** Part of it is cut off, runs past its box or lies under or over a control. */
  misplaced: string | null
}

// Runs in the page.
function linesInPage(root: Element): Line[] {
  const canvas = document.createElement('canvas').getContext('2d', { willReadFrequently: true })!
  const rgba = (color: string): Line['color'] => {
    canvas.clearRect(0, 0, 1, 1)
    canvas.fillStyle = color
    canvas.fillRect(0, 0, 1, 1)
    const [red = 0, green = 0, blue = 0, alpha = 0] = canvas.getImageData(0, 0, 1, 1).data
    return [red, green, blue, alpha / 255]
  }
  const seen = (element: Element) => element.checkVisibility({ visibilityProperty: true, opacityProperty: true })
  const ancestors = (element: Element | null): Element[] => (element && element !== document.body ? [element, ...ancestors(element.parentElement)] : [])
  const floats = (element: Element) => ancestors(element).find((each) => getComputedStyle(each).position === 'fixed')
  const meet = (one: DOMRect, other: DOMRect, by: number) =>
    Math.min(one.right, other.right) - Math.max(one.left, other.left) > by && Math.min(one.bottom, other.bottom) - Math.max(one.top, other.top) > by

  const pictures = [...document.images].filter(seen).map((image) => image.getBoundingClientRect())
  // A link stretched over its card covers text on purpose.
  const stretched = (element: Element) => ['::before', '::after'].some((pseudo) => getComputedStyle(element, pseudo).position === 'absolute')
  const controls = [...document.querySelectorAll('a, button, input:not([type=radio], [type=checkbox]), select, textarea')]
    .filter((element) => seen(element) && !element.closest('.sr-only') && getComputedStyle(element).position !== 'absolute' && !stretched(element))
    .map((element) => ({ element, rect: element.getBoundingClientRect(), floats: floats(element) }))

  const lines: Line[] = []
  const texts = document.createTreeWalker(root, NodeFilter.SHOW_TEXT)
  for (let node = texts.nextNode(); node; node = texts.nextNode()) {
    const parent = node.parentElement!
    const text = node.textContent?.trim().slice(0, 60)
    // Disabled controls are exempt (WCAG 1.4.3); what is for screen readers only has no letters.
    if (!text || !seen(parent) || parent.closest(':disabled, [aria-disabled=true], .sr-only')) continue
    const boxes = ancestors(parent).map((element) => ({ element, rect: element.getBoundingClientRect(), style: getComputedStyle(element) }))
    const color = rgba(getComputedStyle(parent).color)
    for (const { style } of boxes) color[3] *= Number(style.opacity)
    const gradient = boxes.some(({ style }) => style.backgroundImage !== 'none')
    const walls = boxes.filter(
      ({ style }) => style.display !== 'inline' && (style.overflowX !== 'visible' || parseFloat(style.borderLeftWidth) > 0 || style.backgroundColor !== 'rgba(0, 0, 0, 0)'),
    )
    const range = document.createRange()
    range.selectNodeContents(node)
    for (const rect of range.getClientRects()) {
      const { left, right, top, width, height } = rect
      if (width <= 1 || height <= 1) continue
      const wall = walls.find(({ rect: box }) => right > box.right + 1 || left < box.left - 1)
      const control = controls.find((each) => !each.element.contains(parent) && !parent.contains(each.element) && each.floats === floats(parent) && meet(rect, each.rect, 1))
      const misplaced = (wall && `past ${wall.element.outerHTML.slice(0, 80)}`) ?? (control && `meets ${control.element.outerHTML.slice(0, 80)}`) ?? null
      const overPicture = gradient || pictures.some((picture) => meet(rect, picture, 0))
      lines.push({ text, left: left + scrollX, top: top + scrollY, width, height, color, overPicture, misplaced })
    }
  }
  return lines
}

/** Every visible line of text in `part` ("main"), all pictures loaded. What sticks to the window's edge lies in its own place afterwards. */
export async function linesOf(page: Page, part: string): Promise<Line[]> {
  await page.evaluate(() => {
    for (const image of document.images) image.loading = 'eager'
    for (const each of document.querySelectorAll<HTMLElement>('body *')) if (getComputedStyle(each).position === 'sticky') each.style.position = 'relative'
  })
  await page.waitForFunction(() => [...document.images].every((image) => !image.checkVisibility() || (image.complete && image.naturalWidth > 0)))
  return page.locator(part).evaluate(linesInPage)
}
