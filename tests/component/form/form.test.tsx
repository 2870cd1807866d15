// The one way to build a form (components/form), with a form as small as can be.
import { fireEvent, render, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { NextIntlClientProvider } from 'next-intl'
import * as z from 'zod/mini'
import { HttpError } from '@/components/api'
import { useFieldErrors } from '@/components/form/use-field-errors'
import { useSchemaForm } from '@/components/form/use-schema-form'
import { showServerErrors, useSubmit } from '@/components/form/use-submit'
import { Field } from '@/components/ui/field'
import { email, textLine } from '@/lib/text'
import en from '@/messages/en.json'

const faults = en.errors.fields
const shape = z.object({ email: email(), password: textLine(20) })
type Values = z.output<typeof shape>
const FIELDS = ['email', 'password'] as const
const send = jest.fn<Promise<void>, [Values]>()

function Form() {
  const form = useSchemaForm<Values, Values>({ schema: () => shape })
  const errorOf = useFieldErrors(form.control)
  const { submit, pending } = useSubmit(form, {
    fields: FIELDS,
    send,
    onRefused: (error) => showServerErrors(form, FIELDS, error),
  })
  return (
    <form noValidate onSubmit={(event) => void submit(event)}>
      <Field id="email" label="Email" error={errorOf('email')}>
        <input {...form.register('email')} />
      </Field>
      <Field id="password" label="Password" error={errorOf('password')}>
        <input type="password" {...form.register('password')} />
      </Field>
      <button type="submit" aria-busy={pending}>
        Send
      </button>
    </form>
  )
}

const show = () =>
  render(
    <NextIntlClientProvider locale="en" messages={en}>
      <Form />
    </NextIntlClientProvider>,
  )
const field = (name: string) => screen.getByLabelText(name)
const button = () => screen.getByRole('button')
const checked = () => new Promise((done) => setTimeout(done, 20))

beforeEach(() => void send.mockResolvedValue())

test('a press on the button leaves a field, and nothing on the page moves before the click', async () => {
  const { container } = show()
  await userEvent.type(field('Email'), 'aina')
  const before = container.innerHTML
  fireEvent.pointerDown(button())
  fireEvent.blur(field('Email'), { relatedTarget: button() })
  await checked()
  expect(container.innerHTML).toBe(before)
  fireEvent.pointerUp(button())
  fireEvent.click(button())
  await waitFor(() => expect(field('Email')).toHaveAccessibleDescription(faults.email))
})

test('neither does it after a first refusal: a field is checked again as it is typed', async () => {
  const { container } = show()
  await userEvent.type(field('Email'), 'aina')
  await userEvent.click(button())
  await waitFor(() => expect(field('Password')).toHaveAccessibleDescription(faults.required))
  await userEvent.type(field('Email'), '@example.com')
  await waitFor(() => expect(field('Email')).not.toHaveAccessibleDescription(/./))
  await userEvent.clear(field('Email'))
  await userEvent.type(field('Email'), 'a')
  await waitFor(() => expect(field('Email')).toHaveAccessibleDescription(faults.email))
  const before = container.innerHTML
  fireEvent.pointerDown(button())
  fireEvent.blur(field('Email'), { relatedTarget: button() })
  await checked()
  expect(container.innerHTML).toBe(before)
})

test.each([
  ['Email', 'email', [0, 0]],
  ['Password', 'password', [0, 6]],
] as const)(
  'what the server refuses is focused: %s; a password is selected, to be typed anew',
  async (label, name, selected) => {
    show()
    send.mockRejectedValue(new HttpError(400, '', { fields: { [name]: 'Not this.' } }))
    await userEvent.type(field('Email'), 'aina@example.com')
    await userEvent.type(field('Password'), 'secret')
    const control = field(label) as HTMLInputElement
    control.setSelectionRange(0, 0)
    await userEvent.click(button())
    await waitFor(() => expect(control).toHaveFocus())
    expect(control).toHaveAccessibleDescription('Not this.')
    expect([control.selectionStart, control.selectionEnd]).toEqual(selected)
  },
)

test('sent once, however often it is pressed', async () => {
  show()
  let arrive = () => {}
  send.mockReturnValue(new Promise<void>((done) => (arrive = done)))
  await userEvent.type(field('Email'), 'aina@example.com')
  await userEvent.type(field('Password'), 'secret')
  await userEvent.dblClick(button())
  expect(button()).toHaveAttribute('aria-busy', 'true')
  arrive()
  await waitFor(() => expect(button()).toHaveAttribute('aria-busy', 'false'))
  expect(send).toHaveBeenCalledTimes(1)
})
