import { render, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { NextIntlClientProvider } from 'next-intl'
import { Menu } from '@/components/layout/menu'
import en from '@/messages/en.json'

let path = '/services'
jest.mock('next/navigation', () => ({
  ...jest.requireActual<object>('next/navigation'),
  usePathname: () => path,
}))

let closed = 0
const menu = () => (
  <NextIntlClientProvider locale="en" messages={en}>
    <Menu />
  </NextIntlClientProvider>
)
const open = () => render(menu())
beforeEach(() => {
  closed = 0
  HTMLElement.prototype.hidePopover = () => void closed++
})

test('the button opens the list of links', () => {
  open()
  const target = screen.getByRole('button', { name: 'Menu' }).getAttribute('popovertarget')
  expect(document.getElementById(target ?? '')).toBe(
    screen.getByRole('navigation', { name: 'Main' }),
  )
})

test.each(['Services', 'Book Now', 'Book Session'])('tapping %s closes it', async (name) => {
  open()
  const link = screen.getByRole('link', { name })
  link.addEventListener('click', (event) => event.preventDefault())
  await userEvent.click(link)
  expect(closed).toBe(1)
})

test('the page shown is marked, and no longer after moving on', async () => {
  const view = open()
  await waitFor(() =>
    expect(screen.getByRole('link', { name: 'Services' })).toHaveAttribute('aria-current', 'page'),
  )
  expect(screen.getByRole('link', { name: 'Book Now' })).not.toHaveAttribute('aria-current')
  path = '/blog'
  view.rerender(menu())
  await waitFor(() =>
    expect(screen.getByRole('link', { name: 'Services' })).not.toHaveAttribute('aria-current'),
  )
})
