// What colours alone would say is also drawn with lines where a contrast theme takes colours away,
// and the focus is never behind what stays at the edge of the screen.
import type { Page } from '@playwright/test'
import { PUBLIC_PAGES } from '@/lib/seo/pages'
import { expect, test } from '@/tests/support/e2e'
import { fillBooking, inLanguage } from '@/tests/support/verbs'

const PAGES = [...PUBLIC_PAGES, '/admin/login', '/contact/plain']

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

  test('every page shows the edge of its buttons and what is chosen', async ({ page }) => {
    const faults: string[] = []
    for (const path of PAGES) {
      await page.goto(inLanguage('en', path))
      faults.push(...(await page.evaluate(unmarked)).map((fault) => `${path}: ${fault}`))
    }
    expect(faults).toEqual([])
  })

  test('the booking marks service, length, hours, day and time', async ({ page, slot }) => {
    await page.goto(inLanguage('en', '/booking'))
    await fillBooking(page, { ...slot, phone: '+60 12-345 6789' }, 'en')
    expect(await page.locator('input[type="radio"]:checked').count()).toBeGreaterThan(2)
    expect(await page.evaluate(unmarked)).toEqual([])
  })
})

// Runs in the page: true when no point of the focused element is uncovered (WCAG 2.2, 2.4.11).
async function isFocusHidden(): Promise<string | null> {
  // The browser scrolls to the focus with the next frame.
  await new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))
  const focused = document.activeElement
  if (!focused || focused === document.body) return null
  // Of an input that only its label shows, the label is what is seen.
  const label = focused instanceof HTMLInputElement ? focused.labels?.[0] : undefined
  const element = (focused.matches('.sr-only') && label) || focused
  const { left, right, top, bottom } = element.getBoundingClientRect()
  if (right - left === 0 || bottom - top === 0) return null
  const steps = [0.05, 0.25, 0.5, 0.75, 0.95]
  const seen = steps.some((across) =>
    steps.some((down) => {
      const point = document.elementFromPoint(
        left + (right - left) * across,
        top + (bottom - top) * down,
      )
      return point !== null && (element.contains(point) || point.contains(element))
    }),
  )
  return seen ? null : element.outerHTML.slice(0, 120)
}

async function hiddenFocus(page: Page, path: string): Promise<string[]> {
  const hidden: string[] = []
  await page.evaluate(() => scrollTo(0, 0))
  for (let presses = 0; presses < 90; presses++) {
    await page.keyboard.press('Tab')
    if (await page.evaluate(() => document.activeElement === document.body)) break
    const fault = await page.evaluate(isFocusHidden)
    if (fault) hidden.push(fault)
  }
  // Backwards the header may hide it as the bar does; the bar is on this page alone.
  if (path !== '/booking') return hidden
  for (let presses = 0; presses < 90; presses++) {
    await page.keyboard.press('Shift+Tab')
    if (await page.evaluate(() => document.activeElement === document.body)) break
    const fault = await page.evaluate(isFocusHidden)
    if (fault) hidden.push(`backwards: ${fault}`)
  }
  return hidden
}

// Seen in shops whose total stays at the bottom of the screen.
test.describe('real life: the focus behind a bar that stays', () => {
  for (const [width, height, paths] of [
    [320, 256, PAGES],
    [640, 400, ['/booking']],
    [390, 844, ['/booking']],
  ] as const)
    test(
      `the focus is seen on ${paths.length === 1 ? '/booking' : 'every page'} of ${width} by ${height}`,
      { tag: '@desktop' },
      async ({ page }) => {
        test.setTimeout(180_000) // Two frames for each press.
        await page.emulateMedia({ reducedMotion: 'reduce' })
        await page.setViewportSize({ width, height })
        const faults: string[] = []
        for (const path of paths) {
          await page.goto(inLanguage('en', path))
          faults.push(...(await hiddenFocus(page, path)).map((fault) => `${path}: ${fault}`))
        }
        expect(faults).toEqual([])
      },
    )
})
