import { render, screen } from '@testing-library/react'
import { NextIntlClientProvider, useTranslations } from 'next-intl'
import { AllWords } from '@/components/all-words'
import ms from '@/messages/ms.json'

function Length() {
  const t = useTranslations('admin.durations')
  return <p>{t('half-day')}</p>
}

const show = () =>
  render(
    <NextIntlClientProvider
      locale="ms"
      timeZone="Asia/Kuala_Lumpur"
      messages={{ common: ms.common }}
    >
      <AllWords>
        <Length />
        <Length />
      </AllWords>
    </NextIntlClientProvider>,
  )

test('words that a page forgot are those of the key, then of the reader’s language, and logged once', async () => {
  const log = jest.spyOn(console, 'error').mockImplementation(() => {})
  show()
  expect(screen.getAllByText('half day')).toHaveLength(2)
  expect(await screen.findAllByText(ms.admin.durations['half-day'])).toHaveLength(2)
  const said = log.mock.calls.map(([line]) => String(line)).filter((line) => /MISSING/.test(line))
  expect(new Set(said).size).toBe(said.length)
  expect(said.length).toBeGreaterThan(0)
})
