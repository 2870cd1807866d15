import '@testing-library/jest-dom'
import { render, screen } from '@testing-library/react'
import { NextIntlClientProvider } from 'next-intl'
import { ReachCustomer } from '@/components/admin/booking/reach-customer'
import en from '@/messages/en.json'

// Of 64characters/Telephone 542: what was typed was dialled.
test.each([
  ['6012-345 6789', '60123456789', 'tel:+60123456789'],
  ['+60 (0)12-345 6789', '60123456789', 'tel:+60123456789'],
  ['1234567', null, 'tel:1234567'],
])('who gave %s is called at the number that WhatsApp knows', (phone, whatsApp, href) => {
  render(
    <NextIntlClientProvider locale="en" timeZone="Asia/Kuala_Lumpur" messages={en as never}>
      <ReachCustomer phone={phone} whatsApp={whatsApp} text="Hi" email={null} note={() => {}} />
    </NextIntlClientProvider>,
  )
  expect(screen.getByRole('link', { name: 'Call' })).toHaveAttribute('href', href)
})
