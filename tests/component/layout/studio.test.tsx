import { render, screen } from '@testing-library/react'
import { NextIntlClientProvider } from 'next-intl'
import { ContactLinks } from '@/components/layout/footer'
import { Logo } from '@/components/layout/logo'
import { SETTINGS } from '@/lib/settings/schema'
import { DEFAULT_SITE, type Site } from '@/lib/settings/site'
import { studioForm } from '@/tests/support/studio'
import { wordsOf } from '@/tests/support/words'

const { value: other } = SETTINGS.site.body.parse(studioForm())
const words = wordsOf('en').footer

const show = (studio: Site) =>
  render(
    <NextIntlClientProvider locale="en" messages={wordsOf('en')}>
      <Logo studioName={studio.name} />
      <ContactLinks studio={studio} />
    </NextIntlClientProvider>,
  )

test('the studio that the wordmark was drawn for has the wordmark, and all its channels', () => {
  show(DEFAULT_SITE)
  expect(screen.getByRole('img', { name: 'Bintang Studio, home page' })).toHaveAttribute(
    'src',
    '/logo.svg',
  )
  expect(screen.getAllByRole('listitem')).toHaveLength(6)
})

test('another studio has its own name, number and links; a channel it has not is not there', () => {
  show(other)
  expect(screen.getByRole('link', { name: `${other.name}, home page` })).toHaveTextContent(
    other.name,
  )
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
