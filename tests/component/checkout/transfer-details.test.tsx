import '@testing-library/jest-dom'
import { screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { TransferDetails } from '@/components/checkout/transfer-details'
import type { ManagedTransfer } from '@/lib/bookings/schema'
import { show } from '../booking/support'

type Qr = NonNullable<ManagedTransfer['account']>['qr']
const open = (qr: Qr) =>
  show(
    <TransferDetails
      transfer={{
        account: { bank: 'Maybank', holder: 'Studio Sdn Bhd', number: '5140 1234 5678', qr },
        ...{ amount: '107.17', reference: '42', until: null },
      }}
    />,
  )

/** Its library is loaded first. */
const drawn = (name: string) => screen.findByRole('img', { name }, { timeout: 10_000 })

test('on the phone that has to pay, the QR of a transfer is a picture that can be saved', async () => {
  open({ text: '000201', asks: false })
  const picture = await drawn('DuitNow QR of the studio')
  expect(picture).toHaveAttribute('width', '720')
  expect(picture.getAttribute('src')).toMatch(/^data:image\/png;base64,/)
  const save = screen.getByRole('link', { name: 'Save the QR' })
  expect(save).toHaveAttribute('download', 'duitnow-42.png')
  expect(save).toHaveAttribute('href', picture.getAttribute('src'))
  expect(screen.getByText(/^It has no amount: enter the amount/)).toBeVisible()
})

test('a QR that asks for the amount says so', async () => {
  open({ text: '000201', asks: true })
  expect(await drawn('DuitNow QR with the amount and the reference')).toBeVisible()
  expect(screen.queryByText(/^It has no amount/)).toBeNull()
})

test.each([
  ['Copy amount', '107.17'],
  ['Copy reference', '42'],
  ['Copy number', '514012345678'],
])('%s copies what a bank’s app takes', async (name, text) => {
  const user = userEvent.setup()
  open(null)
  await user.click(screen.getByRole('button', { name }))
  expect(await screen.findByText('Copied')).toBeVisible()
  expect(await navigator.clipboard.readText()).toBe(text)
})
