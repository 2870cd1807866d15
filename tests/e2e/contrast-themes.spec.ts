// What colours alone would say is also drawn with lines where a contrast theme takes colours away,
// and the focus is never behind what stays at the edge of the screen.
import type { Page } from '@playwright/test'
import { PUBLIC_PAGES } from '@/lib/seo/pages'
import { expect, test } from '@/tests/support/e2e'
import { hiddenFocusInPage } from '@/tests/support/page-rules'
import { fillBooking, inLanguage } from '@/tests/support/verbs'

const PAGES = [...PUBLIC_PAGES, '/admin/login', '/contact/plain']
const WIDTHS = [1440, 360]

test.describe.configure({ timeout: 300_000 })

// Runs in the page: buttons without an edge, and chosen controls that look like the others.
function unmarked(): string[] {
  const hasLine = (element: Element) => {
    const { outlineStyle, outlineWidth, borderTopStyle, borderTopWidth } = getComputedStyle(element)
    const is = (style: string, width: string) => style !== 'none' && parseFloat(width) > 0
    return is(outlineStyle, outlineWidth) || is(borderTopStyle, borderTopWidth)
  }
  const isShown = (element: Element) => element.checkVisibility({ visibilityProperty: true })
  const looks = (element: Element) => {
    const { outlineStyle, outlineWidth, borderTopWidth } = getComputedStyle(element)
    return [outlineStyle, outlineWidth, borderTopWidth].join(' ')
  }
  const nameOf = (element: Element) =>
    element.textContent.trim().slice(0, 40) ||
    element.getAttribute('aria-label') ||
    element.outerHTML.slice(0, 80)
  const buttons = [...document.querySelectorAll('.btn:not(.btn-link)')]
    .filter(isShown)
    .filter((button) => !hasLine(button))
    .map((button) => `no edge: ${nameOf(button)}`)
  const inputs = [
    ...document.querySelectorAll<HTMLInputElement>('input:is([type="radio"], [type="checkbox"])'),
  ].filter((input) => getComputedStyle(input).appearance === 'none' || input.matches('.sr-only'))
  const same = inputs
    .filter((input) => input.checked && input.parentElement)
    .filter((input) => {
      const other = inputs.find(
        (one) =>
          one !== input && one.type === input.type && !one.checked && one.name === input.name,
      )
      const [own, others] = [input.parentElement, other?.parentElement]
      return own && others && looks(own) === looks(others)
    })
    .map((input) => `chosen and not marked: ${input.name} ${input.value}`)
  const days = [...document.querySelectorAll('[aria-selected="true"] > *')]
    .filter((day) => !hasLine(day))
    .map((day) => `chosen and not marked: ${nameOf(day)}`)
  return [...buttons, ...same, ...days]
}

test.describe('real life: a contrast theme of Windows', () => {
  // Seen on booking pages whose chosen day was a background colour.
  test.use({ forcedColors: 'active' } as object)

  test('every page shows the edge of its buttons and what is chosen @desktop', async ({ page }) => {
    const faults: string[] = []
    for (const path of PAGES) {
      await page.goto(inLanguage('en', path))
      for (const width of WIDTHS) {
        await page.setViewportSize({ width, height: 740 })
        const found = await page.evaluate(unmarked)
        faults.push(...found.map((fault) => `${path}: ${width} px: ${fault}`))
      }
    }
    expect(faults).toEqual([])
  })

  test('the booking marks service, length, hours, day and time @desktop', async ({
    page,
    slot,
  }) => {
    await page.goto(inLanguage('en', '/booking'))
    await fillBooking(page, { ...slot, phone: '+60 12-345 6789' }, 'en')
    expect(await page.locator('input[type="radio"]:checked').count()).toBeGreaterThan(2)
    for (const width of WIDTHS) {
      await page.setViewportSize({ width, height: 740 })
      expect(await page.evaluate(unmarked), `${width} px`).toEqual([])
    }
  })
})

/** What has the focus behind the bar, going through the page forwards and backwards. */
async function hiddenFocus(page: Page): Promise<string[]> {
  const hidden: string[] = []
  for (const [way, key] of [
    ['forwards', 'Tab'],
    ['backwards', 'Shift+Tab'],
  ] as const)
    for (let presses = 0; presses < 90; presses++) {
      await page.keyboard.press(key)
      if (await page.evaluate(() => document.activeElement === document.body)) break
      const fault = await page.evaluate(hiddenFocusInPage)
      if (fault) hidden.push(`${way}: ${fault}`)
    }
  return hidden
}

// Seen in shops whose total stays at the bottom of the screen. That no page hides the focus is a rule
// of pages.spec; the bar is on this one alone, and backwards the header may hide it as the bar does.
test.describe('real life: the focus behind a bar that stays', () => {
  for (const [width, height] of [
    [320, 256],
    [640, 400],
    [390, 844],
  ] as const)
    test(
      `the focus is seen on /booking of ${width} by ${height}`,
      { tag: '@desktop' },
      async ({ page }) => {
        test.setTimeout(180_000) // Two frames for each press.
        await page.emulateMedia({ reducedMotion: 'reduce' })
        await page.setViewportSize({ width, height })
        await page.goto(inLanguage('en', '/booking'))
        expect(await hiddenFocus(page)).toEqual([])
      },
    )
})
