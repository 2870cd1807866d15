// A page that is seen again after the site was updated: the router leaves it for its new version.
import { act, render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import {
  AppRouterContext,
  type AppRouterInstance,
} from 'next/dist/shared/lib/app-router-context.shared-runtime'
import { type ReactNode, Suspense, use, useState } from 'react'
import { ReadAgain } from '@/components/browser/seen-again'
import { restoreTyped } from '@/components/browser/typed'

const refresh = jest.fn()
const never = new Promise<null>(() => {})

/** As Next's router: from the refresh on it waits for the page to be left. */
function Router({ isLeaving, children }: { isLeaving: boolean; children: ReactNode }) {
  const [left, setLeft] = useState<Promise<null> | null>(null)
  refresh.mockImplementation(() => isLeaving && setLeft(never))
  return (
    <AppRouterContext value={{ refresh } as unknown as AppRouterInstance}>
      <Suspense>
        <Rest left={left} />
        {children}
      </Suspense>
    </AppRouterContext>
  )
}
const Rest = ({ left }: { left: Promise<null> | null }) => left && use(left)

const page = (more?: ReactNode) => (
  <>
    <ReadAgain />
    <label>
      Note <input name="note" />
    </label>
    {more}
  </>
)
const seeAgain = () => act(async () => void document.dispatchEvent(new Event('visibilitychange')))
const note = () => screen.getByLabelText<HTMLInputElement>('Note')

/** The page is left and loaded anew; what stands in the note then. */
function loadedAnew(): string {
  window.dispatchEvent(new Event('pagehide'))
  note().value = ''
  restoreTyped()
  return note().value
}

beforeEach(() => {
  refresh.mockReset()
  sessionStorage.clear()
})

test('what was typed is there when reading again loads the page anew', async () => {
  render(<Router isLeaving>{page()}</Router>)
  await userEvent.type(note(), 'Brings two guests')
  await seeAgain()
  expect(refresh).toHaveBeenCalledTimes(1)
  expect(loadedAnew()).toBe('Brings two guests')
})

test('a page that was read again and is left later keeps nothing', async () => {
  render(<Router isLeaving={false}>{page()}</Router>)
  await userEvent.type(note(), 'Brings two guests')
  await seeAgain()
  expect(loadedAnew()).toBe('')
})

test('a payment is not ended by it: the page is read once the dialog is closed', async () => {
  jest.useFakeTimers()
  const dialog = (
    <div role="dialog" aria-label="Pay">
      <iframe title="Card" />
    </div>
  )
  const { rerender } = render(<Router isLeaving={false}>{page(dialog)}</Router>)
  await seeAgain()
  act(() => jest.advanceTimersByTime(5_000))
  expect(refresh).not.toHaveBeenCalled()
  rerender(<Router isLeaving={false}>{page()}</Router>)
  act(() => jest.advanceTimersByTime(5_000))
  expect(refresh).toHaveBeenCalledTimes(1)
  jest.useRealTimers()
})
