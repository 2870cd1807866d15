import type { Page } from '@playwright/test'

/** A visible line of text: where it stands on the page (CSS px) and in which colour. */
export type Line = {
  text: string
  left: number
  top: number
  width: number
  height: number
  color: [red: number, green: number, blue: number, alpha: number]
  /** Behind it is a picture or a gradient, which axe cannot judge. */
  overPicture: boolean
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
  const seen = (element: Element) =>
    element.checkVisibility({ visibilityProperty: true, opacityProperty: true })
  const pictures = [...document.images].filter(seen).map((image) => image.getBoundingClientRect())
  const meet = (one: DOMRect, other: DOMRect) =>
    one.right > other.left &&
    one.left < other.right &&
    one.bottom > other.top &&
    one.top < other.bottom
  const lines: Line[] = []
  const texts = document.createTreeWalker(root, NodeFilter.SHOW_TEXT)
  for (let node = texts.nextNode(); node; node = texts.nextNode()) {
    const parent = node.parentElement!
    const text = node.textContent?.trim().slice(0, 60)
    // Disabled controls are exempt (WCAG 1.4.3); what is for screen readers only has no letters.
    if (!text || !seen(parent) || parent.closest(':disabled, [aria-disabled=true], .sr-only'))
      continue
    const color = rgba(getComputedStyle(parent).color)
    let gradient = false
    for (
      let around: Element | null = parent;
      around && around !== document.body;
      around = around.parentElement
    ) {
      const style = getComputedStyle(around)
      color[3] *= Number(style.opacity)
      gradient ||= style.backgroundImage !== 'none'
    }
    const range = document.createRange()
    range.selectNodeContents(node)
    for (const rect of range.getClientRects()) {
      const { left, top, width, height } = rect
      if (width <= 1 || height <= 1) continue
      lines.push({
        text,
        left: left + scrollX,
        top: top + scrollY,
        width,
        height,
        color,
        overPicture: gradient || pictures.some((picture) => meet(rect, picture)),
      })
    }
  }
  return lines
}

/**
 * Every visible line of text in `part` ("main"), all pictures loaded. Call it with what sticks to
 * the window's edge laid in its own place (faintLines does).
 */
export async function linesOf(page: Page, part: string): Promise<Line[]> {
  await page.evaluate(() => {
    for (const image of document.images) image.loading = 'eager'
  })
  // A picture that cannot be loaded is complete too; a rule of its own reports it.
  await page.waitForFunction(() =>
    [...document.images].every((image) => !image.checkVisibility() || image.complete),
  )
  return page.locator(part).evaluate(linesInPage)
}
