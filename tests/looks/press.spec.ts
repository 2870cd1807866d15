// No press is lost because the page moved: whoever presses the button of a form while the cursor is
// in a field sends the form with that very press, by mouse and by touch, at every width. A press of
// a hand lasts about a tenth of a second; a sentence that appeared when the field was left would
// move the button within it.
import type { Locator, Page } from '@playwright/test'
import { expect, test } from '@/tests/support/e2e'
import { checkoutPath, proceedToOrder } from '@/tests/support/orders'
import { hydrated, openStep, proceedButton, wordsOf } from '@/tests/support/verbs'

const PRESS_MS = 110
const STILL_MS = 100
const en = wordsOf('en')

type Form = { field: Locator; button: Locator }

const FORMS: Record<string, (page: Page) => Promise<Form>> = {
  async contact(page) {
    await page.goto('/contact')
    const { form } = en.contact
    return {
      field: page.getByLabel(form.labels.name, { exact: true }),
      button: page.getByRole('button', { name: form.send, exact: true }),
    }
  },
  async 'join the membership'(page) {
    const { joinNow, join } = en.membership
    await page.goto('/membership')
    await page.getByRole('button', { name: joinNow, exact: true }).click()
    return {
      field: page.getByLabel(join.labels.customerName, { exact: true }),
      button: page.getByRole('button', { name: join.create, exact: true }),
    }
  },
  async 'sign in as a member'(page) {
    const { member } = en.membership
    await page.goto('/membership')
    await page.getByRole('button', { name: member.signIn, exact: true }).click()
    return {
      field: page.getByLabel(member.code.email, { exact: true }),
      button: page.getByRole('button', { name: member.code.send, exact: true }),
    }
  },
  async 'order an edit'(page) {
    await page.goto(checkoutPath({ tier: 'standard', duration: '60-120s' }))
    return {
      field: page.getByLabel(en.order.details.customerName, { exact: true }),
      button: await proceedToOrder(page),
    }
  },
  async booking(page) {
    await page.goto('/booking')
    await openStep(page, 'details')
    return {
      field: page.getByLabel(en.booking.details.firstName, { exact: true }),
      button: proceedButton(page),
    }
  },
  async 'sign in as the owner'(page) {
    await page.goto('/admin/login')
    const { signIn } = en.admin
    return {
      field: page.getByLabel(signIn.username, { exact: true }),
      button: page.getByRole('button', { name: signIn.submit, exact: true }),
    }
  },
}

/** Where the button is once nothing moves any more. */
async function restingPlace(button: Locator): Promise<{ x: number; y: number }> {
  await button.scrollIntoViewIfNeeded()
  const place = () =>
    button.evaluate((element) => {
      const { x, y, width, height } = element.getBoundingClientRect()
      return { x, y, width, height, scrolled: window.scrollY }
    })
  let now = await place()
  await expect(async () => {
    const before = now
    await new Promise((done) => setTimeout(done, STILL_MS))
    now = await place()
    expect(now).toEqual(before)
  }).toPass()
  const { x, y, width, height } = now
  // Near the upper edge: the slightest way down would take the button from under the pointer.
  return { x: x + width / 2, y: y + Math.min(6, height / 2) }
}

async function pressByMouse(page: Page, button: Locator): Promise<void> {
  const { x, y } = await restingPlace(button)
  await page.mouse.move(x, y)
  await page.mouse.down()
  await page.waitForTimeout(PRESS_MS)
  await page.mouse.up()
}

async function pressByTouch(page: Page, button: Locator): Promise<void> {
  const point = await restingPlace(button)
  const browser = await page.context().newCDPSession(page)
  await browser.send('Emulation.setTouchEmulationEnabled', { enabled: true })
  await browser.send('Input.dispatchTouchEvent', { type: 'touchStart', touchPoints: [point] })
  await page.waitForTimeout(PRESS_MS)
  await browser.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] })
  await browser.detach()
}

// The layout follows from the width and the order of events from the kind of press: each kind where
// it is at home, and both in the window between.
const PRESSES: Record<string, (typeof pressByMouse)[]> = {
  'looks-phone': [pressByTouch],
  'looks-tablet': [pressByMouse, pressByTouch],
  'looks-desktop': [pressByMouse],
}

for (const [name, open] of Object.entries(FORMS))
  test(`${name}: a press by mouse or touch sends the form @tablet`, async ({ page }, info) => {
    await page.addInitScript(() => {
      const counted = window as unknown as { sent: number }
      counted.sent = 0
      document.addEventListener('submit', () => counted.sent++, true)
    })
    // A page that scrolls at once to what it focuses: the press would otherwise have to wait for it.
    await page.emulateMedia({ reducedMotion: 'reduce' })
    expect(PRESSES).toHaveProperty(info.project.name)
    const sent = () => page.evaluate(() => (window as unknown as { sent: number }).sent)
    for (const press of PRESSES[info.project.name] ?? []) {
      const { field, button } = await open(page)
      await expect(button).toBeEnabled()
      await hydrated(button)
      await field.focus()
      await press(page, button)
      await expect.poll(sent, press.name).toBe(1)
      // Refused, said beside the field, and the first wrong field has the focus.
      await expect(field).toHaveAttribute('aria-invalid', 'true')
      await expect(button).not.toBeFocused()
      await restingPlace(button)

      // Wrong again, and left by the press itself.
      await field.fill(' ')
      await press(page, button)
      await expect.poll(sent, press.name).toBe(2)
    }
  })
