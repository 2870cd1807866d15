// Money that came to the studio: how much, when and for what is recorded, once, as it was read.
import { render, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import {
  AppRouterContext,
  type AppRouterInstance,
} from 'next/dist/shared/lib/app-router-context.shared-runtime'
import { NextIntlClientProvider } from 'next-intl'
import type { ReactNode } from 'react'
import { TransferDecision } from '@/components/admin/booking/transfer-decision'
import { RecordPayment } from '@/components/admin/shared/record-payment'
import { SaveFrame } from '@/components/admin/shared/save-frame'
import { ToastSlot } from '@/components/ui/toast-slot'
import en from '@/messages/en.json'

const { transfer, record, acts } = en.admin
const VERSION = '2026-11-01T00:00:00.000Z'
const TODAY = '2026-12-01'
const sent: [call: string, body: unknown, key: string | null][] = []
/** The server's, one after the other; it waits for `answer` where there is none. */
let answers: [status: number, body: object][]
let waiting: (() => void)[]
const changed = jest.fn()

beforeEach(() => {
  sent.length = 0
  answers = []
  waiting = []
  changed.mockClear()
  globalThis.fetch = (async (path: string, { method, body, headers }: RequestInit) => {
    const key = new Headers(headers).get('idempotency-key')
    sent.push([`${method} ${path}`, JSON.parse(String(body)), key])
    const next = answers.shift()
    if (!next) await new Promise<void>((resolve) => waiting.push(resolve))
    const [status, answer] = next ?? [200, { id: 42, undo: { id: 'act', until: VERSION } }]
    return {
      ...{ ok: status < 400, status, headers: new Headers() },
      text: async () => JSON.stringify(answer),
    } as unknown as Response
  }) as typeof fetch
})

const show = (part: ReactNode) =>
  render(
    <AppRouterContext value={{ refresh: jest.fn() } as unknown as AppRouterInstance}>
      <NextIntlClientProvider locale="en" timeZone="Asia/Kuala_Lumpur" messages={en as never}>
        <SaveFrame>{part}</SaveFrame>
        <ToastSlot label="Messages" closeLabel="Close" />
      </NextIntlClientProvider>
    </AppRouterContext>,
  )
/** What was sent, without its keys. */
const calls = () => sent.map(([call, body]) => [call, body])
const answer = () => waiting.splice(0).forEach((go) => go())
const said = (words: string, values: Record<string, string>) =>
  Object.entries(values).reduce((text, [name, value]) => text.replace(`{${name}}`, value), words)

describe('a transfer that was looked for in the account', () => {
  const PATH = 'POST /api/admin/bookings/42/transfer'
  const asked = async () => {
    show(
      <TransferDecision
        {...{ id: 42, version: VERSION, name: 'Aina', sen: 385_37, sameSlip: [], changed }}
      />,
    )
    await userEvent.click(screen.getByRole('button', { name: /^Received/ }))
    return within(await screen.findByRole('alertdialog'))
  }
  const amount = () => screen.getByLabelText(new RegExp(transfer.amount.replace(/[()]/g, '\\$&')))
  const enter = async (text: string) => {
    await userEvent.clear(amount())
    await userEvent.type(amount(), text)
  }
  const recordIt = () => userEvent.click(screen.getByRole('button', { name: transfer.record }))

  test('is recorded with the sum that was asked for, and can be taken back', async () => {
    const dialog = await asked()
    expect(amount()).toHaveValue('385.37')
    expect(dialog.getByText(said(transfer.asked, { amount: 'RM385.37' }))).toBeVisible()
    expect(dialog.getByRole('status')).toBeEmptyDOMElement()
    await recordIt()
    answer()
    await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull())
    const body = { received: true, amountSen: 385_37, use: 'purchase', version: VERSION }
    expect(calls()).toEqual([[PATH, body]])
    expect(
      await screen.findByText(said(transfer.receivedDone, { name: 'Aina', amount: 'RM385.37' })),
    ).toBeInTheDocument()
    expect(screen.getByRole('button', { name: acts.undo })).toBeInTheDocument()
    expect(changed).toHaveBeenCalledTimes(1)
  })

  test.each([
    ['a part', '358', 358_00, said(transfer.less, { amount: 'RM27.37' })],
    ['a surplus', 'RM1,400.00', 1_400_00, said(transfer.more, { amount: 'RM1,014.63' })],
  ])('of which %s came is recorded as what it is, said before', async (_, typed, sen, sentence) => {
    const dialog = await asked()
    await enter(typed)
    expect(dialog.getByRole('status')).toHaveTextContent(sentence)
    await recordIt()
    expect(calls()).toMatchObject([[PATH, { amountSen: sen, use: 'purchase' }]])
    answer()
    await waitFor(() => expect(changed).toHaveBeenCalled())
  })

  test('that is to be given back is neither owed nor more', async () => {
    const dialog = await asked()
    await enter('400')
    await userEvent.click(dialog.getByRole('radio', { name: transfer.uses.give_back }))
    expect(dialog.getByRole('status')).toBeEmptyDOMElement()
    await recordIt()
    expect(calls()).toMatchObject([[PATH, { amountSen: 400_00, use: 'give_back' }]])
    answer()
    await waitFor(() => expect(changed).toHaveBeenCalled())
  })

  test.each(['', '0', 'all'])('of %p is not recorded', async (typed) => {
    const dialog = await asked()
    await userEvent.clear(amount())
    if (typed) await userEvent.type(amount(), typed)
    expect(dialog.getByText(transfer.amountWrong)).toBeVisible()
    await recordIt()
    expect(sent).toEqual([])
  })

  test('is recorded once by two presses', async () => {
    await asked()
    const button = screen.getByRole('button', { name: transfer.record })
    await userEvent.dblClick(button)
    await userEvent.click(button)
    expect(sent).toHaveLength(1)
    answer()
    await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull())
    expect(sent).toHaveLength(1)
  })

  test('whose booking another has changed says so, stays open and keeps the sum', async () => {
    answers = [[409, { code: 'version_conflict', message: 'Somebody else has changed this.' }]]
    await asked()
    await enter('358')
    await recordIt()
    expect(await screen.findByText('Somebody else has changed this.')).toBeInTheDocument()
    expect(amount()).toHaveValue('358')
    expect(changed).toHaveBeenCalledTimes(1)
  })
})

