// What the pages' policy (next.config.mjs) allows of the styles that packages write into the page.
import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { act, render, screen } from '@testing-library/react'
import { styleSingleton } from '@/components/ui/adopted-style'
import { Select, SelectContent, SelectItem, SelectTrigger } from '@/components/ui/select'
import { toast } from '@/components/ui/toast'

// Next's configuration cannot be loaded beside a document; that its policy has these and no other is
// tests/unit/ops/headers.test.ts.
const allowed = () => readFileSync('next.config.mjs', 'utf8').match(/'sha256-[^']+'/g) ?? []

const written = () => [...document.querySelectorAll('style')].map(({ textContent }) => textContent)

// jsdom scrolls nothing.
beforeAll(() => void (Element.prototype.scrollIntoView = () => {}))

test('notices and the select write style elements that the policy knows by their hashes', async () => {
  expect(toast).toBeDefined() // whose package writes its own when it is loaded
  render(
    <Select open value="a">
      <SelectTrigger />
      <SelectContent>
        <SelectItem value="a">A</SelectItem>
      </SelectContent>
    </Select>,
  )
  expect(await screen.findByRole('option', { name: 'A' })).toBeVisible()
  // Everything but what the adopted sheet below stands for.
  const styles = written().filter((text) => !/data-scroll-locked|block-interactivity/.test(text))
  expect(styles).toHaveLength(2)
  // sonner puts the element into the page before its text.
  const hashes = ['', ...styles].map(
    (text) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`,
  )
  expect(hashes.sort()).toEqual(allowed().sort())
})

describe('styles that depend on the window', () => {
  // jsdom has neither.
  class Sheet {
    text = ''
    replaceSync(text: string) {
      this.text = text
    }
  }
  const adopted = () => document.adoptedStyleSheets.map((sheet) => (sheet as unknown as Sheet).text)
  beforeEach(() => {
    Object.assign(globalThis, { CSSStyleSheet: Sheet })
    document.adoptedStyleSheets = []
  })

  test('are adopted once while anything needs them, without an element', () => {
    const Lock = styleSingleton()
    const Other = styleSingleton()
    const before = written()
    const both = render(
      <>
        <Lock styles="body { overflow: hidden }" />
        <Lock styles="body { overflow: hidden }" />
        <Other styles="a { color: red }" />
      </>,
    )
    expect(adopted()).toEqual(['body { overflow: hidden }', 'a { color: red }'])
    both.rerender(<Lock styles="body { overflow: hidden }" />)
    expect(adopted()).toEqual(['body { overflow: hidden }'])
    act(() => both.unmount())
    expect(adopted()).toEqual([])
    expect(written()).toEqual(before)
  })
})
