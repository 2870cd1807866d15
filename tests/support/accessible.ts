import AxeBuilder from '@axe-core/playwright'
import { expect, type Page } from '@playwright/test'

/** Axe finds nothing on the page as it is now. */
export async function expectAccessible(page: Page): Promise<void> {
  // A row of tabs takes the focus from the moment the page is alive; axe would judge the moment
  // before. Visible: the page one came from stays in the document, hidden and asleep.
  await expect(page.locator('[role=tablist]:not([tabindex="0"]):visible')).toHaveCount(0)
  // A notice may begin to leave while axe looks, and has no contrast then: what is wrong is wrong
  // at a second look, too.
  const faults = await faultsOf(page)
  expect(faults.length === 0 ? faults : await faultsOf(page)).toEqual([])
}

/** The same, and the page does not scroll sideways. */
export async function expectSound(page: Page): Promise<void> {
  await expectAccessible(page)
  expect(
    await page.evaluate(
      () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
    ),
    'the page scrolls sideways',
  ).toBeLessThanOrEqual(0)
}

async function faultsOf(page: Page): Promise<unknown[]> {
  await page.waitForFunction(() =>
    document
      .getAnimations()
      .every(
        ({ playState, effect }) =>
          playState !== 'running' || effect?.getTiming().iterations === Infinity,
      ),
  )
  const { violations } = await new AxeBuilder({ page }).analyze()
  return violations.map(({ id, nodes }) => [id, nodes.map(({ html }) => html)])
}
