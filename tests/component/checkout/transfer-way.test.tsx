// A transfer is mailed before any money has come: its email is proven first, in the same place.
import { render, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { NextIntlClientProvider } from 'next-intl'
import { TransferWay } from '@/components/checkout/transfer-way'
import en from '@/messages/en.json'

const { transfer, booking } = en
const TOKEN = 'Zr3vX0kq9cM_2bL7tQ1wAg'
const EMAIL = 'aina@example.com'

test('a transfer for an unproven email asks for the code, and goes on by itself once it is right', async () => {
  const sent: string[] = []
  let proven = false
  globalThis.fetch = (async (path: string, { method = 'GET' }: RequestInit = {}) => {
    sent.push(`${method} ${path}`)
    const refused = path === '/api/bookings/7/transfer' && !proven
    if (path === '/api/auth/member-sign-in') proven = true
    const body = refused
      ? { code: 'email_unproven', message: en.errors.email_unproven_transfer }
      : path.startsWith('/api/manage/')
        ? {
            transfer: {
              account: { bank: 'Maybank', holder: 'Studio', number: '5140', qr: null },
              ...{ amount: '107.17', reference: '7', until: null, slipSentAt: null },
            },
          }
        : { token: TOKEN, email: EMAIL }
    return {
      ...{ ok: !refused, status: refused ? 403 : 200, headers: new Headers() },
      text: async () => JSON.stringify(body),
    } as Response
  }) as typeof fetch
  const onChosen = jest.fn()
  render(
    <NextIntlClientProvider locale="en" timeZone="Asia/Kuala_Lumpur" messages={en}>
      <TransferWay bookingId={7} email={EMAIL} hours={24} onChosen={onChosen}>
        <p>A card</p>
      </TransferWay>
    </NextIntlClientProvider>,
  )
  await userEvent.click(screen.getByRole('button', { name: transfer.transfer }))
  await userEvent.click(screen.getByRole('button', { name: transfer.choose }))
  const send = await screen.findByRole('button', {
    name: booking.proof.send.replace('{email}', EMAIL),
  })
  expect(screen.getByText(transfer.proof.replace('{email}', EMAIL))).toBeVisible()
  expect(onChosen).not.toHaveBeenCalled()
  await userEvent.click(send)
  await userEvent.type(await screen.findByLabelText(new RegExp(`^${booking.proof.code}`)), '482913')
  await userEvent.click(screen.getByRole('button', { name: booking.proof.check }))
  expect(await screen.findByRole('link', { name: transfer.toPage })).toHaveAttribute(
    'href',
    `/manage/${TOKEN}`,
  )
  expect(onChosen).toHaveBeenCalledTimes(1)
  await waitFor(() =>
    expect(sent).toEqual([
      'POST /api/bookings/7/transfer',
      'POST /api/auth/member-code',
      'POST /api/auth/member-sign-in',
      'POST /api/bookings/7/transfer',
      `GET /api/manage/${TOKEN}`,
    ]),
  )
})
