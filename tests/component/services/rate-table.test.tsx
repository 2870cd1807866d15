import { fireEvent, render, screen } from '@testing-library/react'
import { NextIntlClientProvider } from 'next-intl'
import type { ServiceOption } from '@/components/booking/options'
import { RateTable } from '@/components/services/rate-table'
import { DEFAULT_TAX, type TaxSetting } from '@/lib/settings/tax'
import en from '@/messages/en.json'

const SERVICE: ServiceOption = {
  id: 1,
  name: 'Audio Podcast Basic',
  description: '',
  icon: '',
  rates: { hourly: 99_00, halfDay: 89_00, fullDay: null, weekly: null },
}
const show = (tax: TaxSetting) => {
  const shown = render(
    <NextIntlClientProvider locale="en" messages={en}>
      <RateTable services={[SERVICE]} tax={tax} />
    </NextIntlClientProvider>,
  )
  fireEvent.click(screen.getByText('What an hour costs'))
  return shown
}

test('a rate has its price with tax; where there is no room for the words, the table says what the small figure is', () => {
  show(DEFAULT_TAX)
  // The bare figure is for eyes only: whoever listens hears the sentence once.
  expect(screen.getByRole('cell', { name: 'RM99 RM107.17 with tax' })).toBeInTheDocument()
  expect(screen.getByText('RM107.17')).toHaveAttribute('aria-hidden', 'true')
  expect(screen.getByText('The small figure includes tax.')).toBeInTheDocument()
  expect(screen.getByRole('cell', { name: 'Not offered' })).toBeInTheDocument()
})

test('a service charge is called so; with nothing added there is no small figure', () => {
  const { unmount } = show({ ...DEFAULT_TAX, kind: 'service-charge', basisPoints: 1000 })
  expect(screen.getByText('The small figure includes the service charge.')).toBeInTheDocument()
  unmount()
  show({ ...DEFAULT_TAX, kind: 'none', basisPoints: 0 })
  expect(screen.getByRole('cell', { name: 'RM99' })).toBeInTheDocument()
  expect(screen.queryByText(/small figure/)).not.toBeInTheDocument()
})
