// People and proof: shown as entered, and nothing at all until then.
import { render, screen, within } from '@testing-library/react'
import { NextIntlClientProvider } from 'next-intl'
import type { ReactElement } from 'react'
import { People } from '@/components/home/people'
import { Proof } from '@/components/home/proof'
import type { PortfolioItem } from '@/lib/content/rules'
import { NO_RATING } from '@/lib/settings/proof'
import en from '@/messages/en.json'
import zh from '@/messages/zh.json'

const show = (children: ReactElement, locale: 'en' | 'zh' = 'en') =>
  render(
    <NextIntlClientProvider locale={locale} messages={{ en, zh }[locale]}>
      {children}
    </NextIntlClientProvider>,
  ).container

const work = {
  id: 1,
  title: 'T',
  description: 'D',
  type: 'podcast',
  duration: null,
  thumbnailUrl: null,
  videoUrl: null,
  soundUrl: null,
  soundPeaks: null,
  quote: null,
  quoteName: null,
  quoteShow: null,
  featured: true,
  createdAt: '',
  updatedAt: '',
  translations: {},
} satisfies PortfolioItem
const said = { ...work, quote: 'Quiet, and on time.', quoteName: 'Aina', quoteShow: 'Lorong Lama' }

test('nothing is shown while nothing is entered', () => {
  expect(show(<Proof items={[work]} rating={NO_RATING} marks={[]} />)).toBeEmptyDOMElement()
  expect(show(<People team={[]} />)).toBeEmptyDOMElement()
})

test('a quote stands with who said it, a rating with its number, link and date, a mark with its name', () => {
  show(
    <Proof
      items={[work, said]}
      rating={{
        source: 'Google',
        score: 4.9,
        count: 132,
        url: 'https://g.page/x',
        date: '2026-11-26',
      }}
      marks={[{ name: 'Kopi Sdn. Bhd.', picture: '/api/uploads/a.webp' }]}
    />,
  )
  expect(screen.getByRole('figure')).toHaveTextContent('Quiet, and on time.Aina, Lorong Lama')
  const link = screen.getByRole('link', { name: /4\.9 of 5 on Google, 132 reviews/ })
  expect(link).toHaveAttribute('href', 'https://g.page/x')
  expect(screen.getByText(/as of .*26.*2026/)).toBeInTheDocument()
  expect(
    within(screen.getByRole('list')).getByRole('img', { name: 'Kopi Sdn. Bhd.' }),
  ).toBeVisible()
})

test('what somebody said is not English on a Chinese page without being marked so', () => {
  show(<Proof items={[said]} rating={NO_RATING} marks={[]} />, 'zh')
  expect(screen.getByText('Quiet, and on time.')).toHaveAttribute('lang', 'en')
})

test('who works here has a portrait, or the first letters of the name', () => {
  const person = { role: 'Sound', languages: 'Malay', lang: 'en' as const }
  show(
    <People
      team={[
        { ...person, name: 'Farah Aziz', picture: '' },
        { ...person, name: 'Wei', picture: '/api/uploads/b.webp' },
      ]}
    />,
  )
  expect(screen.getByText('FA')).toBeVisible()
  expect(screen.getByRole('img', { name: 'Wei' })).toHaveAttribute('src', '/api/uploads/b.webp')
  expect(screen.getAllByRole('listitem')).toHaveLength(2)
})
