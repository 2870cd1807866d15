import { act, render, screen } from '@testing-library/react'
import { TestBanner } from '@/components/layout/test-banner'

const TEXT = 'Test payments: no money moves'

const answer = (mode: string | null) => {
  globalThis.fetch = jest.fn(
    async () =>
      ({
        ok: mode !== null,
        headers: new Headers(),
        text: async () => JSON.stringify({ mode }),
      }) as Response,
  )
}

test('says so when payments go to the sandbox, in a place that was kept free', async () => {
  answer('sandbox')
  const { container } = render(<TestBanner text={TEXT} />)
  const height = (container.firstChild as HTMLElement).className
  expect(await screen.findByRole('status')).toHaveTextContent(TEXT)
  expect((container.firstChild as HTMLElement).className).toBe(height)
})

test.each(['stripe', 'off', null])('says nothing when the mode is %s', async (mode) => {
  answer(mode)
  render(<TestBanner text={TEXT} />)
  // Past the answer: before it nothing is shown in any mode.
  await act(() => new Promise((resolve) => setTimeout(resolve, 20)))
  expect(globalThis.fetch).toHaveBeenCalledTimes(1)
  expect(screen.queryByText(TEXT)).not.toBeInTheDocument()
})
