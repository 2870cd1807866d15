import { act, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { FootageForm } from '@/components/manage/footage-form'
import { toast } from '@/components/ui/toast'
import { serve, show } from '../booking/support'
import en from '@/messages/en.json'

const words = en.orderPage.footage
afterEach(() => act(async () => void toast.dismiss()))

test.each([
  ['an unpaid order says when the due date comes', false, words.savedNote, words.savedPaid],
  ['a paid order says that the due date is there', true, words.savedPaid, words.savedNote],
])('saving the links of %s', async (_, isPaid, said, unsaid) => {
  serve({ 'POST /api/manage/T/footage': () => ({ body: {} }) })
  show(<FootageForm token="T" links={[]} isPaid={isPaid} />)
  await userEvent.type(screen.getByRole('textbox'), 'https://drive.example/a')
  await userEvent.click(screen.getByRole('button', { name: words.save }))
  expect(await screen.findByText(said)).toBeInTheDocument()
  expect(screen.queryByText(unsaid)).toBeNull()
})

test('taking the links away promises nothing', async () => {
  serve({ 'POST /api/manage/T/footage': () => ({ body: {} }) })
  show(<FootageForm token="T" links={['https://drive.example/a']} isPaid />)
  await userEvent.clear(screen.getByRole('textbox'))
  await userEvent.click(screen.getByRole('button', { name: words.save }))
  expect(await screen.findByText(words.saved)).toBeInTheDocument()
  expect(screen.queryByText(words.savedPaid)).toBeNull()
})
