import { createEvent, fireEvent, render, screen } from '@testing-library/react'
import { barTitle } from '@/components/admin/frame/bar-title'
import { Link } from '@/components/admin/frame/link'
import { PlaceLink } from '@/components/admin/frame/place-link'

let path = ''
const push = jest.fn()
jest.mock('next/navigation', () => ({
  usePathname: () => path,
  useRouter: () => ({ push: (href: string) => push(href) as void }),
}))

const marks = (at: string, href: string): string | null => {
  path = at
  render(<PlaceLink href={href}>{`${at} ${href}`}</PlaceLink>)
  return screen.getByRole('link', { name: `${at} ${href}` }).getAttribute('aria-current')
}

test('a place is marked on its page and on those below it, the first page on its own alone', () => {
  expect(marks('/ms/admin/settings', '/ms/admin/settings')).toBe('page')
  expect(marks('/ms/admin/settings/hours', '/ms/admin/settings')).toBe('true')
  expect(marks('/ms/admin/customers/12', '/ms/admin/customers')).toBe('true')
  expect(marks('/ms/admin/settings-of-old', '/ms/admin/settings')).toBeNull()
  expect(marks('/ms/admin', '/ms/admin')).toBe('page')
  expect(marks('/ms/admin/money', '/ms/admin')).toBeNull()
  expect(marks('/ms/admin/money', '/ms')).toBeNull()
})

test.each([
  ['a press', {}, true],
  ['a press with Ctrl', { ctrlKey: true }, false],
  ['a press with Command', { metaKey: true }, false],
  ['a press with Shift', { shiftKey: true }, false],
  ['a press with Alt', { altKey: true }, false],
])('%s on a link: %j is the router’s: %s', (_what, keys, isRouters) => {
  push.mockClear()
  render(<Link href="/admin/inbox">Inbox</Link>)
  const link = screen.getByRole('link', { name: 'Inbox' })
  expect(link).toHaveAttribute('href', '/admin/inbox')
  const press = createEvent.click(link, keys)
  fireEvent(link, press)
  expect(press.defaultPrevented).toBe(isRouters)
  expect(push.mock.calls).toEqual(isRouters ? [['/admin/inbox']] : [])
})

test('a name of 53 letters is not cut in a title: it is smaller, and has three lines', () => {
  const long = barTitle('Wan Nur Aisyah Humaira binti Wan Ahmad Faizal Abdulla', 'grow')
  expect(long).toContain('text-base')
  expect(long).toContain('line-clamp-3')
  expect(long).not.toContain('truncate')
  expect(barTitle('Aina Rahman', 'grow')).toContain('text-lg')
})
