import type { Page } from '@playwright/test'

const LARGEST_SHIFT = 0.01

/** Starts adding up layout shifts; before the first page is opened. */
export async function watchShifts(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const seen = { total: 0, worst: '' }
    Object.assign(window, { layoutShifts: seen })
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries() as (PerformanceEntry & { value: number; hadRecentInput: boolean; sources?: { node: Node | null }[] })[]) {
        if (entry.hadRecentInput) continue
        seen.total += entry.value
        const moved = (entry.sources ?? []).map(({ node }) => (node instanceof Element ? `<${node.tagName.toLowerCase()} class="${node.className}">` : String(node?.textContent)))
        seen.worst ||= moved.join(', ').slice(0, 200)
      }
    }).observe({ type: 'layout-shift', buffered: true })
  })
}

/** What is wrong with the page as it stands: overflow, clipped text, shifts. Empty when nothing is. */
export async function faultsOf(page: Page): Promise<string[]> {
  const faults = await page.evaluate(faultsInPage)
  const shifts = await page.evaluate(() => (window as unknown as { layoutShifts: { total: number; worst: string } }).layoutShifts)
  if (shifts.total > LARGEST_SHIFT) faults.push(`layout shift of ${shifts.total.toFixed(3)}, first by ${shifts.worst}`)
  return faults
}

// Runs in the page.
function faultsInPage(): string[] {
  const faults: string[] = []
  const root = document.documentElement
  const said = (text: string) => JSON.stringify(text.trim().replace(/\s+/g, ' ').slice(0, 60))
  const hides = (value: string) => value === 'hidden' || value === 'clip'

  if (root.scrollWidth > root.clientWidth) {
    const wide = [...document.body.querySelectorAll('*')].find((element) => element.getBoundingClientRect().right > root.clientWidth + 1)
    faults.push(`horizontal overflow: ${root.scrollWidth} px in a window of ${root.clientWidth}, by <${wide?.tagName.toLowerCase()} class="${wide?.className}">`)
  }

  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    const element = node.parentElement
    const text = node.textContent ?? ''
    if (!element || !text.trim() || element.closest('[data-truncate], [aria-hidden="true"], script, style, noscript, option')) continue
    if (!element.checkVisibility({ opacityProperty: true, visibilityProperty: true })) continue
    const range = document.createRange()
    range.selectNodeContents(node)
    const box = range.getBoundingClientRect()
    for (let around: Element | null = element; around && around !== document.body; around = around.parentElement) {
      const frame = around.getBoundingClientRect()
      if (frame.width <= 1 || frame.height <= 1) break // text for screen readers only
      const style = getComputedStyle(around)
      const across = hides(style.overflowX) && (box.left < frame.left - 1 || box.right > frame.right + 1)
      const down = hides(style.overflowY) && (box.top < frame.top - 2 || box.bottom > frame.bottom + 2)
      if (across || down) {
        faults.push(`clipped text ${said(text)} in <${around.tagName.toLowerCase()} class="${around.className}">`)
        break
      }
      if (style.position === 'fixed') break
    }
  }
  return faults
}
