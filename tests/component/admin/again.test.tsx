// What is made in the console and gets no answer is made once when it is sent again: the same content
// has the same Idempotency-Key while its form is open.
import { render, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import {
  AppRouterContext,
  type AppRouterInstance,
} from 'next/dist/shared/lib/app-router-context.shared-runtime'
import { NextIntlClientProvider } from 'next-intl'
import type { ReactNode } from 'react'
import { AddressList } from '@/components/admin/account/address-list'
import { NoteDialog } from '@/components/admin/booking/notes'
import { AddItem } from '@/components/admin/portfolio/item-form'
import type { FormAction } from '@/components/admin/shared/run-action'
import { SaveFrame } from '@/components/admin/shared/save-frame'
import { ToastSlot } from '@/components/ui/toast-slot'
import en from '@/messages/en.json'

const { form, sheet, account, portfolio, save } = en.admin
const KEY = /^[\da-f]{32}$/
const keys: unknown[] = []
/** Null: no answer. */
let answers: (object | null)[]
const refresh = jest.fn()

const answer = (key: unknown) => {
  keys.push(key)
  const next = answers.shift()
  if (next === null) throw new TypeError('Failed to fetch')
  return next ?? {}
}
beforeEach(() => {
  keys.length = 0
  answers = []
  globalThis.fetch = (async (_path: string, { headers }: RequestInit) => {
    const body = answer(new Headers(headers).get('idempotency-key'))
    return {
      ...{ ok: true, status: 201, headers: new Headers() },
      text: async () => JSON.stringify(body),
    } as unknown as Response
  }) as typeof fetch
})
const submit: FormAction = async ({ idempotencyKey }) => ({
  status: 201,
  body: answer(idempotencyKey),
})

const show = (part: ReactNode) =>
  render(
    <AppRouterContext value={{ refresh } as unknown as AppRouterInstance}>
      <NextIntlClientProvider locale="en" timeZone="Asia/Kuala_Lumpur" messages={en as never}>
        <SaveFrame>{part}</SaveFrame>
        <ToastSlot label="Notices" closeLabel="Close" />
      </NextIntlClientProvider>
    </AppRouterContext>,
  )
const press = (name: string) => userEvent.click(screen.getByRole('button', { name }))
const sentTimes = (times: number) => waitFor(() => expect(keys).toHaveLength(times))

test('a note that is sent by its action', async () => {
  show(<NoteDialog bookingId={12} submit={submit} close={jest.fn()} />)
  const text = screen.getByLabelText(new RegExp(`^${sheet.noteText}`))
  await userEvent.type(text, 'Called')
  answers = [null, null]
  await press(form.save)
  expect(await screen.findByText(save.unreachable)).toBeInTheDocument()
  await press(form.save)
  await sentTimes(2)
  // Other words are another note.
  await userEvent.type(text, ' twice')
  await press(form.save)
  await sentTimes(3)
  const [first, again, other] = keys
  expect(first).toMatch(KEY)
  expect(again).toBe(first)
  expect(other).toMatch(KEY)
  expect(other).not.toBe(first)
})

test('a work that is sent by a call', async () => {
  show(<AddItem />)
  for (const label of [portfolio.fields.title, portfolio.fields.description])
    await userEvent.type(screen.getAllByLabelText(new RegExp(`^${label}`))[0]!, 'Talks')
  answers = [null]
  await press(portfolio.add)
  await sentTimes(1)
  await press(portfolio.add)
  await sentTimes(2)
  expect(keys[0]).toMatch(KEY)
  expect(keys[1]).toBe(keys[0])
})

test('an address of a calendar, which has no form', async () => {
  const words = account.addresses
  show(<AddressList addresses={[]} rooms={[]} />)
  const made = { id: 1, address: 'https://studio.example/calendar/x.ics' }
  answers = [null, made, made]
  await press(words.add)
  await sentTimes(1)
  await press(words.add)
  expect(await screen.findByDisplayValue(/x\.ics$/)).toBeVisible()
  // It is answered: one more is another.
  await press(words.add)
  await sentTimes(3)
  expect(keys[0]).toMatch(KEY)
  expect(keys[1]).toBe(keys[0])
  expect(keys[2]).not.toBe(keys[0])
})
