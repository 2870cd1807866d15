import { existsSync } from 'node:fs'
import { render, screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { NextIntlClientProvider } from 'next-intl'
import { LanguageMenu } from '@/components/layout/language-menu'
import { RESTORE_LANGUAGE } from '@/lib/i18n/stored'
import en from '@/messages/en.json'

const NOTE = 'More languages are coming soon'
const open = () =>
  render(
    <NextIntlClientProvider locale="en" messages={en}>
      <LanguageMenu />
    </NextIntlClientProvider>,
  )
const list = () => document.getElementById('language-menu') as HTMLElement

// jsdom has no popovers; the browser's own closing on Escape and outside clicks is tested in the
// browser.
beforeAll(() => {
  HTMLElement.prototype.hidePopover = function (this: HTMLElement) {
    this.dataset.closed = 'true'
  }
})

beforeEach(() => {
  localStorage.clear()
  document.cookie = 'language=; Path=/; Max-Age=0'
  window.history.replaceState(null, '', '/')
})

test('lists the three languages with flag, own name and English name, in order, with the note below', () => {
  open()
  expect(
    within(list())
      .getAllByRole('link', { hidden: true })
      .map((link) => link.textContent),
  ).toEqual(['English', '简体中文Chinese (Simplified)', 'Bahasa Malaysia'])
  expect(within(list()).getByText(NOTE)).toBeInTheDocument()
})

test('each name is marked as its own language and leads somewhere without JavaScript', () => {
  open()
  const link = within(list()).getByRole('link', { name: /^简体中文/, hidden: true })
  expect(link).toHaveAttribute('lang', 'zh-Hans')
  expect(link).toHaveAttribute('href', '/zh')
})

test('the button names the language and opens the list', () => {
  open()
  expect(screen.getByRole('button', { name: 'Language: English' })).toHaveAttribute(
    'popovertarget',
    'language-menu',
  )
})

test('choosing the language shown remembers it, closes the list and stays', async () => {
  open()
  await userEvent.click(within(list()).getByRole('link', { name: 'English', hidden: true }))
  expect(localStorage.getItem('language')).toBe('en')
  expect(document.cookie).toContain('language=en')
  expect(list().dataset.closed).toBe('true')
  expect(window.location.pathname).toBe('/')
})

test('choosing another language takes along what was typed', async () => {
  const moved = jest.spyOn(console, 'error').mockImplementation(() => undefined)
  render(<input aria-label="Message" name="message" />)
  await userEvent.type(screen.getByLabelText('Message'), 'About Friday')
  open()
  await userEvent.click(within(list()).getByRole('link', { name: /^简体中文/, hidden: true }))
  expect(sessionStorage.getItem('typed')).toContain('About Friday')
  expect(moved).toHaveBeenCalled() // jsdom cannot leave a page.
})

test('a browser that refuses storage still gets the cookie and no error', async () => {
  jest.spyOn(Storage.prototype, 'setItem').mockImplementation(() => {
    throw new DOMException('denied', 'SecurityError')
  })
  open()
  await userEvent.click(within(list()).getByRole('link', { name: 'English', hidden: true }))
  expect(document.cookie).toContain('language=en')
})

describe('the script in the head', () => {
  // What the script does to an address: where it sends the visitor, or null when they stay.
  const restore = (stored: string | null, address: string): string | null => {
    const { pathname, search, hash } = new URL(address, 'https://studio.example')
    let target: string | null = null
    const location = { pathname, search, hash, replace: (url: string) => (target = url) }
    const storage = { getItem: () => stored }
    const page = { documentElement: { style: {} } }
    new Function('location', 'localStorage', 'document', RESTORE_LANGUAGE)(location, storage, page)
    return target
  }

  test.each([
    ['ms', '/', '/ms'],
    ['zh', '/', '/zh'],
    ['ms', '/booking?service=2#when', '/ms/booking?service=2#when'],
    ['zh', '/mstudio', '/zh/mstudio'],
  ])('%s moves %s to %s', (stored, from, to) => expect(restore(stored, from)).toBe(to))

  test.each([
    ['ms', '/zh/booking'],
    ['zh', '/ms'],
    ['en', '/booking'],
    [null, '/booking'],
    ['fr', '/'],
    ['MS', '/'],
    ['ms/../zh', '/'],
  ])('%s leaves %s alone', (stored, from) => expect(restore(stored, from)).toBeNull())

  test('stays when storage is refused', () => {
    const location = {
      pathname: '/',
      search: '',
      hash: '',
      replace: () => {
        throw new Error('moved')
      },
    }
    const denied = {
      getItem() {
        throw new DOMException('denied', 'SecurityError')
      },
    }
    expect(() =>
      new Function('location', 'localStorage', 'document', RESTORE_LANGUAGE)(location, denied, {}),
    ).not.toThrow()
  })
})

test('each language has a flag that is there, and that nobody has to see', () => {
  open()
  const flags = [...document.querySelectorAll('#language-menu img')]
  expect(flags).toHaveLength(3)
  for (const flag of flags) {
    expect(flag).toHaveAttribute('alt', '')
    expect(existsSync(`public${flag.getAttribute('src')}`)).toBe(true)
  }
})