describe('money that came to the studio', () => {
  const opened = async (owedSen = 385_37) => {
    show(
      <RecordPayment about={{ bookingId: 42 }} owedSen={owedSen} version={VERSION} today={TODAY} />,
    )
    await userEvent.click(screen.getByRole('button', { name: record.open }))
    await userEvent.selectOptions(field(record.method), 'cash')
  }
  const field = (label: string) =>
    within(screen.getByRole('dialog')).getByLabelText(new RegExp(`^${label}`))
  const enter = async (label: string, text: string) => {
    await userEvent.clear(field(label))
    await userEvent.type(field(label), text)
  }
  const submit = () =>
    within(screen.getByRole('dialog')).getByRole('button', { name: record.submit })
  const BODY = {
    ...{ bookingId: 42, method: 'cash', amountSen: 385_37, date: TODAY, notOwed: false },
    version: VERSION,
  }

  test('is recorded with all that is owed, of today', async () => {
    await opened()
    expect(field(record.amount)).toHaveValue('385.37')
    await userEvent.click(submit())
    expect(calls()).toMatchObject([['POST /api/admin/payments', BODY]])
    answer()
    expect(await screen.findByText(record.done)).toBeInTheDocument()
  })

  test('on another day, in part, with its reference, is recorded as such', async () => {
    await opened()
    await enter(record.amount, '100.50')
    await enter(record.date, '2026-11-28')
    await enter(record.reference, 'Maybank 4711')
    await userEvent.click(submit())
    const part = { amountSen: 100_50, date: '2026-11-28', reference: 'Maybank 4711' }
    expect(calls()).toMatchObject([['POST /api/admin/payments', { ...BODY, ...part }]])
    answer()
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  })

  test('of which more came is refused at its sum, and recorded once the surplus is meant', async () => {
    answers = [
      [
        400,
        {
          ...{ code: 'invalid_request', message: 'Please check the marked fields.' },
          fields: { amountSen: en.errors.fields.more_than_owed },
        },
      ],
    ]
    await opened()
    await enter(record.amount, '400')
    await userEvent.click(submit())
    await waitFor(() =>
      expect(field(record.amount)).toHaveAccessibleDescription(
        new RegExp(en.errors.fields.more_than_owed.slice(0, 20)),
      ),
    )
    expect(field(record.amount)).toHaveValue('400')
    await userEvent.click(field(record.notOwed))
    await userEvent.click(submit())
    expect(calls()[1]).toMatchObject([
      'POST /api/admin/payments',
      { amountSen: 400_00, notOwed: true },
    ])
    answer()
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  })

  test('where nothing is owed is meant to be given back from the start', async () => {
    await opened(0)
    expect(field(record.notOwed)).toBeChecked()
  })

  test('is recorded once by two presses', async () => {
    await opened()
    await userEvent.dblClick(submit())
    expect(sent).toHaveLength(1)
    expect(sent[0]?.[2]).not.toBeNull()
    answer()
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    expect(sent).toHaveLength(1)
  })
})
