import { render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { PhoneMenu } from '@/components/site/phone-menu'

const links = [
  { label: 'Services', href: '/services' },
  { label: 'Book Now', href: '/booking' },
]

let closed = 0
beforeEach(() => {
  closed = 0
  HTMLElement.prototype.hidePopover = () => void closed++
  render(<PhoneMenu label="Menu" navLabel="Main" links={links} book={{ label: 'Book Session', href: '/booking' }} />)
})

test('the button opens the list of links', () => {
  const target = screen.getByRole('button', { name: 'Menu' }).getAttribute('popovertarget')
  expect(document.getElementById(target ?? '')).toBe(screen.getByRole('navigation', { name: 'Main' }))
})

test.each(['Services', 'Book Now', 'Book Session'])('tapping %s closes it', async (name) => {
  const link = screen.getByRole('link', { name })
  link.addEventListener('click', (event) => event.preventDefault())
  await userEvent.click(link)
  expect(closed).toBe(1)
})
