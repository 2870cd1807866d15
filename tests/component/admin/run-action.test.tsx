// A form of the console that submits itself by a server action, and what the server can answer.
import { act, fireEvent, render, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import {
  AppRouterContext,
  type AppRouterInstance,
} from 'next/dist/shared/lib/app-router-context.shared-runtime'
import { UnrecognizedActionError } from 'next/dist/client/components/unrecognized-action-error'
import { NextIntlClientProvider } from 'next-intl'
import { NoteDialog } from '@/components/admin/booking/notes'
import { type FormAction, runAction } from '@/components/admin/shared/run-action'
import { SaveFrame } from '@/components/admin/shared/save-frame'
import { keepTyped } from '@/components/browser/typed'
import { PartNotice } from '@/components/browser/part-notice'
import { say } from '@/components/ui/part'
import en from '@/messages/en.json'

const { sheet, save, signIn, proof } = en.admin
const { part } = en.common
const TEXT = 'Brings $20 in coins'
const refresh = jest.fn()
const close = jest.fn()
let answers: (Awaited<ReturnType<FormAction>> | Error)[] = []
let sent: Parameters<FormAction>[0][] = []
const submit: FormAction = async (form) => {
  sent.push(form)
  const answer = answers.shift() ?? { status: 201, body: { id: 1 } }
  if (answer instanceof Error) throw answer
  return answer
}

beforeEach(() => {
  ;[answers, sent] = [[], []]
  sessionStorage.clear()
  globalThis.fetch = (async () => ({
    ok: true,
    status: 200,
    headers: new Headers(),
    text: async () => '{}',
  })) as unknown as typeof fetch
})
afterEach(() => act(() => say({ isMissing: false })))

const framed = (dialog: React.ReactNode) => (
  <AppRouterContext value={{ refresh } as unknown as AppRouterInstance}>
    <NextIntlClientProvider locale="en" timeZone="Asia/Kuala_Lumpur" messages={en as never}>
      <SaveFrame>{dialog}</SaveFrame>
      <PartNotice {...part} close="Close" />
    </NextIntlClientProvider>
  </AppRouterContext>
)
const note = () => framed(<NoteDialog bookingId={12} submit={submit} close={close} />)
const field = () => screen.getByLabelText(new RegExp(`^${sheet.noteText}`))
const press = (name: string) => userEvent.click(screen.getByRole('button', { name }))
async function write() {
  const shown = render(note())
  await userEvent.type(field(), TEXT)
  await press(en.admin.form.save)
  return shown
}

test('a form is submitted with its address, its values and the language of the page', async () => {
  document.documentElement.lang = 'ms-MY'
  await write()
  await waitFor(() => expect(close).toHaveBeenCalledTimes(1))
  const idempotencyKey = expect.stringMatching(/^[\da-f]{32}$/) as string
  expect(sent).toEqual([
    { params: { id: '12' }, body: { text: TEXT }, language: 'ms', idempotencyKey },
  ])
  expect(refresh).toHaveBeenCalledTimes(1)
  document.documentElement.lang = 'en'
})

test('what the handler refuses stands in the form, which keeps its text', async () => {
  answers = [{ status: 409, body: { message: 'changed meanwhile', code: 'version_conflict' } }]
  await write()
  expect(await screen.findByText('changed meanwhile')).toBeInTheDocument()
  expect(field()).toHaveValue(TEXT)
})

const refused = (status: number, code: string) => ({
  status,
  body: { message: code, code, ways: ['password'] },
})
test.each([
  ['by the handler', refused(401, 'unauthorized')],
  // server/refusal-answer.ts
  ['before Next', new Error('401 {"message":"Please sign in.","code":"unauthorized"}')],
])('refused %s, it is submitted again after signing in', async (_by, answer) => {
  answers = [answer]
  await write()
  expect(await screen.findByText(save.signInTitle)).toBeInTheDocument()
  await userEvent.type(await screen.findByLabelText(signIn.username), 'owner')
  await userEvent.type(screen.getByLabelText(signIn.password), 'a password')
  await press(signIn.submit)
  await waitFor(() => expect(sent).toHaveLength(2))
  expect(sent[1]).toEqual(sent[0])
})

test('it is submitted again after a proof', async () => {
  answers = [refused(403, 'proof_required')]
  await write()
  expect(await screen.findByText(proof.title)).toBeInTheDocument()
  await userEvent.type(await screen.findByLabelText(signIn.password), 'a password')
  await press(proof.submit)
  await waitFor(() => expect(sent).toHaveLength(2))
  expect(sent[1]).toEqual(sent[0])
})

test.each([
  ['a lost network', new TypeError('Failed to fetch'), save.unreachable],
  ['an error page', new Error('An unexpected response was received'), save.failed],
  [
    'too many requests',
    new Error('429 {"message":"Slowly.","code":"too_many_requests"}'),
    'Slowly.',
  ],
])('%s is said, and the form keeps its text', async (_what, answer, sentence) => {
  answers = [answer]
  await write()
  expect(await screen.findByText(sentence)).toBeInTheDocument()
  expect(field()).toHaveValue(TEXT)
  expect(screen.queryByText(part.text)).toBeNull()
})

describe('real life: the site was updated since the page was opened', () => {
  test('the page says so, offers a reload, and the text outlives it', async () => {
    answers = [new UnrecognizedActionError('Server Action "x" was not found on the server.')]
    const { unmount } = await write()
    expect(await screen.findByText(part.text)).toBeInTheDocument()
    expect(field()).toHaveValue(TEXT)
    expect(close).not.toHaveBeenCalled()

    // The reload's press, which must not close the dialog before the text is kept.
    const reload = screen.getByText(part.reload)
    fireEvent.pointerDown(reload)
    expect(close).not.toHaveBeenCalled()
    keepTyped()
    unmount()
    act(() => say({ isMissing: false }))

    const { rerender } = render(framed(null)) // which restores what was typed
    rerender(note())
    await waitFor(() => expect(field()).toHaveValue(TEXT))
    await press(en.admin.form.save)
    await waitFor(() => expect(close).toHaveBeenCalledTimes(1))
    expect(sent.at(-1)?.body).toEqual({ text: TEXT })
  })
})

test('a list that stands in the values twice is sent twice, and nothing undefined is', async () => {
  const hours = [9, 18]
  const values = { weekday: hours, weekend: hours, none: undefined, day: new Date(0) }
  await runAction(submit, { params: {}, body: values })
  const body = sent[0]?.body as Record<string, unknown>
  expect(body).toStrictEqual({ weekday: hours, weekend: hours, day: '1970-01-01T00:00:00.000Z' })
  expect(body.weekday).not.toBe(body.weekend)
})
