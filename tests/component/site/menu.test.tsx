import { render, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { Menu } from '@/components/site/menu'

let path = '/services'
jest.mock('next/navigation', () => ({
  ...jest.requireActual<object>('next/navigation'),
  usePathname: () => path,
}))

const links = [
  { label: 'Services', href: '/services' },
  { label: 'Book Now', href: '/booking' },
]

let closed = 0
const open = () =>
  render(
    <Menu
      label="Menu"
      navLabel="Main"
      links={links}
      book={{ label: 'Book Session', href: '/booking' }}
    />,
  )
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
  view.rerender(
    <Menu
      label="Menu"
      navLabel="Main"
      links={links}
      book={{ label: 'Book Session', href: '/booking' }}
    />,
  )
  await waitFor(() =>
    expect(screen.getByRole('link', { name: 'Services' })).not.toHaveAttribute('aria-current'),
  )
})
