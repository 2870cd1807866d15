import { render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { NextIntlClientProvider } from 'next-intl'
import { CompanyDetails } from '@/components/checkout/company-details'
import type { CompanyField } from '@/lib/receipts/company'
import en from '@/messages/en.json'

const { billing } = en

const show = (company: string, wrong: CompanyField | null = null) =>
  render(
    <NextIntlClientProvider locale="en" messages={en}>
      <CompanyDetails
        prefix="test"
        company={company}
        control={(name) => ({ name, defaultValue: name === 'company' ? company : '' })}
        errorOf={(name) => (name === wrong ? 'Not a number' : undefined)}
      />
    </NextIntlClientProvider>,
  )

test('the fields of a company come with the press that opens them', async () => {
  show('')
  expect(screen.queryByLabelText(billing.company)).toBeNull()
  await userEvent.click(screen.getByText(billing.title))
  expect(await screen.findByLabelText(billing.company)).toBeInTheDocument()
})

test('a company from before has its fields at once, so that an error can lead to one', async () => {
  show('Contoh Sdn. Bhd.')
  expect(await screen.findByLabelText(billing.company)).toHaveValue('Contoh Sdn. Bhd.')
  expect(screen.getByRole('group')).not.toHaveAttribute('open')
})

test('an error opens them', async () => {
  show('', 'companyTin')
  expect(await screen.findByLabelText(billing.companyTin)).toHaveAccessibleDescription(
    'Not a number',
  )
  expect(screen.getByRole('group')).toHaveAttribute('open')
})
