// Seen on shops and dashboards built with React: Chrome's “Translate this page”, then a click.
import { act, fireEvent, render, screen } from '@testing-library/react'
import { NextIntlClientProvider } from 'next-intl'
import type { ReactElement } from 'react'
import { HoldTimer } from '@/components/checkout/hold-timer'
import { ProvideFold } from '@/components/booking/fold'
import { Step } from '@/components/booking/step'
import { Tracker } from '@/components/tracker/tracker'
import { AlertDialog, AlertDialogAction, AlertDialogContent } from '@/components/ui/alert-dialog'
import { Button } from '@/components/ui/button'
import { Dialog, DialogContent, DialogTitle } from '@/components/ui/dialog'
import { Field } from '@/components/ui/field'
import { Input } from '@/components/ui/input'
import { NativeSelect } from '@/components/ui/native-select'
import {
  Select,
  SelectContent,
  SelectItem,
  SelectTrigger,
  SelectValue,
} from '@/components/ui/select'
import { Tip, TooltipProvider } from '@/components/ui/tooltip'
import en from '@/messages/en.json'
import { type Translator, translatePage } from '@/tests/support/translator'

let translator: Translator

const framed = (part: ReactElement) => (
  <NextIntlClientProvider locale="en" messages={en}>
    {part}
  </NextIntlClientProvider>
)
function showTranslated(part: ReactElement) {
  const { rerender } = render(framed(part))
  translator = translatePage()
  expect(document.querySelector('font font')).not.toBeNull()
  return async (next: ReactElement) => {
    rerender(framed(next))
    await translated()
  }
}
/** The translator sees what was added after the script that added it. */
const translated = () => act(async () => Promise.resolve())
const textOf = (element: Element | null) => element?.textContent?.replaceAll('\u200b', '')

beforeAll(() => {
  // jsdom scrolls and draws nothing.
  Element.prototype.scrollIntoView = () => {}
  HTMLCanvasElement.prototype.getContext = () => null
  window.matchMedia = (() => ({ matches: true })) as never
})
afterEach(() => {
  expect(translator.stale()).toEqual([])
  translator.stop()
})

