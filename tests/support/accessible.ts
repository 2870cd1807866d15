import AxeBuilder from '@axe-core/playwright'
import { expect, type Page } from '@playwright/test'

/** Axe finds nothing on the page as it is now. */
export async function expectAccessible(page: Page): Promise<void> {
  // A row of tabs takes the focus from the moment the page is alive; axe would judge the moment before. Visible: the page
  // one came from stays in the document, hidden and asleep.
  await expect(page.locator('[role=tablist]:not([tabindex="0"]):visible')).toHaveCount(0)
  const { violations } = await new AxeBuilder({ page }).analyze()
  expect(violations.map(({ id, nodes }) => [id, nodes.map(({ html }) => html)])).toEqual([])
}
