// A dialog stays open with what was typed in it, when another person removes its row, or when the row
// goes to another list.
import { render, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import {
  AppRouterContext,
  type AppRouterInstance,
} from 'next/dist/shared/lib/app-router-context.shared-runtime'
import { NextIntlClientProvider } from 'next-intl'
import { type ComponentProps, Fragment, type ReactElement, type ReactNode } from 'react'
import { PaymentActions } from '@/components/admin/attention/actions'
import { ContactDialog } from '@/components/admin/booking/contact-dialog'
import { BookingDialogs } from '@/components/admin/bookings/booking-dialogs'
import { ClosedTime } from '@/components/admin/closings/closed-time'
import { FinanceContact } from '@/components/admin/orders/finance-contact'
import { OrderActions } from '@/components/admin/orders/order-actions'
import { ItemCard } from '@/components/admin/portfolio/item-card'
import { PriceEditor } from '@/components/admin/prices/price-editor'
import { ServiceCard } from '@/components/admin/services/service-card'
import { ClosedDays } from '@/components/admin/settings/closed-days'
import { RoomList } from '@/components/admin/settings/rooms'
import { DialogFrame } from '@/components/admin/shared/kept'
import { RecordPayment } from '@/components/admin/shared/record-payment'
import { HouseRooms } from '@/components/admin/shared/rooms'
import { SaveFrame } from '@/components/admin/shared/save-frame'
import { ToastSlot } from '@/components/ui/toast-slot'
import { DEFAULT_HOURS } from '@/lib/studio'
import en from '@/messages/en.json'
import { actionFor } from '@/tests/support/actions'

const { form, orders, attention, settings, prices, sheet, record, bookings, closings } = en.admin
const VERSION = '2026-11-01T00:00:00.000Z'
const LATER = '2026-11-02T00:00:00.000Z'
const GONE = { code: 'not_found', message: en.errors.gone }
const sent: [call: string, body: unknown][] = []
const answers: [status: number, body: object][] = []
const refresh = jest.fn()

beforeEach(() => {
  sent.length = 0
  answers.length = 0
  globalThis.fetch = (async (path: string, { method = 'GET', body }: RequestInit) => {
    const isPreview = path === '/api/admin/closings/preview'
    if (method !== 'GET' && !isPreview) sent.push([`${method} ${path}`, JSON.parse(String(body))])
    const [status, answer] =
      method === 'GET'
        ? [404, {}]
        : isPreview
          ? [200, { count: 0 }]
          : (answers.shift() ?? [200, {}])
    return {
      ...{ ok: status < 400, status, headers: new Headers() },
      text: async () => JSON.stringify(answer),
    } as unknown as Response
  }) as typeof fetch
})

const ROOMS = [
  { id: 1, name: 'Studio A', state: 'offered' as const, serviceIds: [1] },
  { id: 2, name: 'Studio B', state: 'offered' as const, serviceIds: [1] },
]
const page = (part: ReactNode) => (
  <AppRouterContext value={{ refresh } as unknown as AppRouterInstance}>
    <NextIntlClientProvider locale="en" timeZone="Asia/Kuala_Lumpur" messages={en as never}>
      <SaveFrame>
        <DialogFrame>
          <HouseRooms rooms={ROOMS}>
            <ul>{part}</ul>
          </HouseRooms>
        </DialogFrame>
        <ToastSlot label="Notices" closeLabel="Close" />
      </SaveFrame>
    </NextIntlClientProvider>
  </AppRouterContext>
)

const service = {
  ...{ id: 3, name: 'Podcast', description: 'x', icon: 'fa-microphone', isAddOn: false },
  ...{ hourlyRate: '99.00', formerHourlyRate: null, halfDayRate: null, fullDayRate: null },
  ...{ weeklyRate: null, translations: {}, state: 'offered', updatedAt: VERSION, isUsed: false },
  ...{ stripeProductId: null, stripePriceId: null, stripePaymentLinkUrl: null },
} as unknown as ComponentProps<typeof ServiceCard>['service']
const item = {
  ...{ id: 4, title: 'Talks', description: 'x', type: 'podcast', featured: false },
  ...{ translations: {}, updatedAt: VERSION },
} as unknown as ComponentProps<typeof ItemCard>['item']
const order = { id: 5, updatedAt: VERSION, total: 'RM100.00', kept: 'RM0.00' }
const payment = {
  ...{ id: 9, kind: 'open', ways: ['kept', 'given_back'], handledAs: null },
  ...{ reason: 'unmatched', outcome: 'needs_attention', intentId: 'pi_1', received: 5500 },
  ...{ left: 5500, dueSen: 5500, byHandSen: 5500, currency: 'myr', updatedAt: VERSION, bar: null },
} as unknown as ComponentProps<typeof PaymentActions>['payment']
const submit = actionFor('PATCH /api/some/[id]')

type Row = [what: string, row: ReactElement, opens: RegExp | string, label: string]
const ROWS: Row[] = [
  [
    'a service',
    <ServiceCard key="1" service={service} place={1} count={1} />,
    /^Edit: Podcast/,
    en.admin.services.name,
  ],
  [
    'a work',
    <ItemCard key="1" item={item} scene="/x.webp" place={1} count={1} submit={submit} />,
    /^Edit: Talks/,
    en.admin.portfolio.fields.title,
  ],
  [
    'coming prices',
    <PriceEditor
      key="1"
      services={[service as never]}
      days={{ first: '2026-12-02', last: '2027-12-01' }}
      set={{ id: 6, from: '2027-01-01', name: 'Prices of January', version: VERSION }}
    />,
    /^Edit: Prices of January/,
    prices.columns.hourlyRate,
  ],
  [
    'an order to deliver',
    <OrderActions
      key="1"
      order={order}
      from="in_progress"
      steps={['delivered']}
      refundFailed={false}
      waitsForFootage={false}
    />,
    orders.steps.delivered,
    orders.link,
  ],
  [
    'who else gets an order’s documents',
    <FinanceContact
      key="1"
      order={{ id: 5, updatedAt: VERSION, financeEmail: 'a@example.com' }}
      submit={submit}
    />,
    orders.finance.title.replace('{id}', '5'),
    orders.finance.label,
  ],
  [
    'what is owed',
    <RecordPayment
      key="1"
      about={{ orderId: 5 }}
      owedSen={5500}
      version={VERSION}
      today="2026-12-01"
    />,
    record.open,
    record.reference,
  ],
  [
    'a payment to decide',
    <PaymentActions key="1" waits payment={payment} today="2026-12-01" />,
    attention.link,
    attention.noteField,
  ],
]

const field = (label: string) =>
  within(screen.getByRole('dialog')).getAllByLabelText(new RegExp(`^${label}`))[0]!
const press = (name: RegExp | string) => userEvent.click(screen.getByRole('button', { name }))

test.each(ROWS)(
  '%s: its dialog keeps the text and closes at last',
  async (_what, row, opens, label) => {
    const { rerender } = render(page(row))
    await press(opens)
    await userEvent.type(field(label), '7')
    const typed = (field(label) as HTMLInputElement).value
    expect(typed).toMatch(/7$/)
    rerender(page(null))
    expect(field(label)).toHaveValue(typed)
    // Opened anew, where the row is shown again, it is not this one.
    await userEvent.keyboard('{Escape}')
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    rerender(page(row))
    expect(screen.queryByRole('dialog')).toBeNull()
  },
)

test('a service that was removed: saving says so and loses nothing', async () => {
  const card = <ServiceCard key="1" service={service} place={1} count={1} />
  const { rerender } = render(page(card))
  await press(/^Edit: Podcast/)
  await userEvent.type(field(en.admin.services.name), ' live')
  // In a house with several rooms: what is said of them is still known.
  expect(screen.getByRole('dialog')).toHaveTextContent(en.admin.services.noRoom)
  rerender(page(null))
  expect(screen.getByRole('dialog')).toHaveTextContent(en.admin.services.noRoom)
  answers.push([404, GONE])
  await press(form.save)
  expect(await screen.findByText(en.errors.gone)).toBeInTheDocument()
  expect(field(en.admin.services.name)).toHaveValue('Podcast live')
  expect(sent).toMatchObject([
    ['PATCH /api/services/3', { name: 'Podcast live', version: VERSION }],
  ])
  await press(form.cancel)
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
})

test('a service that is hidden meanwhile stands elsewhere, and the dialog goes on', async () => {
  const card = <ServiceCard service={service} place={1} count={1} />
  const { rerender } = render(page([<Fragment key="offered">{card}</Fragment>]))
  await press(/^Edit: Podcast/)
  await userEvent.type(field(en.admin.services.name), ' live')
  rerender(page([<Fragment key="retired">{card}</Fragment>]))
  expect(screen.getAllByRole('dialog')).toHaveLength(1)
  expect(field(en.admin.services.name)).toHaveValue('Podcast live')
  await press(form.save)
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(sent).toHaveLength(1)
})

test('a booking that is moved stays so when the list is empty', async () => {
  const booking = {
    ...{
      id: 7,
      client: 'Aina',
      service: 'Podcast',
      serviceId: 1,
      date: '2026-12-01',
      time: '09:00',
    },
    ...{ duration: 'hourly', hours: 1, version: VERSION },
  }
  const close = jest.fn()
  const opened = { dialog: 'reschedule', booking } as never
  const { rerender } = render(page(<BookingDialogs opened={opened} close={close} />))
  const date = () => field(bookings.move.date)
  await userEvent.clear(date())
  await userEvent.type(date(), '2026-12-09')
  rerender(page(null))
  expect(date()).toHaveValue('2026-12-09')
  const dialog = within(screen.getByRole('dialog'))
  await userEvent.click(dialog.getAllByRole('button', { name: bookings.move.close })[0]!)
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
})

test('the last booking in closed time: its dialog stays when it is in the list no more', async () => {
  const row = {
    ...{ id: 7, client: 'Aina', service: 'Podcast', serviceId: 1, room: null, roomId: 1 },
    ...{ date: '2026-12-01', time: '10:00', duration: 'hourly', hours: 2, status: 'confirmed' },
    ...{ kind: 'confirmed', paidSen: 0, owedSen: 0, refundableSen: 0, version: VERSION, why: [] },
  } as never
  const { rerender } = render(page(<ClosedTime list={{ count: 1, rows: [row] }} />))
  await press(new RegExp(`^${closings.cancel}`))
  expect(await screen.findByRole('dialog')).toBeVisible()
  rerender(page(<ClosedTime list={{ count: 0, rows: [] }} />))
  expect(screen.getByRole('dialog')).toBeVisible()
})

const HOLIDAY = {
  ...{ date: '2027-05-01', name: 'Labour Day', translations: {}, tentative: false, closed: true },
  updatedAt: VERSION,
}
const season = (name: string, from: string, to: string) => ({
  ...{ name, translations: {}, from, to },
  ...DEFAULT_HOURS,
})
const SEASONS = [
  season('Ramadan hours', '2027-02-08', '2027-03-09'),
  season('Late nights', '2027-11-01', '2027-11-09'),
]
const year = (about: Partial<ComponentProps<typeof ClosedDays>> = {}) =>
  page(
    <ClosedDays
      {...{ year: 2027, today: '2027-01-01', more: false, calendar: '/c', usual: DEFAULT_HOURS }}
      {...{ rooms: [], blocks: [], holidays: [HOLIDAY] }}
      seasons={{ periods: SEASONS, version: VERSION }}
      submit={{
        holiday: actionFor('PATCH /api/holidays/[date]'),
        newHoliday: actionFor('POST /api/holidays'),
        season: actionFor('PATCH /api/settings/[key]'),
        block: actionFor('POST /api/admin/blocks'),
      }}
      {...about}
    />,
  )

test('a holiday that was removed is not made anew by its dialog', async () => {
  const { rerender } = render(year())
  await press(/^Edit: Labour Day/)
  await userEvent.type(field(settings.holidays.name), ' (moved)')
  rerender(year({ holidays: [] }))
  answers.push([404, GONE])
  await press(form.save)
  await waitFor(() => expect(sent).toHaveLength(1))
  expect(field(settings.holidays.name)).toHaveValue('Labour Day (moved)')
  expect(sent.map(([call]) => call)).toEqual(['PATCH /api/holidays/2027-05-01'])
})

test('a season stays the one that was opened when one before it is removed', async () => {
  const { rerender } = render(year())
  await press(/^Edit: Late nights/)
  await userEvent.type(field(settings.seasons.name), ' again')
  rerender(year({ seasons: { periods: SEASONS.slice(1), version: LATER } }))
  expect(screen.getByRole('dialog')).toHaveAccessibleName(/Late nights/)
  expect(field(settings.seasons.name)).toHaveValue('Late nights again')
  await press(form.save)
  await waitFor(() => expect(sent).toHaveLength(1))
  expect(sent[0]).toMatchObject([
    'PATCH /api/settings/seasons',
    { periods: [{ name: 'Ramadan hours' }, { name: 'Late nights again' }], version: VERSION },
  ])
})

test('a season is deleted, also when the list was read again while that was asked', async () => {
  const { rerender } = render(year())
  await press(/^Delete: Late nights/)
  rerender(year({ seasons: { periods: SEASONS.map((one) => ({ ...one })), version: LATER } }))
  await userEvent.click(
    within(screen.getByRole('alertdialog')).getByRole('button', { name: form.delete }),
  )
  await waitFor(() => expect(sent).toHaveLength(1))
  expect(sent[0]).toMatchObject([
    'PATCH /api/settings/seasons',
    { periods: [{ name: 'Ramadan hours' }], version: VERSION },
  ])
})

test('a room that is in the list no more is not added anew', async () => {
  const room = {
    ...{
      id: 1,
      name: 'Studio A',
      description: '',
      translations: {},
      picture: null,
      state: 'offered',
    },
    ...{ hours: DEFAULT_HOURS, turnaroundMinutes: 0, serviceIds: [], updatedAt: VERSION },
  } as never
  const list = (rooms: never[]) =>
    page(
      <RoomList
        rooms={rooms}
        services={[]}
        ahead={{}}
        submit={{ room: actionFor('PATCH /api/rooms/[id]'), newRoom: actionFor('POST /api/rooms') }}
      />,
    )
  const { rerender } = render(list([room]))
  await press(/^Edit: Studio A/)
  await userEvent.type(field(settings.rooms.name), ' large')
  rerender(list([]))
  await press(form.save)
  await waitFor(() => expect(sent).toHaveLength(1))
  expect(sent[0]).toMatchObject(['PATCH /api/rooms/1', { name: 'Studio A large' }])
})

test('who booked is saved over nobody’s change: the version is that of the filled fields', async () => {
  const detail = (phone: string, updatedAt: string) =>
    ({
      booking: {
        id: 7,
        firstName: 'Aina',
        lastName: null,
        email: 'a@example.com',
        phone,
        people: null,
        updatedAt,
      },
      ...{ locale: 'en', financeEmail: null },
    }) as never
  const dialog = (phone: string, updatedAt: string) =>
    page(<ContactDialog detail={detail(phone, updatedAt)} submit={submit} close={jest.fn()} />)
  const { rerender } = render(dialog('+60 12 345 6789', VERSION))
  await userEvent.type(field(sheet.person.firstName), 'h')
  rerender(dialog('+60 12 345 0000', LATER))
  await press(form.save)
  await waitFor(() => expect(sent).toHaveLength(1))
  expect(sent[0]).toMatchObject(['PATCH /api/some/7', { firstName: 'Ainah', version: VERSION }])
})
