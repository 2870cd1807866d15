import type { Page } from '@playwright/test'
import { LIGHTHOUSE } from '@/tools/bench/limits'
import { textFaults } from '@/tests/support/text-faults'

/** Starts adding up layout shifts; before the first page is opened. */
export async function watchShifts(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const seen = { total: 0, worst: '' }
    Object.assign(window, { layoutShifts: seen })
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries() as (PerformanceEntry & {
        value: number
        hadRecentInput: boolean
        sources?: { node: Node | null }[]
      })[]) {
        if (entry.hadRecentInput) continue
        seen.total += entry.value
        const moved = (entry.sources ?? []).map(({ node }) =>
          node instanceof Element
            ? `<${node.tagName.toLowerCase()} class="${node.className}">`
            : String(node?.textContent),
        )
        seen.worst ||= moved.join(', ').slice(0, 200)
      }
    }).observe({ type: 'layout-shift', buffered: true })
  })
}

/**
 * What is wrong with the page as it stands: overflow, text that cannot be read whole, shifts. Empty
 * when nothing is.
 */
export async function faultsOf(page: Page): Promise<string[]> {
  const faults = await textFaults(page)
  const shifts = await page.evaluate(
    () => (window as unknown as { layoutShifts: { total: number; worst: string } }).layoutShifts,
  )
  if (shifts.total > LIGHTHOUSE.cls)
    faults.push(`layout shift of ${shifts.total.toFixed(3)}, first by ${shifts.worst}`)
  return faults
}
