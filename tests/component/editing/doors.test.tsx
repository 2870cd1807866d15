import { render, screen } from '@testing-library/react'
import { NextIntlClientProvider } from 'next-intl'
import { EditingOffer, EditingService } from '@/components/editing/doors'
import { Footer } from '@/components/layout/footer'
import { QUESTIONS } from '@/components/legal/questions'
import { LANGUAGES, wordsOf, type Language } from '@/tests/support/words'
import { DEFAULT_SITE } from '@/lib/settings/site'

const HOURS = { weekday: { opens: 9, closes: 21 }, weekend: { opens: 10, closes: 17 } }

const show = (element: React.ReactElement, language: Language = 'en') =>
  render(
    <NextIntlClientProvider locale={language} messages={wordsOf(language)}>
      {element}
    </NextIntlClientProvider>,
  )

test('the services have video editing, with its lowest price and the way to the exact one', () => {
  show(<EditingService />)
  expect(screen.getByRole('heading', { level: 2 }).closest('section')).toHaveAttribute(
    'id',
    'video-editing',
  )
  expect(screen.getByText('From RM60')).toBeInTheDocument()
  expect(screen.getByRole('link')).toHaveAttribute('href', '/#editing')
})

test.each([
  ['en', '/#editing'],
  ['ms', '/ms#editing'],
  ['zh', '/zh#editing'],
] as const)('who has recorded is offered an edit, with its lowest price (%s)', (language, path) => {
  show(<EditingOffer />, language)
  expect(screen.getByRole('link', { name: /RM60/ })).toHaveAttribute('href', path)
})

test.each(LANGUAGES)('the footer and the questions lead to it (%s)', (language) => {
  show(<Footer studio={DEFAULT_SITE} hours={HOURS} />, language)
  const link = screen.getByRole('link', { name: wordsOf(language).footer.editing })
  expect(link.getAttribute('href')).toMatch(/\/services#video-editing$/)
  const questions = QUESTIONS.flatMap(({ items }) => [...items])
  expect(questions).toContainEqual({ key: 'editing', more: '/#editing' })
})
