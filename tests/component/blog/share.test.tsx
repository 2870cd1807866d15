import { render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { NextIntlClientProvider } from 'next-intl'
import { Share } from '@/components/blog/share'
import en from '@/messages/en.json'

const URL_OF_POST = 'https://studio.example/ms/blog/a-b'
const show = () =>
  render(
    <NextIntlClientProvider locale="en" messages={en}>
      <Share title="R&D, 50% off" url={URL_OF_POST} namespace="blog.share" />
    </NextIntlClientProvider>,
  )

afterEach(() => Reflect.deleteProperty(navigator, 'share'))

test('copies the address and says so', async () => {
  const user = userEvent.setup()
  show()
  await user.click(screen.getByRole('button', { name: 'Copy link' }))
  expect(await screen.findByRole('button', { name: 'Link copied' })).toBeInTheDocument()
  expect(await navigator.clipboard.readText()).toBe(URL_OF_POST)
})

test('says when copying is refused', async () => {
  const user = userEvent.setup()
  jest
    .spyOn(navigator.clipboard, 'writeText')
    .mockRejectedValue(new DOMException('denied', 'NotAllowedError'))
  show()
  await user.click(screen.getByRole('button', { name: 'Copy link' }))
  expect(await screen.findByText('Copying failed')).toBeInTheDocument()
})

// clipboard-copy 37, clipboard-polyfill 118: the browsers of Instagram and Messenger on Android.
test('a browser inside another app, which refuses the clipboard, copies by a selection', async () => {
  const user = userEvent.setup()
  jest
    .spyOn(navigator.clipboard, 'writeText')
    .mockRejectedValue(new DOMException('Write permission denied.', 'NotAllowedError'))
  const selected: string[] = []
  const execCommand = (command: string) => {
    selected.push(`${command}: ${String(getSelection())}`)
    return true
  }
  Object.assign(document, { execCommand })
  show()
  await user.click(screen.getByRole('button', { name: 'Copy link' }))
  expect(await screen.findByRole('button', { name: 'Link copied' })).toHaveFocus()
  expect(selected).toEqual([`copy: ${URL_OF_POST}`])
  expect(String(getSelection())).toBe('')
  expect(screen.queryByText(URL_OF_POST)).toBeNull()
  Reflect.deleteProperty(document, 'execCommand')
})

test('WhatsApp gets title and address, encoded', () => {
  show()
  const link = screen.getByRole('link', { name: /WhatsApp/ })
  expect(new URL(link.getAttribute('href') ?? '').searchParams.get('text')).toBe(
    `R&D, 50% off ${URL_OF_POST}`,
  )
  expect(link).toHaveAttribute('rel', 'noopener noreferrer')
})

test('the device’s own sheet is offered where there is one; closing it is no error', async () => {
  show()
  expect(screen.queryByRole('button', { name: 'More ways' })).toBeNull()
  const share = jest.fn(() => Promise.reject(new DOMException('closed', 'AbortError')))
  Object.assign(navigator, { share })
  show()
  await userEvent.click(screen.getByRole('button', { name: 'More ways' }))
  expect(share).toHaveBeenCalledWith({ title: 'R&D, 50% off', url: URL_OF_POST })
})
