import { act, fireEvent, render, screen } from '@testing-library/react'
import { Tooltip, TooltipContent, TooltipProvider, TooltipTrigger } from '@/components/ui/tooltip'

// A tooltip opens after 700 ms; the next one at once when less than 300 ms have
// passed since.
beforeEach(() => jest.useFakeTimers())
afterEach(() => jest.useRealTimers())

const wait = (ms: number) => act(() => jest.advanceTimersByTime(ms))
// jsdom's pointer events have no place, and the tooltip asks where the pointer went.
function pointer(type: string, target: Element, place: number): void {
  const event = new MouseEvent(type, {
    bubbles: type !== 'pointerleave',
    clientX: place,
    clientY: place,
  })
  fireEvent(target, Object.defineProperty(event, 'pointerType', { value: 'mouse' }))
}
const hover = (name: string) => pointer('pointermove', screen.getByRole('button', { name }), 0)
// The way from the button to its tooltip counts as the button; leaving is a pointer that is in
// neither.
const leave = (name: string) => {
  pointer('pointerleave', screen.getByRole('button', { name }), 1)
  pointer('pointermove', document.body, 500)
}
const shown = () => screen.queryByRole('tooltip')?.textContent ?? null

beforeEach(() => {
  globalThis.ResizeObserver = class {
    observe() {}
    unobserve() {}
    disconnect() {}
  }
  render(
    <TooltipProvider>
      {['Left', 'Right'].map((name) => (
        <Tooltip key={name}>
          <TooltipTrigger>{name}</TooltipTrigger>
          <TooltipContent>{`About ${name}`}</TooltipContent>
        </Tooltip>
      ))}
    </TooltipProvider>,
  )
})

test('it opens after 700 ms, not before', () => {
  hover('Left')
  wait(699)
  expect(shown()).toBeNull()
  wait(1)
  expect(shown()).toBe('About Left')
})

test.each([
  [299, 'About Right'],
  [301, null],
])('%i ms after one closed the next shows at once: %s', (pause, expected) => {
  hover('Left')
  wait(700)
  leave('Left')
  expect(shown()).toBeNull()
  wait(pause)
  hover('Right')
  expect(shown()).toBe(expected)
})

test.each([
  ['leaving', () => leave('Left')],
  ['a click', () => fireEvent.click(screen.getByRole('button', { name: 'Left' }))],
  ['Escape', () => fireEvent.keyDown(document, { key: 'Escape' })],
  ['scrolling', () => fireEvent.scroll(document)],
])('%s closes it', (_, close) => {
  hover('Left')
  wait(700)
  expect(shown()).toBe('About Left')
  close()
  wait(0)
  expect(shown()).toBeNull()
})
