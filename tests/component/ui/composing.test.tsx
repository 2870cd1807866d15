// Somebody who composes a character: the keys are their input method's, not the page's.
import { fireEvent, render, screen } from '@testing-library/react'
import { Composing } from '@/components/browser/composing'
import { Dialog, DialogContent, DialogTitle } from '@/components/ui/dialog'

const close = jest.fn()
const press = jest.fn()
beforeEach(() => {
  close.mockClear()
  press.mockClear()
  render(
    <>
      <Composing />
      <Dialog open onOpenChange={close}>
        <DialogContent aria-describedby={undefined}>
          <DialogTitle>Reason</DialogTitle>
          <input aria-label="Text" onKeyDown={({ key }) => press(key)} />
        </DialogContent>
      </Dialog>
    </>,
  )
})

const key = (name: string, how: object) =>
  fireEvent.keyDown(screen.getByLabelText('Text'), { key: name, ...how })

const WAYS = [
  ['Chrome, Firefox', { isComposing: true }],
  ['Safari, after the composition', { keyCode: 229 }],
] as const

test.each(WAYS)('Escape gives up a word and not the dialog (%s)', (_browser, how) => {
  key('Escape', how)
  expect(close).not.toHaveBeenCalled()
  key('Escape', { keyCode: 27 })
  expect(close).toHaveBeenCalledWith(false)
})

test.each(WAYS)('Enter and arrows choose a word and nothing on the page (%s)', (_browser, how) => {
  for (const name of ['Enter', 'ArrowDown', 'ArrowUp']) key(name, how)
  expect(press).not.toHaveBeenCalled()
  key('Enter', { keyCode: 13 })
  expect(press.mock.calls).toEqual([['Enter']])
})

test('what a keyboard of Android types is seen', () => {
  key('Unidentified', { keyCode: 229 })
  expect(press).toHaveBeenCalledTimes(1)
})
