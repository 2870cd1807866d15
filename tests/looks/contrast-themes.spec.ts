// What colours alone would say is also drawn with lines where a contrast theme takes colours away,
// and the focus is never behind what stays at the edge of the screen.
import type { Page } from '@playwright/test'
import { AREAS, areaPath } from '@/lib/admin/rules'
import { PUBLIC_PAGES } from '@/lib/seo/pages'
import { expect, test } from '@/tests/support/e2e'
import { fillBooking, inLanguage, openAdmin, proceedToPayment } from '@/tests/support/verbs'

const PAGES = [...PUBLIC_PAGES, '/admin/login']
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
    await proceedToPayment(page)
    for (const width of WIDTHS) {
      await page.setViewportSize({ width, height: 740 })
      expect(await page.evaluate(unmarked), `the payment at ${width} px`).toEqual([])
    }
  })

  test('the day that the calendar shows is marked in its week, and today in its month @desktop', async ({
    page,
  }) => {
    await page.setViewportSize({ width: 360, height: 740 })
    const edgesOf = async (path: string, days: string) => {
      await openAdmin(page, 'en', path)
      return page.locator(days).evaluateAll((links) =>
        links.map((link) => {
          const { borderBottomColor, borderBottomWidth } = getComputedStyle(link)
          return [link.ariaCurrent === 'date', borderBottomColor, borderBottomWidth].join(' ')
        }),
      )
    }
    for (const [path, days] of [
      ['/admin/calendar', 'nav ol a'],
      ['/admin/calendar?view=month', 'main ol a'],
    ] as const) {
      const edges = await edgesOf(path, days)
      const [shown, ...more] = edges.filter((edge) => edge.startsWith('true'))
      expect([more, edges.length > 6], path).toEqual([[], true])
      const others = edges.filter((edge) => edge.startsWith('false'))
      expect(
        others.map((edge) => edge.slice(6)),
        path,
      ).not.toContain(shown?.slice(5))
    }
  })

  test('the lamp and the free hours are seen on the ground, and a flag has its edge @desktop', async ({
    page,
  }) => {
    await page.goto('/')
    const hour = page.locator('.tape-day button').first()
    await expect(hour).toBeVisible()
    for (const mark of ['.lamp', '.tape-day button']) {
      const [own, ground] = await page
        .locator(mark)
        .first()
        .evaluate((element) => [
          getComputedStyle(element, '::before').backgroundColor,
          getComputedStyle(document.body).backgroundColor,
        ])
      expect(own, mark).not.toBe(ground)
    }
    await hour.click()
    await expect(page.locator('.tape-flag')).toBeVisible()
    expect(await page.evaluate(unmarked)).toEqual([])
  })
})

// Runs in the page: what is hidden while it has the focus (WCAG 2.2, 2.4.11), from the first control
// to the last and back, or only of the one that has it now.
function hiddenFocus(all: boolean): string[] {
  const isHidden = (focused: Element) => {
    // Of an input that only its label shows, the label is what is seen.
    const label = focused instanceof HTMLInputElement ? focused.labels?.[0] : undefined
    const element = (focused.matches('.sr-only') && label) || focused
    const box = element.getBoundingClientRect()
    if (box.width === 0 || box.height === 0) return false
    // Of what is larger than the screen, the part that is on it.
    const [left, top] = [Math.max(box.left, 0), Math.max(box.top, 0)]
    const [right, bottom] = [Math.min(box.right, innerWidth), Math.min(box.bottom, innerHeight)]
    const steps = [0.05, 0.25, 0.5, 0.75, 0.95]
    return !steps.some((across) =>
      steps.some((down) => {
        const point = document.elementFromPoint(
          left + (right - left) * across,
          top + (bottom - top) * down,
        )
        return point !== null && (element.contains(point) || point.contains(element))
      }),
    )
  }
  const focused = document.activeElement ?? document.body
  if (!all) return isHidden(focused) ? [focused.outerHTML.slice(0, 120)] : []
  const controls = [
    ...document.querySelectorAll<HTMLElement>(
      'a[href], button, input, select, textarea, summary, iframe, [tabindex]',
    ),
  ].filter(
    (control) =>
      control.tabIndex >= 0 &&
      !control.matches(':disabled') &&
      control.checkVisibility({ visibilityProperty: true }),
  )
  const faultsOf = (way: string, order: HTMLElement[]) =>
    order.flatMap((control) => {
      // The browser scrolls to what gets the focus, at once where nothing may move.
      control.focus()
      return document.activeElement === control && isHidden(control)
        ? [`${way}: ${control.outerHTML.slice(0, 120)}`]
        : []
    })
  window.scrollTo(0, 0)
  return [...faultsOf('forwards', controls), ...faultsOf('backwards', controls.toReversed())]
}

const SIZES = [
  [320, 256],
  [640, 400],
  [390, 844],
] as const

async function hiddenOn(page: Page, path: string): Promise<string[]> {
  await page.waitForLoadState('networkidle')
  const faults: string[] = []
  for (const [width, height] of SIZES) {
    await page.setViewportSize({ width, height })
    const hidden = await page.evaluate(hiddenFocus, true)
    faults.push(...hidden.map((fault) => `${path}, ${width} by ${height}, ${fault}`))
  }
  return faults
}

// Seen in shops whose total stays at the bottom of the screen.
test.describe('real life: the focus behind a bar that stays', { tag: '@desktop' }, () => {
  test.beforeEach(({ page }) => page.emulateMedia({ reducedMotion: 'reduce' }))

  test('the focus is seen on every page of a visitor', async ({ page }) => {
    const faults: string[] = []
    for (const path of [
      ...PAGES,
      '/video-editing-checkout?tier=standard&duration=60-120s&price=120&rush=false',
    ]) {
      await page.goto(inLanguage('en', path))
      faults.push(...(await hiddenOn(page, path)))
    }
    expect(faults).toEqual([])
  })

  test('the focus is seen on every page of the console', async ({ page }) => {
    const faults: string[] = []
    for (const path of [...AREAS.map(areaPath), '/admin/account', '/admin-blog']) {
      await openAdmin(page, 'en', path)
      faults.push(...(await hiddenOn(page, path)))
    }
    expect(faults).toEqual([])
  })

  for (const [width, height] of SIZES)
    test(`Tab and Shift+Tab show the focus on /booking of ${width} by ${height}`, async ({
      page,
    }) => {
      await page.setViewportSize({ width, height })
      await page.goto(inLanguage('en', '/booking'))
      const faults: string[] = []
      for (const key of ['Tab', 'Shift+Tab'])
        for (let presses = 0; presses < 120; presses++) {
          await page.keyboard.press(key)
          if (await page.evaluate(() => document.activeElement === document.body)) break
          // The browser scrolls to the focus with the next frame.
          await page.evaluate(
            () => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))),
          )
          const hidden = await page.evaluate(hiddenFocus, false)
          faults.push(...hidden.map((fault) => `${key}: ${fault}`))
        }
      expect(faults).toEqual([])
    })
})
