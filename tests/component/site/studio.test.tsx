import { render, screen } from '@testing-library/react'
import { ContactLinks } from '@/components/site/contact-links'
import { Logo } from '@/components/site/logo'
import type { FooterWords } from '@/components/site/shell-words'
import { ProvideSite } from '@/components/site/site-context'
import { SETTINGS } from '@/lib/settings/schema'
import { DEFAULT_SITE, type Site } from '@/lib/site'
import { studioForm } from '@/tests/support/studio'
import { wordsOf } from '@/tests/support/words'

const { value: other } = SETTINGS.site.parse(studioForm())
const words = { ...wordsOf('en').footer, ...wordsOf('en').common } as unknown as FooterWords

const show = (studio: Site) =>
  render(
    <ProvideSite value={studio}>
      <Logo locale="en" label="Home page" />
      <ContactLinks words={words} />
    </ProvideSite>,
  )

test('the studio that the wordmark was drawn for has the wordmark, and all its channels', () => {
  show(DEFAULT_SITE)
  expect(screen.getByRole('img', { name: 'Home page' })).toHaveAttribute('src', '/logo.svg')
  expect(screen.getAllByRole('listitem')).toHaveLength(6)
})

test('another studio has its own name, number and links; a channel it has not is not there', () => {
  show(other)
  expect(screen.getByRole('link', { name: 'Home page' })).toHaveTextContent(other.name)
  expect(document.querySelector('[src="/logo.svg"]')).toBeNull()
  expect(screen.getByRole('link', { name: `${words.phone}: ${other.phone}` })).toHaveAttribute(
    'href',
    'tel:+60129876543',
  )
  expect(screen.getByRole('link', { name: new RegExp(words.directions) })).toHaveAttribute(
    'href',
    other.directions,
  )
  expect(screen.queryByRole('link', { name: new RegExp(words.photos) })).toBeNull()
  expect(screen.getAllByRole('listitem')).toHaveLength(5)
})
