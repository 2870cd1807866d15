import { act, render, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { NextIntlClientProvider } from 'next-intl'
import { Suspense, useState } from 'react'
import * as z from 'zod/mini'
import { useFieldErrors } from '@/components/form/use-field-errors'
import { useSchemaForm } from '@/components/form/use-schema-form'
import { useSubmit } from '@/components/form/use-submit'
import { notice } from '@/components/browser/notice'
import { PartNotice } from '@/components/browser/part-notice'
import { keepForLanguage, keepTyped, restoreTyped } from '@/components/browser/typed'
import { Field } from '@/components/ui/field'
import { lazyPart, NOTHING_SAID, part, prepare, say } from '@/components/ui/part'
import { textLine } from '@/lib/text'
import en from '@/messages/en.json'

const words = en.common.part
const gone = () => Promise.reject(new Error('Failed to load chunk /_next/static/chunks/x.js'))
const shape = z.object({ name: textLine(20) })
type Values = z.output<typeof shape>
const send = jest.fn<Promise<void>, [Values]>()
const refused = jest.fn()

type Props = { schema?: () => Promise<typeof shape>; needsCookies?: boolean }

function Form({ schema = () => Promise.resolve(shape), needsCookies = false }: Props) {
  const form = useSchemaForm<Values, Values>({ schema, defaultValues: { name: '' } })
  const errorOf = useFieldErrors(form.control)
  const { submit } = useSubmit(form, {
    fields: ['name'],
    needsCookies,
    send,
    onRefused: refused,
  })
  return (
    <form aria-label="Test" noValidate onSubmit={(event) => void submit(event)}>
      <Field id="name" label="Name" error={errorOf('name')}>
        <input {...form.register('name')} />
      </Field>
      <button type="submit">Send</button>
    </form>
  )
}

const show = (ui: React.ReactNode) =>
  render(
    <NextIntlClientProvider locale="en" messages={en}>
      {ui}
      <PartNotice {...words} close="Close" />
    </NextIntlClientProvider>,
  )
const name = () => screen.getByLabelText<HTMLInputElement>('Name')
const press = () => userEvent.click(screen.getByRole('button', { name: 'Send' }))

beforeEach(() => {
  sessionStorage.clear()
  send.mockReset().mockResolvedValue()
  refused.mockReset()
  act(() => say(NOTHING_SAID))
})

// Seen on sites behind bundlers after each deployment, and in trains: the button of an open page
// does nothing, without a word.
describe('real life: a part of the code is gone', () => {
  test('the form whose schema cannot be loaded says so, sends nothing and keeps its text', async () => {
    show(<Form schema={() => part<typeof shape>(gone)} />)
    await userEvent.type(name(), 'Aina')
    await press()
    expect(await screen.findByRole('alert')).toHaveTextContent(words.title)
    expect(screen.getByRole('button', { name: words.reload })).toBeVisible()
    expect(name()).toHaveValue('Aina')
    expect(send).not.toHaveBeenCalled()
    expect(refused).not.toHaveBeenCalled()
  })

  test('loading it ahead says nothing; it may be there when it is used', async () => {
    show(<Form />)
    prepare(gone)
    await new Promise((done) => setTimeout(done, 20))
    expect(screen.queryByRole('alert')).toBeNull()
  })

  test('a component that cannot be loaded leaves the rest of the page as it is', async () => {
    const Lazy = lazyPart<{ text: string }>(gone)
    show(
      <>
        <Form />
        <Suspense fallback="loading">
          <Lazy text="x" />
        </Suspense>
      </>,
    )
    expect(await screen.findByRole('alert')).toHaveTextContent(words.text)
    expect(name()).toBeVisible()
  })

  test('a notice whose own code is gone is shown without it', async () => {
    jest.doMock('@/components/ui/toast', () => {
      throw new Error('Failed to load chunk')
    })
    show(<Form />)
    act(() => notice.error('Not sent', 'Please try again.'))
    const alert = await screen.findByRole('alert')
    expect(alert).toHaveTextContent('Not sentPlease try again.')
    await userEvent.click(screen.getByRole('button', { name: 'Close' }))
    expect(screen.queryByRole('alert')).toBeNull()
    jest.dontMock('@/components/ui/toast')
  })

  test('what was typed in a dialog is not put into another one with the same field', async () => {
    const dialog = (title: string) => (
      <div role="dialog" aria-label={title}>
        <form>
          <input aria-label={title} name="name" />
        </form>
      </div>
    )
    const { unmount } = show(dialog('Holiday'))
    await userEvent.type(screen.getByLabelText('Holiday', { selector: 'input' }), 'State holiday')
    keepTyped()
    unmount()
    const { container } = show(<div />)
    const open = (title: string) => {
      const place = container.appendChild(document.createElement('div'))
      return render(dialog(title), { container: place })
    }
    const other = open('Room')
    await new Promise((done) => setTimeout(done, 20))
    expect(screen.getByLabelText('Room', { selector: 'input' })).toHaveValue('')
    other.unmount()
    open('Holiday')
    await waitFor(() =>
      expect(screen.getByLabelText('Holiday', { selector: 'input' })).toHaveValue('State holiday'),
    )
  })

  test('what was typed is there after the reload, also in a field that appears later', async () => {
    function Page() {
      const [text, setText] = useState('')
      const [isOpen, setOpen] = useState(false)
      return (
        <>
          <Form />
          <input
            aria-label="Controlled"
            name="c"
            value={text}
            onChange={(e) => setText(e.target.value)}
          />
          <input aria-label="Secret" name="secret" type="password" />
          <input aria-label="Tick" name="tick" type="checkbox" value="1" />
          <button type="button" onClick={() => setOpen(true)}>
            Open
          </button>
          {isOpen && <textarea aria-label="Later" name="later" />}
        </>
      )
    }
    const { unmount } = show(<Page />)
    await userEvent.click(screen.getByText('Open'))
    await userEvent.type(name(), 'Aina')
    for (const label of ['Controlled', 'Secret', 'Later'])
      await userEvent.type(screen.getByLabelText(label), `${label} text`)
    await userEvent.click(screen.getByLabelText('Tick'))
    keepTyped()
    expect(JSON.stringify({ ...sessionStorage })).not.toContain('Secret text')
    unmount()
    show(<Page />)
    expect(name()).toHaveValue('Aina')
    expect(screen.getByLabelText('Controlled')).toHaveValue('Controlled text')
    expect(screen.getByLabelText('Tick')).toBeChecked()
    expect(screen.getByLabelText('Secret')).toHaveValue('')
    await userEvent.click(screen.getByText('Open'))
    await waitFor(() => expect(screen.getByLabelText('Later')).toHaveValue('Later text'))
    await press()
    await waitFor(() => expect(send).toHaveBeenCalledWith({ name: 'Aina' }))
    expect(sessionStorage).toHaveLength(0)
  })

  test('what was typed on another page is not put into this one', () => {
    const stored = { page: '/other', placed: true, values: { 'Test|name||0': 'X' } }
    sessionStorage.setItem('typed', JSON.stringify(stored))
    show(<Form />)
    restoreTyped()
    expect(name()).toHaveValue('')
  })
})

// gc-digital-talent 4310, openflights 1409: who changes the language in the middle of a form begins again.
describe('real life: the language is changed in the middle of a form', () => {
  const page = (place: string) => (
    <section aria-label={place}>
      <Form />
    </section>
  )
  afterEach(() => window.history.replaceState(null, '', '/'))

  test('what was typed is there in the other language', async () => {
    window.history.replaceState(null, '', '/contact')
    const { unmount } = show(page('Message'))
    await userEvent.type(name(), 'Aina')
    keepForLanguage()
    unmount()
    window.history.replaceState(null, '', '/ms/contact')
    show(page('Mesej'))
    expect(name()).toHaveValue('Aina')
    await press()
    await waitFor(() => expect(send).toHaveBeenCalledWith({ name: 'Aina' }))
  })

  test('a page that the router keeps hidden takes nothing of it', async () => {
    const { unmount } = show(
      <>
        <div style={{ display: 'none' }}>
          <input aria-label="Hidden" name="name" />
        </div>
        <Form />
      </>,
    )
    await userEvent.type(name(), 'Aina')
    keepForLanguage()
    unmount()
    show(<Form />)
    expect(name()).toHaveValue('Aina')
  })

  test('a field of the next page with the same name stays empty', async () => {
    const { unmount } = show(<Form />)
    await userEvent.type(name(), 'Aina')
    keepForLanguage()
    unmount()
    show(<div />)
    window.history.replaceState(null, '', '/ms/booking')
    const { container } = render(<input aria-label="Next" name="name" />)
    await new Promise((done) => setTimeout(done, 20))
    expect(container.querySelector('input')).toHaveValue('')
  })
})

// Seen with the password managers of browsers and phones: the field is filled, the form says that
// it is empty.
test('real life: a field filled without an event is read when the form is sent', async () => {
  show(<Form />)
  name().value = 'Aina'
  await press()
  await waitFor(() => expect(send).toHaveBeenCalledWith({ name: 'Aina' }))
  expect(name()).not.toHaveAccessibleDescription(/./)
})

// Seen in shops whose basket is a cookie: with cookies blocked the visitor is told that somebody
// else was faster.
describe('real life: the browser blocks cookies', () => {
  afterEach(() => jest.restoreAllMocks())

  test.each([
    ['says so', () => jest.spyOn(navigator, 'cookieEnabled', 'get').mockReturnValue(false)],
    ['drops them silently', () => jest.spyOn(document, 'cookie', 'get').mockReturnValue('')],
  ])('a form that needs them tells the visitor and sends nothing: it %s', async (_, block) => {
    block()
    show(<Form needsCookies />)
    act(() => say({ notice: null }))
    await userEvent.type(name(), 'Aina')
    await press()
    await waitFor(() => expect(send).not.toHaveBeenCalled())
    const { toast } = await import('sonner')
    await waitFor(() => {
      const said = toast.getHistory().map((one) => ('title' in one ? one.title : ''))
      expect(said).toContain(en.common.cookies.title)
    })
    expect(send).not.toHaveBeenCalled()
  })

  test('and is sent when it keeps them', async () => {
    show(<Form needsCookies />)
    await userEvent.type(name(), 'Aina')
    await press()
    await waitFor(() => expect(send).toHaveBeenCalled())
    expect(document.cookie).not.toContain('trial')
  })
})
