// A link whose code behind # was dropped on its way, as scanners of company mail do, asks for the code.
import { act, render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { NextIntlClientProvider } from 'next-intl'
import { LinkCode } from '@/components/form/link-code'
import en from '@/messages/en.json'

const words = en.linkCode
const CODE = 'Zr3vX0kq9cM_2bL7tQ1wA-'
const show = () =>
  render(
    <NextIntlClientProvider locale="en" messages={en}>
      <LinkCode length={22}>
        <p>The form</p>
      </LinkCode>
    </NextIntlClientProvider>,
  )
afterEach(() => act(() => window.history.replaceState(null, '', '/')))

test('with its code the link opens what it is for', () => {
  window.history.replaceState(null, '', `/bank-details#${CODE}`)
  show()
  expect(screen.getByText('The form')).toBeVisible()
  expect(screen.queryByLabelText(new RegExp(`^${words.label}`))).toBeNull()
})

test.each([CODE, ` ${CODE}. `, `https://studio.example/bank-details#${CODE}`])(
  'without it the code is asked for, and %s opens it',
  async (typed) => {
    window.history.replaceState(null, '', '/bank-details')
    show()
    expect(screen.queryByText('The form')).toBeNull()
    const field = screen.getByLabelText(new RegExp(`^${words.label}`))
    await userEvent.type(field, 'short')
    await userEvent.click(screen.getByRole('button', { name: words.submit }))
    expect(screen.getByText(words.wrong)).toBeVisible()
    await userEvent.clear(field)
    await userEvent.type(field, typed)
    await userEvent.click(screen.getByRole('button', { name: words.submit }))
    expect(await screen.findByText('The form')).toBeVisible()
    expect(window.location.hash).toBe(`#${CODE}`)
  },
)
