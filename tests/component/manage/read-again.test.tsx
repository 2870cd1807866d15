import { screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { act, useState } from 'react'
import { BillingForm } from '@/components/manage/billing-form'
import { FootageForm } from '@/components/manage/footage-form'
import { type Billing, billingValues } from '@/lib/receipts/company'
import en from '@/messages/en.json'
import { calls, serve, show } from '../booking/support'

// Seen in account pages that refresh themselves: what is typed is lost, or what was saved is not
// shown until a reload.
describe('real life: a form on a page that is read again', () => {
  let readAgain: (rows: { links: string[]; billing: Billing | null }) => void
  function Page() {
    const [rows, setRows] = useState<Parameters<typeof readAgain>[0]>({ links: [], billing: null })
    readAgain = (next) => act(() => setRows(next))
    return (
      <>
        <FootageForm token="T" links={rows.links} isPaid={false} />
        <BillingForm token="T" billing={rows.billing} />
      </>
    )
  }
  const company = (changes: Partial<Billing>): Billing => ({
    ...billingValues(),
    company: 'Kopi',
    ...changes,
  })
  const footage = () => screen.getByLabelText(new RegExp(`^${en.orderPage.footage.label}`))
  const save = (nth: number) => userEvent.click(screen.getAllByRole('button')[nth] as HTMLElement)
  const links = (typed: string) => typed.split('\n')

  test('keeps what is being typed, and shows what came new in the other fields', async () => {
    show(<Page />)
    await userEvent.type(footage(), 'https://drive.example/a')
    readAgain({ links: ['https://other.example'], billing: company({}) })
    expect(footage()).toHaveValue('https://drive.example/a')
    expect(screen.getByDisplayValue('Kopi')).toBeInTheDocument()
    readAgain({
      links: ['https://third.example'],
      billing: company({ company: 'Teh' }),
    })
    expect(footage()).toHaveValue('https://drive.example/a')
    expect(screen.getByDisplayValue('Teh')).toBeInTheDocument()
  })

  test('shows what was saved as the server keeps it, and from then on follows it again', async () => {
    serve({ 'POST /api/manage/T/footage': () => ({ body: {} }) })
    show(<Page />)
    await userEvent.type(footage(), '<https://drive.example/a>')
    await save(0)
    await waitFor(() => expect(calls).toHaveLength(1))
    readAgain({ links: links('https://drive.example/a'), billing: null })
    expect(footage()).toHaveValue('https://drive.example/a')
    readAgain({ links: links('https://drive.example/b'), billing: null })
    expect(footage()).toHaveValue('https://drive.example/b')
  })

  test('keeps what is typed while a save is under way', async () => {
    serve({ 'POST /api/manage/T/footage': () => ({ body: {} }) })
    show(<Page />)
    await userEvent.type(footage(), 'https://drive.example/a')
    await save(0)
    await waitFor(() => expect(calls).toHaveLength(1))
    await userEvent.type(footage(), '{Enter}https://drive.example/b')
    readAgain({ links: ['https://drive.example/a'], billing: null })
    expect(footage()).toHaveValue('https://drive.example/a\nhttps://drive.example/b')
  })
})
