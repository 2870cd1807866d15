import { render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { NextIntlClientProvider } from 'next-intl'
import { AppRouterContext } from 'next/dist/shared/lib/app-router-context.shared-runtime'
import { PostForm } from '@/components/admin/blog/post-form'
import { SaveFrame } from '@/components/admin/shared/save-frame'
import { ToastSlot } from '@/components/ui/toast-slot'
import en from '@/messages/en.json'

/** Fills a new post in and saves it; the server answers what is given. */
async function create(answer: () => Promise<Partial<Response>>): Promise<void> {
  globalThis.fetch = jest.fn(answer) as never
  render(
    <AppRouterContext value={{ refresh() {}, push() {} } as never}>
      <NextIntlClientProvider locale="en" timeZone="Asia/Kuala_Lumpur" messages={en as never}>
        <SaveFrame>
          <PostForm done={() => {}} />
        </SaveFrame>
        <ToastSlot label="Notices" closeLabel="Close" />
      </NextIntlClientProvider>
    </AppRouterContext>,
  )
  for (const name of ['Title', 'Excerpt', 'Content'])
    await userEvent.type(screen.getAllByLabelText(name)[0] as HTMLElement, `The ${name}`)
  await userEvent.click(screen.getByRole('button', { name: 'Create post' }))
}

const answered = (status: number, text: string) => async () =>
  ({ ok: false, status, statusText: '', headers: new Headers(), text: async () => text }) as never

test.each([
  ['says only that it failed', '<html>Bad gateway</html>', 'Failed to create blog post'],
  [
    'says what went wrong',
    JSON.stringify({ message: 'An unexpected error occurred.', code: 'internal' }),
    'An unexpected error occurred.',
  ],
])('a post that the server could not create: it %s', async (_what, text, sentence) => {
  await create(answered(500, text))
  expect(await screen.findByText(sentence)).toBeInTheDocument()
  expect(screen.getAllByLabelText('Title')[0]).toHaveValue('The Title')
  // It did answer.
  expect(screen.queryByText(/did not answer/)).toBeNull()
})

test('a post that never reached the server says that', async () => {
  await create(() => Promise.reject(new TypeError('Failed to fetch')))
  expect(await screen.findByText(/server did not answer/)).toBeInTheDocument()
})
