import AxeBuilder from '@axe-core/playwright'
import { expect, type Page } from '@playwright/test'

/** Axe finds nothing on the page as it is now. */
export async function expectAccessible(page: Page): Promise<void> {
  // A row of tabs takes the focus from the moment the page is alive; axe would judge the moment
  // before. Visible: the page one came from stays in the document, hidden and asleep.
  await expect(page.locator('[role=tablist]:not([tabindex="0"]):visible')).toHaveCount(0)
  // A notice may begin to leave while axe looks, and has no contrast then: what is wrong is wrong
  // at a second look, too.
  const faults = await axeFaults(page)
  expect(faults.length === 0 ? faults : await axeFaults(page)).toEqual([])
}

/** The narrowest window that the owner's pages are made for. */
const NARROWEST = 360

/** The same, and the page does not scroll sideways, neither in this window nor in the narrowest. */
export async function expectSound(page: Page): Promise<void> {
  await expectAccessible(page)
  await expectFits(page)
  const window = page.viewportSize()
  if (!window || window.width < 1_000) return
  await page.setViewportSize({ width: NARROWEST, height: window.height })
  await expectFits(page)
  await page.setViewportSize(window)
}

const expectFits = async (page: Page): Promise<void> =>
  expect(
    await page.evaluate(
      () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
    ),
    'the page scrolls sideways',
  ).toBeLessThanOrEqual(0)

/** What axe finds on the page once nothing moves any more: each rule with the elements it is about. */
export async function axeFaults(page: Page): Promise<[rule: string, html: string[]][]> {
  await page.waitForFunction(() =>
    document.getAnimations().every(
      ({ playState, effect, timeline }) =>
        playState !== 'running' ||
        effect?.getTiming().iterations === Infinity ||
        // Driven by the scroll position.
        timeline !== document.timeline,
    ),
  )
  // Only a page with frames needs the way that opens a second page to put their results together;
  // it takes twice the time.
  const { violations } = await new AxeBuilder({ page })
    .options({ resultTypes: ['violations'] })
    .setLegacyMode(page.frames().length === 1)
    .analyze()
  return violations.map(({ id, nodes }) => [id, nodes.map(({ html }) => html)])
}