describe('real life: on a page that the browser has translated', () => {
  test('a button shows that work is in progress, and its text again', async () => {
    const rerender = showTranslated(<Button>Pay</Button>)
    await rerender(<Button pending>Pay</Button>)
    expect(screen.getByRole('button').querySelector('svg')).not.toBeNull()
    await rerender(<Button>Paid</Button>)
    expect(screen.getByRole('button').querySelector('svg')).toBeNull()
    expect(textOf(screen.getByRole('button'))).toBe('Paid')
  })

  test('a button’s amount is the current one, also beside text', async () => {
    const rerender = showTranslated(<Button>{`Pay ${99}`}</Button>)
    await rerender(<Button pending>{`Pay ${107}`}</Button>)
    expect(textOf(screen.getByRole('button'))).toBe('Pay 107')
  })

  test('a select shows the item that was chosen', async () => {
    const select = (value: string) => (
      <Select value={value}>
        <SelectTrigger aria-label="Status">
          <SelectValue />
        </SelectTrigger>
        <SelectContent>
          <SelectItem value="a">Pending</SelectItem>
          <SelectItem value="b">Confirmed</SelectItem>
        </SelectContent>
      </Select>
    )
    const rerender = showTranslated(select('a'))
    expect(textOf(screen.getByRole('combobox'))).toBe('Pending')
    await rerender(select('b'))
    expect(textOf(screen.getByRole('combobox'))).toBe('Confirmed')
    await rerender(select('a'))
    expect(textOf(screen.getByRole('combobox'))).toBe('Pending')
  })

  test('a native select gets and loses its empty choice', async () => {
    const options = [['10:00', '10:00']] as const
    const rerender = showTranslated(<NativeSelect empty="Choose" options={options} />)
    await rerender(<NativeSelect options={options} />)
    await rerender(<NativeSelect empty="Choose again" options={options} />)
    expect(textOf(screen.getAllByRole('option')[0] ?? null)).toBe('Choose again')
  })

  test('a field gets, changes and loses its hint and error', async () => {
    const field = (hint?: string, error?: string) => (
      <Field id="name" label="Name" hint={hint} error={error} required={hint !== undefined}>
        <Input />
      </Field>
    )
    const rerender = showTranslated(field())
    await rerender(field('As on the card', 'Please fill in this field'))
    await rerender(field('As on the ticket', 'Too long'))
    expect(textOf(document.getElementById('name-error'))).toBe('Too long')
    expect(textOf(document.getElementById('name-hint'))).toBe('As on the ticket')
    await rerender(field())
    expect(document.getElementById('name-error')).toBeNull()
  })

  test('a dialog opens, changes and closes', async () => {
    const dialog = (open: boolean, close?: string) => (
      <>
        <Dialog open={open}>
          <DialogContent aria-describedby={undefined} {...(close && { closeLabel: close })}>
            <DialogTitle>{open ? 'Complete Payment' : 'Closed'}</DialogTitle>
          </DialogContent>
        </Dialog>
        <AlertDialog open={!open}>
          <AlertDialogContent aria-labelledby="sure" aria-describedby="sure">
            <p id="sure">Are you sure?</p>
            <AlertDialogAction>{open ? 'Keep' : 'Cancel'}</AlertDialogAction>
          </AlertDialogContent>
        </AlertDialog>
      </>
    )
    const rerender = showTranslated(dialog(true))
    await rerender(dialog(true, 'Close'))
    await rerender(dialog(false))
    expect(textOf(screen.getByRole('alertdialog'))).toBe('Are you sure?Cancel')
    await rerender(dialog(true))
  })

  test('a tooltip’s words follow', async () => {
    const tip = (word: string) => (
      <TooltipProvider>
        <Tip word={word}>
          <button type="button">i</button>
        </Tip>
      </TooltipProvider>
    )
    const rerender = showTranslated(tip('Copy'))
    act(() => screen.getByRole('button').focus())
    await translated()
    await rerender(tip('Copied'))
    expect(textOf(screen.getByRole('tooltip'))).toContain('Copied')
    act(() => screen.getByRole('button').blur())
    await translated()
  })

  test('a step is done, and says what is wrong with it', async () => {
    const step = (done: boolean, error?: string) => (
      <ProvideFold value={{ open: 'date', toggle() {}, goOn() {}, goTo() {}, focus() {} }}>
        <Step id="date" number={2} title="Date" done={done} {...(error && { error })}>
          <p>Calendar</p>
        </Step>
      </ProvideFold>
    )
    const rerender = showTranslated(step(false))
    await rerender(step(false, 'Choose a day'))
    await rerender(step(true))
    await rerender(step(false))
    expect(textOf(screen.getByRole('heading'))).toBe('2Date')
  })

  test('the countdown of a hold is current, to its last minute', async () => {
    const rerender = showTranslated(<HoldTimer secondsLeft={301} />)
    for (const [seconds, text] of [
      [300, '05:00'],
      [299, '04:59'],
      [200, '03:20'],
      [60, '01:00'],
      [0, '00:00'],
    ] as const) {
      await rerender(<HoldTimer secondsLeft={seconds} />)
      expect(textOf(screen.getByRole('timer'))).toBe(text)
    }
    // Translated once a second it would flicker.
    expect(screen.getByRole('timer')).toHaveTextContent(/^00:00$/)
  })

  test('the tracker is paused and resumed, marked and stopped', async () => {
    jest.useFakeTimers({ now: new Date('2026-11-24T02:00:00Z') })
    localStorage.clear()
    const button = (name: RegExp) => screen.getByRole('button', { name })
    const press = async (name: RegExp) => {
      fireEvent.click(button(name))
      await translated()
    }
    const pass = async (seconds: number) => {
      act(() => void jest.advanceTimersByTime(seconds * 1_000))
      await translated()
    }
    showTranslated(<Tracker />)
    fireEvent.change(screen.getByLabelText(/^Session Title/), { target: { value: 'Episode 12' } })
    fireEvent.change(screen.getByLabelText(/^Participant 1/), { target: { value: 'Aina' } })
    await press(/^Start Recording/)
    await pass(65)
    expect(textOf(screen.getByRole('timer'))).toBe('00:01:05')
    await press(/^Pause/)
    await press(/^Resume/)
    await press(/^Add marker/)
    await press(/^Add marker/)
    await pass(600)
    expect(textOf(screen.getByRole('timer'))).toBe('00:11:05')
    await press(/^Remove marker 1/)
    await press(/^Stop/)
    expect(textOf(screen.getByRole('region'))).toContain('Episode 12')
    jest.useRealTimers()
  })
})
