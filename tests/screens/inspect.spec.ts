// The inspection itself: what it must see, and what it must leave alone.
import { expect, test } from '@playwright/test'
import { faultsOf, watchShifts } from './inspect'

const REFUSED: [what: string, html: string, fault: RegExp][] = [
  [
    'a row wider than the window',
    '<div style="width: 3000px">x</div>',
    /horizontal overflow: 3\d+ px/,
  ],
  [
    'a word cut off by its own box',
    '<p style="width: 60px; overflow: hidden; white-space: nowrap">Proceed to Payment</p>',
    /clipped text "Proceed to Payment"/,
  ],
  [
    'a word cut off by a box around it',
    '<div style="width: 60px; overflow: hidden"><b style="white-space: nowrap">Proceed to Payment</b></div>',
    /clipped text/,
  ],
  [
    'an ellipsis nobody asked for',
    '<p style="width: 60px; overflow: hidden; text-overflow: ellipsis; white-space: nowrap">Proceed to Payment</p>',
    /clipped text/,
  ],
  [
    'lines cut off below',
    '<p style="width: 100px; height: 20px; overflow: hidden">one two three four five six seven</p>',
    /clipped text/,
  ],
  [
    'a word longer than its card',
    '<p style="width: 60px; border: 1px solid; white-space: nowrap">Proceed to Payment</p>',
    /text "Proceed to Payment" past <p/,
  ],
  [
    'a word that runs under a button',
    '<div style="display: flex"><p style="width: 60px; white-space: nowrap">Proceed to Payment</p><button>Pay</button></div>',
    /text "Proceed to Payment" over <button/,
  ],
]

const ACCEPTED: [what: string, html: string][] = [
  ['text that wraps', '<p style="width: 60px; overflow: hidden">Proceed to Payment</p>'],
  [
    'an ellipsis on purpose',
    '<p data-truncate style="width: 60px; overflow: hidden; text-overflow: ellipsis; white-space: nowrap">Proceed to Payment</p>',
  ],
  [
    'text for screen readers only',
    '<span style="position: absolute; width: 1px; height: 1px; overflow: hidden; white-space: nowrap">Skip to content</span>',
  ],
  [
    'a link that is its card',
    '<p style="position: relative">Studio A <a href="#" style="position: absolute; inset: 0">Book</a></p>',
  ],
  ['a link in two lines', '<p style="width: 120px">Proceed <a href="#">to the payment</a> now</p>'],
  [
    'a bar over the page',
    '<p>Proceed to Payment</p><div style="position: fixed; inset: 0"><button style="height: 90px">Pay</button></div>',
  ],
  [
    'what scrolls on purpose',
    '<div style="width: 60px; overflow-x: auto; white-space: nowrap">Proceed to Payment</div>',
  ],
]

async function open(page: Parameters<typeof faultsOf>[0], html: string): Promise<void> {
  await watchShifts(page)
  await page.goto('about:blank')
  await page.setContent(`<!doctype html><body style="margin: 0">${html}`)
}

for (const [what, html, fault] of REFUSED)
  test(`refuses ${what}`, async ({ page }) => {
    await open(page, html)
    expect(await faultsOf(page)).toEqual([expect.stringMatching(fault)])
  })

for (const [what, html] of ACCEPTED)
  test(`leaves alone ${what}`, async ({ page }) => {
    await open(page, html)
    expect(await faultsOf(page)).toEqual([])
  })

test('refuses a page that moves by itself', async ({ page }) => {
  await open(
    page,
    '<div id="late"></div><p style="height: 300px">This paragraph is pushed down.</p>',
  )
  await page.waitForTimeout(200)
  await page.evaluate(() => document.getElementById('late')?.style.setProperty('height', '400px'))
  await expect.poll(() => faultsOf(page)).toEqual([expect.stringMatching(/layout shift of 0\.\d+/)])
})
