// The console's dialogs and forms that send something: their validation, their requests and their
// error messages.
import { TextEncoder } from 'node:util'
import { render, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import {
  AppRouterContext,
  type AppRouterInstance,
} from 'next/dist/shared/lib/app-router-context.shared-runtime'
import { NextIntlClientProvider } from 'next-intl'
import type { ReactNode } from 'react'
import { PaymentActions } from '@/components/admin/attention/actions'
import { RescheduleDialog } from '@/components/admin/bookings/reschedule-dialog'
import { BlockDialog } from '@/components/admin/calendar/block-dialogs'
import { FinanceContact } from '@/components/admin/orders/finance-contact'
import { OrderActions } from '@/components/admin/orders/order-actions'
import { ClosedDays } from '@/components/admin/settings/closed-days'
import { SettingGroups } from '@/components/admin/settings/groups'
import { HouseRooms } from '@/components/admin/shared/rooms'
import { SaveFrame } from '@/components/admin/shared/save-frame'
import { ToastSlot } from '@/components/ui/toast-slot'
import { nextStatuses } from '@/lib/orders/rules'
import { SETTING_KEYS, SETTINGS, type AdminSettings } from '@/lib/settings/schema'
import { DEFAULT_TAX } from '@/lib/settings/tax'
import { WEEKDAYS } from '@/lib/studio'
import en from '@/messages/en.json'
import { actionFor } from '@/tests/support/actions'

const { calendar, bookings, orders, attention } = en.admin
const addBlock = actionFor('POST /api/admin/blocks')
const setting = actionFor('PATCH /api/settings/[key]')
const submit = { setting, room: actionFor('PATCH /api/rooms/[id]') }
const faults = en.errors.fields
const DATE = '2026-12-01'
const DUITNOW =
  '00020201021126420014A000000615000101066033460210MD001295465204939953034585802MY5913MASJID NEGARA' +
  '6002MY627303251704936237869008996045430052017072988178750084448071617049359619050076304FD9C'
const UNTIL = '2027-01-26'
const VERSION = '2026-11-01T00:00:00.000Z'
const sent: [call: string, body: unknown][] = []
const answers: [status: number, body: object][] = []
const asked: string[] = []
const refresh = jest.fn()
const close = jest.fn()

beforeEach(() => {
  sent.length = 0
  asked.length = 0
  answers.length = 0
  globalThis.fetch = (async (path: string, { method, body }: RequestInit) => {
    const reply = (status: number, answer: object) =>
      ({
        ok: status < 400,
        status,
        headers: new Headers(),
        text: async () => JSON.stringify(answer),
      }) as unknown as Response
    if (path.startsWith('/api/admin/starts')) {
      asked.push(path)
      const start = (time: string, state: string, ...warnings: string[]) => ({
        time,
        state,
        warnings,
        by: state === 'free' ? null : 'Badrul',
      })
      const starts = [
        start('09:00', 'warned', 'past', 'blocked'),
        start('10:00', 'free'),
        start('12:00', 'taken'),
        start('15:00', 'free'),
      ]
      return reply(200, { date: DATE, holiday: null, starts, noRoom: false })
    }
    if (path === '/api/admin/closings/preview') return reply(200, { count: 0, inside: [] })
    sent.push([`${method} ${path}`, JSON.parse(String(body))])
    return reply(...(answers.shift() ?? [200, {}]))
  }) as typeof fetch
})

const framed = (part: ReactNode) => (
  <AppRouterContext value={{ refresh } as unknown as AppRouterInstance}>
    <NextIntlClientProvider locale="en" timeZone="Asia/Kuala_Lumpur" messages={en as never}>
      <SaveFrame>{part}</SaveFrame>
    </NextIntlClientProvider>
  </AppRouterContext>
)
const show = (part: ReactNode) => render(framed(part))
const field = (label: string) => screen.getByLabelText(label)
const press = (name: string) =>
  userEvent.click(within(screen.getByRole('dialog')).getByRole('button', { name }))
const type = (label: string, text: string) => userEvent.type(field(label), text)

test('a block is checked here, then refused over the form with everything kept, then made', async () => {
  const { date, from, to, reason, repeats, repeatsUntil, submit } = {
    ...calendar.form,
    ...calendar.blockForm,
  }
  show(<BlockDialog date={DATE} submit={addBlock} close={close} />)
  await type(from, '16:00')
  await type(to, '14:00')
  await type(reason, 'Panels')
  await press(submit)
  await waitFor(() => expect(field(to)).toHaveAccessibleDescription(new RegExp(faults.block_order)))
  expect(field(to)).toHaveFocus()
  expect(sent).toEqual([])

  await userEvent.clear(field(from))
  await type(from, '13:00')
  expect(field(to)).not.toHaveAccessibleDescription(new RegExp(faults.block_order))
  await userEvent.selectOptions(field(repeats), 'weekly')
  await type(repeatsUntil, UNTIL)
  answers.push([409, { message: 'booking #7 is in the way', code: 'slot_taken' }])
  await press(submit)
  expect(await screen.findByRole('alert')).toHaveTextContent('booking #7 is in the way')
  expect(field(date)).toHaveValue(DATE)
  expect(field(reason)).toHaveValue('Panels')

  await press(submit)
  await waitFor(() => expect(close).toHaveBeenCalledTimes(1))
  const block = {
    date: DATE,
    from: '13:00',
    to: '14:00',
    reason: 'Panels',
    visitorNote: '',
    repeats: 'weekly',
    repeatsUntil: UNTIL,
    roomId: null,
    until: '',
    wholeDay: false,
  }
  expect(sent).toEqual([
    ['POST /api/admin/blocks', block],
    ['POST /api/admin/blocks', block],
  ])
  expect(refresh).toHaveBeenCalledTimes(1)
})

const ROOMS = [
  { id: 1, name: 'Studio A', state: 'offered' as const, serviceIds: [3] },
  { id: 2, name: 'Studio B', state: 'hidden' as const, serviceIds: [3, 4] },
  { id: 5, name: 'Old cellar', state: 'retired' as const, serviceIds: [3] },
]

test('a move: what is missing or taken is said beside the time, and so is a refusal', async () => {
  const { move } = bookings
  const booking = {
    id: 7,
    client: 'Aina',
    service: 'Podcast',
    date: DATE,
    time: '09:00',
    duration: 'hourly',
    hours: 1,
    version: VERSION,
  }
  show(<RescheduleDialog booking={booking as never} close={close} />)
  await screen.findByRole('option', { name: /12:00/ })
  await press(move.submit)
  await waitFor(() => expect(field(move.time)).toHaveAccessibleDescription(move.missing))
  expect(field(move.time)).toHaveFocus()
  expect(sent).toEqual([])
  await userEvent.selectOptions(field(move.time), '15:00')
  answers.push([409, { message: 'Taken just now.', code: 'slot_taken' }])
  await press(move.submit)
  await waitFor(() => expect(field(move.time)).toHaveAccessibleDescription('Taken just now.'))
  await waitFor(() => expect(field(move.time)).toHaveFocus())
  expect(close).not.toHaveBeenCalled()
  answers.push([200, { isMoved: true }])
  await press(move.submit)
  await waitFor(() => expect(close).toHaveBeenCalled())
  expect(sent[1]).toEqual([
    'PATCH /api/bookings/7/reschedule',
    { roomId: null, newDate: DATE, newTime: '15:00', despite: [], version: VERSION },
  ])
})

test('a move into time that has begun goes on after its warning, in the room that was chosen', async () => {
  const { move, rooms, warnings } = bookings
  const booking = { id: 7, client: 'Aina', service: 'Podcast', serviceId: 3, roomId: 1 }
  const when = { date: DATE, time: '15:00', duration: 'hourly', hours: 1, version: VERSION }
  show(
    <HouseRooms rooms={ROOMS}>
      <RescheduleDialog booking={{ ...booking, ...when } as never} close={close} />
    </HouseRooms>,
  )
  await screen.findByRole('option', { name: /09:00/ })
  await userEvent.selectOptions(field(rooms.room), 'Studio B')
  await waitFor(() => expect(asked.at(-1)).toMatch(/[?&]roomId=2&ignore=7/))
  await screen.findByRole('option', { name: /09:00/ })
  await userEvent.selectOptions(field(move.time), '09:00')
  answers.push([422, { message: 'x', code: 'slot_unavailable', warnings: ['past'] }])
  await press(move.submit)
  expect(await screen.findByRole('alert')).toHaveTextContent(warnings.long.past)
  expect(field(move.time)).not.toBeInvalid()
  answers.push([200, { isMoved: true }])
  await press(move.anyway)
  await waitFor(() => expect(close).toHaveBeenCalled())
  const wish = { roomId: 2, newDate: DATE, newTime: '09:00', version: VERSION }
  expect(sent.map(([, body]) => body)).toEqual([
    { ...wish, despite: [] },
    { ...wish, despite: ['past'] },
  ])
})

test('a delivery: its link is checked here; a conflict stands beside it and reads the list again', async () => {
  show(
    <OrderActions
      order={{ id: 5, updatedAt: VERSION, total: 'RM100.00', kept: 'RM100.00' }}
      from="in_progress"
      steps={['delivered']}
      refundFailed={false}
      waitsForFootage={false}
    />,
  )
  const deliver = orders.steps.delivered
  await userEvent.click(screen.getByRole('button', { name: deliver }))
  await type(orders.link, 'files.example/cut')
  await press(deliver)
  await waitFor(() =>
    expect(field(orders.link)).toHaveAccessibleDescription(`${orders.linkHint} ${faults.url}`),
  )
  expect(sent).toEqual([])
  await userEvent.clear(field(orders.link))
  answers.push([409, { message: 'Changed meanwhile.', code: 'version_conflict' }])
  await press(deliver)
  await waitFor(() => expect(field(orders.link)).toHaveAccessibleDescription(/Changed meanwhile\./))
  expect(refresh).toHaveBeenCalledTimes(1)
  await type(orders.link, ' https://files.example/cut ')
  await press(deliver)
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  const call = 'PATCH /api/video-editing-orders/5/status'
  expect(sent).toEqual([
    [call, { status: 'delivered', version: VERSION }],
    [call, { status: 'delivered', link: 'https://files.example/cut', version: VERSION }],
  ])
})

test('a move that changed nothing says so', async () => {
  const booking = { id: 7, client: 'Aina', service: 'Podcast', date: DATE, time: '09:00' }
  const length = { duration: 'hourly', hours: 1, version: VERSION }
  show(
    <>
      <RescheduleDialog booking={{ ...booking, ...length } as never} close={close} />
      <ToastSlot label="Notices" closeLabel="Close" />
    </>,
  )
  await screen.findByRole('option', { name: /15:00/ })
  await userEvent.selectOptions(field(bookings.move.time), '15:00')
  answers.push([200, { isMoved: false }])
  await press(bookings.move.submit)
  expect(await screen.findByText(bookings.notMoved)).toBeInTheDocument()
})

test('who else gets the documents of an order is corrected by keyboard, with errors at the field', async () => {
  const words = orders.finance
  const title = words.title.replace('{id}', '5')
  show(
    <FinanceContact
      order={{ id: 5, updatedAt: VERSION, financeEmail: 'acounts@contoh.example' }}
      submit={actionFor('PATCH /api/admin/orders/[id]/contact')}
    />,
  )
  const open = screen.getByRole('button', { name: title })
  open.focus()
  await userEvent.keyboard('{Enter}')
  expect(screen.getByRole('dialog', { name: title })).toBeInTheDocument()
  expect(field(words.label)).toHaveValue('acounts@contoh.example')
  await userEvent.clear(field(words.label))
  await type(words.label, 'accounts at contoh{Enter}')
  await waitFor(() =>
    expect(field(words.label)).toHaveAccessibleDescription(`${words.hint} ${faults.email}`),
  )
  expect(field(words.label)).toHaveFocus()
  expect(sent).toEqual([])

  await userEvent.clear(field(words.label))
  answers.push([409, { message: 'Changed meanwhile.', code: 'version_conflict' }])
  await type(words.label, 'accounts@contoh.example{Enter}')
  await waitFor(() => expect(field(words.label)).toHaveAccessibleDescription(/Changed meanwhile\./))
  expect(field(words.label)).toHaveValue('accounts@contoh.example')
  await userEvent.keyboard('{Enter}')
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(open).toHaveFocus()
  expect(refresh).toHaveBeenCalledTimes(1)
  const call = 'PATCH /api/admin/orders/5/contact'
  const body = { financeEmail: 'accounts@contoh.example', version: VERSION }
  expect(sent).toEqual([
    [call, body],
    [call, body],
  ])
})

test('the buttons and questions of an order whose refund failed say what is kept', async () => {
  show(
    <OrderActions
      order={{ id: 5, updatedAt: VERSION, total: 'RM100.00', kept: 'RM80.00' }}
      from="refunded"
      steps={nextStatuses('refunded', true)}
      refundFailed
      waitsForFootage={false}
    />,
  )
  expect(screen.getAllByRole('button').map(({ textContent }) => textContent)).toEqual([
    orders.steps.resume,
    orders.steps.completed,
    orders.steps.refundAgain,
    orders.steps.cancelled,
  ])
  await userEvent.click(screen.getByRole('button', { name: orders.steps.cancelled }))
  expect(screen.getByRole('alertdialog')).toHaveTextContent(/RM80\.00 is still here/)
})

describe('marking an entry as handled', () => {
  const failed = {
    ...{ id: 9, kind: 'open', ways: ['kept'], handledAs: null, reason: 'refund_failed' },
    ...{ outcome: 'confirmed', intentId: 'pi_1', received: 55_00, left: 30_00, dueSen: 55_00 },
    ...{ currency: 'myr', updatedAt: VERSION, bar: 'refused', byHandSen: 30_00, byHand: false },
  }
  const opened = async (changes: object, button: string) => {
    show(<PaymentActions waits payment={{ ...failed, ...changes } as never} today={DATE} />)
    await userEvent.click(screen.getByRole('button', { name: button }))
  }

  test('says that money is kept where giving it back is another act', async () => {
    await opened({}, attention.keep)
    expect(screen.getByRole('dialog')).toHaveTextContent(attention.keepText)
    expect(screen.getByRole('dialog')).toHaveTextContent('RM30.00')
    expect(screen.queryByLabelText(new RegExp(attention.moneyField))).toBeNull()
    await type(attention.noteField, 'As credit')
    await press(attention.save)
    expect(sent.at(-1)).toEqual([
      'PATCH /api/admin/payments/9',
      { note: 'As credit', version: VERSION },
    ])
  })

  test('asks whether money is kept or was given back where that is recorded nowhere else', async () => {
    await opened({ ways: ['kept', 'given_back'], byHandSen: 0 }, attention.handle)
    await userEvent.selectOptions(field(attention.moneyField), 'given_back')
    await type(attention.noteField, 'In cash')
    await press(attention.save)
    expect(sent.at(-1)?.[1]).toEqual({ money: 'given_back', note: 'In cash', version: VERSION })
  })

  test('says of each other kind that nothing is kept or given back', async () => {
    await opened({ kind: 'dispute_lost', ways: [], outcome: 'confirmed' }, attention.handle)
    expect(screen.getByRole('dialog')).toHaveTextContent(attention.handleTexts.dispute_lost)
  })
})

test('a payment is linked by numbers as people write them, always with a note', async () => {
  const payment = {
    id: 9,
    ...{ kind: 'open', ways: ['kept', 'given_back'], handledAs: null },
    reason: 'unmatched',
    outcome: 'needs_attention',
    intentId: 'pi_1',
    received: 55_00,
    left: 55_00,
    dueSen: 55_00,
    currency: 'myr',
    updatedAt: VERSION,
  }
  show(<PaymentActions waits payment={payment as never} today="2026-11-27" />)
  await userEvent.click(screen.getByRole('button', { name: attention.link }))
  await type(attention.bookingNumber, '#1,012')
  await press(attention.save)
  await waitFor(() =>
    expect(field(attention.noteField)).toHaveAccessibleDescription(faults.required),
  )
  await type(attention.noteField, 'By transfer')
  answers.push(
    [400, { message: 'x', code: 'invalid_request', fields: { bookingId: faults.link_booking } }],
    [409, { message: 'Settled already.', code: 'not_changeable' }],
  )
  await press(attention.save)
  await waitFor(() =>
    expect(field(attention.bookingNumber)).toHaveAccessibleDescription(faults.link_booking),
  )
  await press(attention.save)
  expect(await screen.findByRole('alert')).toHaveTextContent('Settled already.')
  expect(field(attention.noteField)).toHaveValue('By transfer')
  await press(attention.save)
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(sent).toHaveLength(3)
  expect(sent[0]).toEqual([
    'PATCH /api/admin/payments/9',
    { bookingId: 1012, note: 'By transfer', version: VERSION },
  ])
})

test('a setting is saved with the version its fields were filled with, until it has saved itself', async () => {
  const settings = (version: string, basisPoints: number) =>
    ({
      ...Object.fromEntries(
        SETTING_KEYS.map((key) => [key, { ...SETTINGS[key].initial, version }]),
      ),
      hold: { minutes: null, usual: 15, version },
      tax: { ...DEFAULT_TAX, basisPoints, label: 'SST', version },
    }) as AdminSettings
  const { rerender } = show(
    <SettingGroups only={['tax']} submit={submit} {...settings(VERSION, 800)} />,
  )
  const tax = within(screen.getByRole('region', { name: en.admin.settings.tax.title }))
  const save = () => userEvent.click(tax.getByRole('button', { name: en.admin.form.save }))

  // Somebody else set the tax to 6 %, and another group of this page was saved: the rows are
  // reloaded, and these fields still contain 8 %.
  rerender(
    framed(
      <SettingGroups
        only={['tax']}
        submit={submit}
        {...settings('2026-11-02T00:00:00.000Z', 600)}
      />,
    ),
  )
  answers.push([409, { message: 'changed meanwhile', code: 'version_conflict' }])
  await save()
  await waitFor(() => expect(sent).toHaveLength(1))
  expect(sent[0]).toMatchObject(['PATCH /api/settings/tax', { version: VERSION }])

  const own = '2026-11-03T00:00:00.000Z'
  answers.push([200, { updatedAt: own }])
  await save()
  await waitFor(() => expect(sent).toHaveLength(2))
  await save()
  await waitFor(() => expect(sent).toHaveLength(3))
  expect(sent[2]).toMatchObject(['PATCH /api/settings/tax', { version: own }])
})

test('a DuitNow QR takes a sum once its owner has tried it, and another one not yet', async () => {
  // jsdom has none.
  Object.assign(globalThis, { TextEncoder })
  const [tried, other] = ['FD9C', '0000'].map((end) => `${DUITNOW.slice(0, -4)}${end}`)
  const settings = {
    ...Object.fromEntries(
      SETTING_KEYS.map((key) => [key, { ...SETTINGS[key].initial, version: VERSION }]),
    ),
    transfer: { ...SETTINGS.transfer.initial, duitnow: tried, version: VERSION },
  } as AdminSettings
  show(<SettingGroups submit={submit} {...settings} only={['transfer']} />)
  const { transfer } = en.admin.settings
  const box = () => screen.queryByRole('checkbox', { name: transfer.askable })
  expect(box()).not.toBeChecked()
  await userEvent.click(box()!)
  expect(box()).toBeChecked()
  answers.push([200, { updatedAt: VERSION }])
  await userEvent.click(screen.getByRole('button', { name: en.admin.form.save }))
  await waitFor(() => expect(sent).toHaveLength(1))
  expect(sent[0]).toMatchObject(['PATCH /api/settings/transfer', { askable: tried }])
  answers.push([200, { updatedAt: VERSION }])
  await userEvent.type(screen.getByRole('textbox', { name: transfer.bank }), 'Maybank')
  await userEvent.click(screen.getByRole('button', { name: en.admin.form.save }))
  await waitFor(() => expect(sent).toHaveLength(2))
  expect(sent[1]).toMatchObject([expect.anything(), { bank: 'Maybank', askable: tried }])
  const code = screen.getByRole('textbox', { name: new RegExp(transfer.duitnow) })
  await userEvent.clear(code)
  await userEvent.click(code)
  await userEvent.paste(other ?? '')
  // Its checksum is wrong: there is nothing to try.
  expect(box()).toBeNull()
})

test('the tax form warns about a rate that is not in force, and needs no rate for "none"', async () => {
  const settings = {
    ...Object.fromEntries(
      SETTING_KEYS.map((key) => [key, { ...SETTINGS[key].initial, version: VERSION }]),
    ),
    hold: { minutes: null, usual: 15, version: VERSION },
  } as AdminSettings
  show(<SettingGroups submit={submit} {...settings} only={['tax']} />)
  const { tax } = en.admin.settings
  const warning = () => screen.queryByText(/8% service tax and 6% on rental/)
  expect(warning()).toHaveTextContent('as of 1 January 2026')
  const rate = screen.getByRole('textbox', { name: new RegExp(tax.rate) })
  await userEvent.clear(rate)
  await userEvent.type(rate, '8')
  expect(warning()).toBeNull()
  await userEvent.type(rate, '.5')
  expect(warning()).not.toBeNull()
  const kind = screen.getByRole('combobox', { name: tax.kind })
  await userEvent.selectOptions(kind, 'service-charge')
  expect(warning()).toBeNull()
  await userEvent.selectOptions(kind, 'none')
  expect(screen.queryByRole('textbox', { name: new RegExp(tax.rate) })).toBeNull()
  answers.push([200, { updatedAt: VERSION }])
  await userEvent.click(screen.getByRole('button', { name: en.admin.form.save }))
  await waitFor(() => expect(sent).toHaveLength(1))
  expect(sent[0]).toMatchObject(['PATCH /api/settings/tax', { kind: 'none' }])
})

test('office days need at least one, and the error goes when another is chosen', async () => {
  const settings = {
    ...Object.fromEntries(
      SETTING_KEYS.map((key) => [key, { ...SETTINGS[key].initial, version: VERSION }]),
    ),
    hold: { minutes: null, usual: 15, version: VERSION },
  } as AdminSettings
  show(<SettingGroups submit={submit} {...settings} only={['office']} />)
  const { office } = en.admin.settings
  const day = (name: string) => screen.getByRole('checkbox', { name })
  const days = screen.getByRole('group', { name: office.days })
  const save = () => userEvent.click(screen.getByRole('button', { name: en.admin.form.save }))
  for (const key of WEEKDAYS) if (settings.office[key]) await userEvent.click(day(office[key]))
  await save()
  await waitFor(() => expect(days).toHaveAccessibleDescription(faults.office_days))
  expect(day(office.monday)).toHaveFocus()
  expect(sent).toEqual([])
  await userEvent.click(day(office.sunday))
  expect(days).not.toHaveAccessibleDescription(/./)
  await userEvent.selectOptions(field(office.dueHour), '18')
  await save()
  await waitFor(() => expect(sent).toHaveLength(1))
  const none = Object.fromEntries(WEEKDAYS.map((key) => [key, false]))
  expect(sent[0]).toEqual([
    'PATCH /api/settings/office',
    { ...none, sunday: true, dueHour: '18', version: VERSION },
  ])
})

test('a season is validated together with the others, and deleting it keeps the others', async () => {
  const WEEK = { weekday: { opens: 9, closes: 18 }, weekend: { opens: 10, closes: 16 } }
  const first = {
    name: 'Ramadan hours',
    translations: {},
    from: '2027-02-08',
    to: '2027-03-09',
    ...WEEK,
  }
  const seasons = { periods: [first], version: VERSION }
  const other = actionFor('POST /api/holidays')
  show(
    <ClosedDays
      {...{ year: 2027, today: DATE, holidays: [], blocks: [], more: false, rooms: [], seasons }}
      usual={WEEK}
      calendar="/admin/calendar"
      submit={{ holiday: other, newHoliday: other, season: setting, block: addBlock }}
    />,
  )
  const t = en.admin.settings.seasons
  await userEvent.click(screen.getByRole('button', { name: t.add }))
  const dialog = within(screen.getByRole('dialog'))
  const dialogField = (label: string) => dialog.getAllByLabelText(new RegExp(`^${label}`))[0]!
  await userEvent.type(dialogField(t.name), 'Late hours')
  await userEvent.type(dialogField(t.from), '2027-03-09')
  await userEvent.type(dialogField(t.to), '2027-03-20')
  await press(en.admin.form.save)
  await waitFor(() =>
    expect(dialogField(t.from)).toHaveAccessibleDescription(faults.season_overlap),
  )
  expect(sent).toEqual([])

  await userEvent.clear(dialogField(t.from))
  await userEvent.type(dialogField(t.from), '2027-03-10')
  await press(en.admin.form.save)
  await waitFor(() => expect(sent).toHaveLength(1))
  expect(sent[0]).toMatchObject([
    'PATCH /api/settings/seasons',
    {
      periods: [
        { name: 'Ramadan hours' },
        { name: 'Late hours', weekday: { opens: '9' }, translations: { ms: null, zh: null } },
      ],
      version: VERSION,
    },
  ])

  await userEvent.click(screen.getByRole('button', { name: /^Delete: Ramadan hours/ }))
  await userEvent.click(
    within(screen.getByRole('alertdialog')).getByRole('button', { name: en.admin.form.delete }),
  )
  await waitFor(() => expect(sent).toHaveLength(2))
  expect(sent[1]).toEqual(['PATCH /api/settings/seasons', { periods: [], version: VERSION }])
})
