// The owner's form for a booking by hand: finding a person, what is chosen and what it costs, what is
// refused, and the link afterwards.
import { fireEvent, render, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import {
  AppRouterContext,
  type AppRouterInstance,
} from 'next/dist/shared/lib/app-router-context.shared-runtime'
import { NextIntlClientProvider } from 'next-intl'
import { NewBooking } from '@/components/admin/new-booking/new-booking'
import { HouseRooms } from '@/components/admin/shared/rooms'
import { SaveFrame } from '@/components/admin/shared/save-frame'
import type { FoundPerson } from '@/lib/admin/customers/schema'
import type { RoomChoice } from '@/lib/rooms/schema'
import { DEFAULT_TAX } from '@/lib/settings/tax'
import en from '@/messages/en.json'

const { newBooking: words, bookings, sheet } = en.admin
const { who, what, price, made } = words
const faults = en.errors.fields
const DATE = '2026-12-01'
const HAKIM: FoundPerson = {
  ...{ key: 7, name: 'Hakim Rahman', firstName: 'Hakim', lastName: 'Rahman' },
  ...{ phone: '012-345 6789', phoneE164: '+60123456789' },
  ...{ email: 'hakim@example.com', locale: 'ms' },
  ...{ lastServiceId: 4, lastDuration: 'hourly', lastHours: 2 },
}
const HAKIMAH: FoundPerson = {
  ...{ ...HAKIM, key: 8, name: 'Hakimah Ali', firstName: 'Hakimah Ali', lastName: null },
  ...{ email: null, locale: 'zh' },
}
const ROOMS: RoomChoice[] = [
  { id: 1, name: 'Studio A', state: 'offered', serviceIds: [3] },
  { id: 2, name: 'Studio B', state: 'hidden', serviceIds: [3, 4] },
  { id: 5, name: 'Old cellar', state: 'retired', serviceIds: [3] },
]
const RATES = { hourly: 100_00, halfDay: 90_00, fullDay: 80_00, weekly: null }
const OFFERED = {
  services: [3, 4].map((id) => ({ id, name: `Podcast ${id}`, rates: RATES as never })),
  addOns: [{ id: 9, name: 'Co-host', hourlyRate: 20_00 }],
  tax: { ...DEFAULT_TAX, kind: 'none' as const, basisPoints: 0 },
  severalHours: true,
}
const SOLD = {
  ...{ id: 42, firstName: 'Hakim Rahman', lastName: null, service: { id: 4, name: 'Podcast 4' } },
  ...{ date: DATE, time: '10:00', duration: 'hourly', hours: 1, status: 'pending' },
  ...{ totalAmount: '100.00', whatsApp: '60123456789', payUrl: 'https://s.example/ms/manage/t' },
  payText: 'Hai Hakim, bayar di sini: https://s.example/ms/manage/t',
}

const sent: { body: Record<string, unknown>; key: string | undefined }[] = []
const answers: [status: number, body: object][] = []
const asked: string[] = []
/** Who is found, by what was typed; a promise is an answer that is late. */
const people = new Map<string, FoundPerson[] | Promise<FoundPerson[]>>()
const refresh = jest.fn()

beforeEach(() => {
  sent.length = answers.length = asked.length = 0
  people.clear()
  refresh.mockClear()
  const reply = (status: number, answer: object) =>
    ({
      ...{ ok: status < 400, status, headers: new Headers() },
      text: async () => JSON.stringify(answer),
    }) as unknown as Response
  globalThis.fetch = (async (path: string, { body, headers }: RequestInit) => {
    const { pathname, searchParams } = new URL(path, 'https://s.example')
    if (pathname === '/api/admin/people') {
      const query = searchParams.get('query') ?? ''
      asked.push(query)
      const found = people.get(query)
      return found === undefined ? reply(200, []) : reply(200, await found)
    }
    if (pathname === '/api/admin/starts') {
      asked.push(path)
      const start = (time: string, state: string, ...warnings: string[]) => ({
        ...{ time, state, warnings, by: state === 'free' ? null : 'Badrul' },
      })
      const starts = [
        start('09:00', 'warned', 'past', 'blocked'),
        ...[start('10:00', 'free'), start('12:00', 'taken'), start('15:00', 'free')],
      ]
      return reply(200, { date: DATE, holiday: null, starts, noRoom: false })
    }
    const key = (headers as Record<string, string>)['idempotency-key']
    sent.push({ body: JSON.parse(String(body)) as Record<string, unknown>, key })
    return reply(...(answers.shift() ?? [201, SOLD]))
  }) as typeof fetch
})

const show = (props: Partial<Parameters<typeof NewBooking>[0]> = {}, rooms: RoomChoice[] = []) =>
  render(
    <AppRouterContext value={{ refresh } as unknown as AppRouterInstance}>
      <NextIntlClientProvider locale="en" timeZone="Asia/Kuala_Lumpur" messages={en as never}>
        <SaveFrame>
          <HouseRooms rooms={rooms}>
            <NewBooking
              offered={OFFERED}
              today={DATE}
              date={DATE}
              time=""
              roomId=""
              again={null}
              {...props}
            />
          </HouseRooms>
        </SaveFrame>
      </NextIntlClientProvider>
    </AppRouterContext>,
  )
const field = (label: string) => screen.getByLabelText(label)
const search = () => screen.getByRole('combobox', { name: who.label })
const press = (name: string) => userEvent.click(screen.getByRole('button', { name }))
const type = (label: string, text: string) => userEvent.type(field(label), text)
const choose = (name: string) => userEvent.click(screen.getByRole('radio', { name }))
const hour = async (time: string) =>
  userEvent.click(await screen.findByRole('button', { name: time }))
const option = (name: string) => screen.findByRole('option', { name: new RegExp(name) })
const total = (sum: string) => expect(screen.getByText(sum)).toBeInTheDocument()
const last = () => sent.at(-1)?.body

describe('who', () => {
  test('is found by a name, and brings number, email, language, service and length', async () => {
    people.set('hakim', [HAKIM, HAKIMAH])
    show()
    await waitFor(() => expect(search()).toHaveFocus())
    await userEvent.type(search(), 'hakim')
    await userEvent.click(await option('Hakim Rahman'))
    expect(search()).toHaveValue('Hakim Rahman')
    expect(screen.queryByRole('listbox')).toBeNull()
    expect(field(what.service)).toHaveValue('4')
    expect(screen.getByRole('radio', { name: '2 hours' })).toBeChecked()
    total('RM200.00')
    await hour('10:00')
    await press(words.submit)
    await screen.findByRole('heading', { name: /#42/ })
    expect(last()).toMatchObject({
      ...{
        firstName: 'Hakim',
        lastName: 'Rahman',
        phone: '012-345 6789',
        email: 'hakim@example.com',
      },
      ...{ locale: 'ms', serviceId: 4, duration: 'hourly', hours: 2, time: '10:00' },
    })
  })

  test('is found by a number, and by the keyboard alone', async () => {
    people.set('6789', [HAKIM, HAKIMAH])
    show()
    await userEvent.type(search(), '6789')
    await option('Hakimah')
    const active = () => {
      const id = search().getAttribute('aria-activedescendant')
      return id === null ? null : document.getElementById(id)?.textContent
    }
    expect(active()).toBeNull()
    await userEvent.keyboard('{ArrowDown}')
    expect(active()).toMatch(/^Hakim Rahman/)
    await userEvent.keyboard('{ArrowDown}{ArrowDown}{ArrowUp}')
    expect(active()).toMatch(/^Hakimah Ali/)
    expect(
      within(screen.getByRole('listbox')).getByRole('option', { selected: true }),
    ).toHaveTextContent(/^Hakimah Ali/)
    await userEvent.keyboard('{Escape}')
    expect(screen.queryByRole('listbox')).toBeNull()
    expect(search()).toHaveValue('6789')
    // The keys that chose nobody: what was typed is the number, and the form is not sent.
    expect(field(who.name)).toHaveValue('')
    await userEvent.keyboard('{ArrowDown}{ArrowUp}')
    expect(active()).toMatch(/^Hakimah Ali/)
    await userEvent.keyboard('{Enter}')
    expect(search()).toHaveValue('Hakimah Ali')
    expect(search()).toHaveFocus()
    expect(sent).toEqual([])
    await userEvent.click(screen.getByText(/012-345 6789 · Chinese/))
    expect(field(who.language)).toHaveValue('zh')
  })

  test('a late answer does not take the place of a newer one', async () => {
    let arrive: (found: FoundPerson[]) => void = () => undefined
    people.set('ha', new Promise((resolve) => (arrive = resolve)))
    people.set('hakimah', [HAKIMAH])
    show()
    await userEvent.type(search(), 'ha')
    await waitFor(() => expect(asked).toContain('ha'))
    await userEvent.type(search(), 'kimah')
    await option('Hakimah Ali')
    arrive([HAKIM])
    await new Promise((resolve) => setTimeout(resolve, 50))
    expect(screen.getAllByRole('option').map(({ textContent }) => textContent)).toContain(
      'Hakimah Ali012-345 6789',
    )
    expect(screen.queryByRole('option', { name: /Hakim Rahman/ })).toBeNull()
    // What was found for another text is not shown for this one.
    await userEvent.type(search(), ' r')
    expect(screen.queryByRole('listbox')).toBeNull()
    // A pause of typing is one question.
    expect(asked.filter((one) => /^hak[a-z]*$/.test(one))).toEqual(['hakimah'])
  })

  test('nothing of the one who was chosen stays when another name is typed', async () => {
    people.set('hakim', [HAKIM])
    show()
    await userEvent.type(search(), 'hakim')
    await userEvent.click(await option('Hakim Rahman'))
    await userEvent.clear(search())
    await userEvent.type(search(), 'Badrul')
    expect(field(who.phone)).toHaveValue('')
    expect(field(who.email)).toHaveValue('')
    expect(field(who.language)).toHaveValue('en')
  })

  test('somebody new is a name or a number, and one way to reach them', async () => {
    show({ time: '10:00' })
    await screen.findByRole('button', { name: '10:00', pressed: true })
    await press(words.submit)
    await waitFor(() => expect(search()).toHaveAccessibleDescription(new RegExp(faults.required)))
    expect(search()).toHaveFocus()
    await userEvent.type(search(), 'Badrul')
    await press(words.submit)
    await waitFor(() =>
      expect(field(who.email)).toHaveAccessibleDescription(new RegExp(faults.required)),
    )
    expect(field(who.email)).toHaveFocus()
    // A number where the name was: then the name is asked for.
    await userEvent.clear(search())
    await userEvent.type(search(), '012-9')
    await press(words.submit)
    await waitFor(() => expect(field(who.name)).toHaveAccessibleDescription(faults.required))
    await type(who.name, 'Badrul')
    await press(words.submit)
    await waitFor(() =>
      expect(search()).toHaveAccessibleDescription(expect.stringContaining(faults.phone)),
    )
    expect(sent).toEqual([])
    await userEvent.type(search(), '876 5432')
    await press(words.submit)
    await waitFor(() => expect(sent).toHaveLength(1))
    expect(last()).toMatchObject({ firstName: 'Badrul', phone: '012-9876 5432', email: '' })
  })

  test('a refusal by the server stands beside the field that was typed', async () => {
    show({ time: '10:00' })
    await screen.findByRole('button', { name: '10:00', pressed: true })
    await userEvent.type(search(), '012-987 6543')
    await type(who.name, 'Badrul')
    const refused = { message: 'x', code: 'invalid_request', fields: { phone: 'Not a number.' } }
    answers.push([400, refused])
    await press(words.submit)
    await waitFor(() => expect(search()).toHaveAccessibleDescription(/Not a number\./))
    expect(search()).toHaveFocus()
    expect(field(who.name)).toHaveValue('Badrul')
  })

  test('comes from the phone’s own contacts where there are some', async () => {
    const contact = { name: ['Siti'], tel: ['+60 19-111 2222'], email: [] }
    const contacts = { select: jest.fn().mockResolvedValue([contact]) }
    Object.defineProperty(navigator, 'contacts', { value: contacts, configurable: true })
    show()
    await press(who.contacts)
    await waitFor(() => expect(search()).toHaveValue('Siti'))
    expect(field(who.phone)).toHaveValue('+60 19-111 2222')
    Reflect.deleteProperty(navigator, 'contacts')
  })

  test('books again what they had', async () => {
    show({ again: HAKIM })
    await screen.findByRole('button', { name: '10:00' })
    expect(search()).toHaveValue('Hakim Rahman')
    expect(field(what.service)).toHaveValue('4')
    expect(screen.getByRole('radio', { name: '2 hours' })).toBeChecked()
  })
})

describe('what it costs', () => {
  test('has its length and add-ons; what is wrong is marked, and what is right is sent', async () => {
    show()
    total('RM100.00')
    await choose('half day, 4 h')
    total('RM360.00')
    await userEvent.click(screen.getByRole('checkbox', { name: /Co-host/ }))
    total('RM440.00')
    await userEvent.type(search(), 'Aina')
    await type(who.email, 'aina@example.com')
    await choose(price.ways.duitnow)
    await press(words.submit)
    await waitFor(() => expect(screen.getByText(faults.required)).toBeInTheDocument())
    expect(screen.getByRole('button', { name: '10:00' })).toHaveFocus()
    await hour('10:00')
    const refused = { message: 'x', code: 'invalid_request' }
    answers.push([400, { ...refused, fields: { time: faults.slot_outside_hours } }])
    await press(words.submit)
    expect(await screen.findByText(faults.slot_outside_hours)).toBeInTheDocument()
    await choose('1 hour')
    expect(screen.queryByText(faults.slot_outside_hours)).toBeNull()
    const { billing } = en
    await userEvent.click(screen.getByText(billing.title))
    await screen.findByLabelText(billing.company)
    await type(billing.company, 'Contoh Sdn. Bhd.')
    await type(billing.companyTin, '123')
    await type(price.note, '0931')
    await type(price.people, '101')
    await type(price.wishes, 'Two chairs')
    await press(words.submit)
    await waitFor(() => expect(field(price.people)).toHaveAccessibleDescription(faults.figure))
    expect(field(billing.companyTin)).toHaveAccessibleDescription(faults.tin)
    expect(field(price.people)).toHaveFocus()
    await userEvent.clear(field(price.people))
    await type(price.people, '3')
    await userEvent.clear(field(billing.companyTin))
    await type(billing.companyTin, 'c 1234567890')
    await press(words.submit)
    await screen.findByRole('heading', { name: /#42/ })
    expect(last()).toEqual({
      ...{ serviceId: 3, duration: 'hourly', hours: 1, addOns: [9], date: DATE, time: '10:00' },
      ...{ firstName: 'Aina', email: 'aina@example.com', phone: '', locale: 'en', people: 3 },
      ...{ requirements: 'Two chairs', discount: null, paid: { method: 'duitnow', note: '0931' } },
      ...{ company: 'Contoh Sdn. Bhd.', companyRegistration: '', companyTin: 'c 1234567890' },
      ...{ companyIdKind: '', companySst: '', companyPostcode: '', companyCity: '' },
      ...{ companyState: '', companyCountry: '', companyAddress: '' },
      ...{ poNumber: '', financeEmail: '', totalAmount: '120.00', roomId: null, despite: [] },
    })
    expect(refresh).toHaveBeenCalledTimes(1)
  })

  const ready = async (props: object = {}) => {
    show({ again: { ...HAKIM, lastHours: 1 }, time: '10:00', ...props })
    await screen.findByRole('button', { name: '10:00', pressed: true })
  }

  test('less needs its reason: in ringgit, in percent, and free', async () => {
    await ready()
    await userEvent.click(screen.getByText(price.change))
    await type(price.value, '19.50')
    total('RM80.50')
    expect(screen.getByText(/instead of RM100\.00/)).toBeInTheDocument()
    await press(words.submit)
    const reason = () => field(price.reason)
    await waitFor(() => expect(reason()).toHaveAccessibleDescription(new RegExp(faults.required)))
    expect(reason()).toHaveFocus()
    expect(sent).toEqual([])

    await choose(price.percent)
    await userEvent.clear(field(price.value))
    await type(price.value, '250')
    await type(price.reason, 'Regular guest')
    await press(words.submit)
    await waitFor(() => expect(field(price.value)).toHaveAccessibleDescription(faults.figure))
    await userEvent.clear(field(price.value))
    await type(price.value, '25')
    total('RM75.00')

    await choose(price.ways.free)
    total('RM0.00')
    await userEvent.clear(reason())
    await press(words.submit)
    await waitFor(() => expect(reason()).toHaveAccessibleDescription(new RegExp(faults.required)))
    expect(sent).toEqual([])
    await choose(price.ways.later)
    await type(price.reason, 'Regular guest')
    await press(words.submit)
    await waitFor(() => expect(sent).toHaveLength(1))
    expect(last()).toMatchObject({
      ...{ discount: { percent: 25, reason: 'Regular guest' }, paid: 'later' },
      totalAmount: '75.00',
    })
  })

  test('more off than it costs has no price, and the server’s word stands beside it', async () => {
    await ready()
    await userEvent.click(screen.getByText(price.change))
    await type(price.value, '100.01')
    await type(price.reason, 'Friend')
    total('–')
    const refused = { message: 'x', code: 'invalid_request' }
    answers.push([400, { ...refused, fields: { discount: faults.discount } }])
    await press(words.submit)
    await waitFor(() => expect(field(price.value)).toHaveAccessibleDescription(faults.discount))
    expect(last()).toMatchObject({ totalAmount: null, discount: { amountSen: 100_01 } })
  })

  test('another price than was shown is said above the button, and read again', async () => {
    await ready()
    answers.push([409, { message: 'It costs RM120.00 now.', code: 'price_changed' }])
    await press(words.submit)
    expect(await screen.findByRole('alert')).toHaveTextContent('It costs RM120.00 now.')
    expect(refresh).toHaveBeenCalledTimes(1)
    expect(search()).toHaveValue('Hakim Rahman')
  })

  test('what is sent again without an answer has the same key, and another booking a new one', async () => {
    await ready()
    answers.push([503, { message: 'Try again.', code: 'unavailable' }])
    await press(words.submit)
    await screen.findByText('Try again.')
    await press(words.submit)
    await press(made.another)
    expect(sent[1]?.key).toMatch(/^[\da-f]{32}$/)
    expect(sent[1]?.key).toBe(sent[0]?.key)
    await userEvent.type(search(), 'Hakim Rahman')
    await type(who.email, 'hakim@example.com')
    await hour('10:00')
    await press(words.submit)
    await waitFor(() => expect(sent).toHaveLength(3))
    expect(sent[2]?.key).not.toBe(sent[0]?.key)
  })
})

describe('when', () => {
  test('a session of this morning is sent again with its warnings, once they were read', async () => {
    const { long } = bookings.warnings
    show({ again: { ...HAKIM, lastServiceId: 3 } }, ROOMS)
    await userEvent.selectOptions(field(bookings.rooms.room), 'Studio B')
    await waitFor(() => expect(asked.at(-1)).toMatch(/roomId=2/))
    await hour(sheet.hours.all)
    await hour('09:00')
    const warnings = ['past', 'blocked']
    const refused = { message: 'This time has passed.', code: 'slot_unavailable', warnings }
    answers.push([422, refused], [422, refused])
    await press(words.submit)
    const alert = await screen.findByRole('alert')
    const said = within(alert).getAllByRole('listitem')
    expect(said.map(({ textContent }) => textContent)).toEqual([long.past, long.blocked])
    expect(screen.queryByText('This time has passed.')).toBeNull()
    expect(search()).toHaveValue('Hakim Rahman')

    // What was read is about that session alone.
    await hour('10:00')
    expect(screen.queryByRole('alert')).toBeNull()
    await hour('09:00')
    await press(words.anyway)
    await waitFor(() => expect(sent).toHaveLength(2))
    answers.push([201, { ...SOLD, date: '2026-01-05', time: '09:00' }])
    await press(words.anyway)
    expect(await screen.findByText(made.over)).toBeInTheDocument()
    expect(sent.map(({ body }) => body)).toMatchObject([
      { time: '09:00', roomId: 2, serviceId: 3, despite: [] },
      { time: '09:00', roomId: 2, despite: warnings },
      { time: '09:00', roomId: 2, despite: warnings },
    ])
  })

  test('a room that does not serve the service chosen after it is not sent', async () => {
    show({}, ROOMS)
    await userEvent.selectOptions(field(bookings.rooms.room), 'Studio A')
    await userEvent.selectOptions(field(what.service), 'Podcast 4')
    expect(screen.queryByLabelText(bookings.rooms.room)).toBeNull()
    await waitFor(() => expect(asked.at(-1)).toMatch(/serviceId=4$/))
  })

  test('a time that somebody took meanwhile is said beside the hours, with the focus', async () => {
    show({ again: HAKIM, time: '15:00' })
    await screen.findByRole('button', { name: '15:00', pressed: true })
    answers.push([409, { message: 'Badrul has just taken it.', code: 'slot_taken' }])
    await press(words.submit)
    expect(await screen.findByText('Badrul has just taken it.')).toBeInTheDocument()
    expect(document.activeElement).toHaveTextContent('10:00')
  })

  test('a time that is taken is not sent, however it was chosen', async () => {
    show({ again: HAKIM, time: '12:00' })
    await screen.findByRole('button', { name: '12:00', pressed: false })
    await press(words.submit)
    expect(await screen.findByText(faults.required)).toBeInTheDocument()
    expect(sent).toEqual([])
  })

  test('Escape does not close the column around a form in which something was typed', async () => {
    const escape = () => fireEvent.keyDown(search(), { key: 'Escape', cancelable: true })
    const { unmount } = show()
    await userEvent.type(search(), 'A')
    expect(escape()).toBe(false)
    unmount()
    show()
    await screen.findByRole('button', { name: '10:00' })
    expect(escape()).toBe(true)
  })
})

describe('afterwards', () => {
  const book = async (answer: object = SOLD) => {
    show({ again: HAKIM, time: '10:00' })
    await screen.findByRole('button', { name: '10:00', pressed: true })
    answers.push([201, answer])
    await press(words.submit)
    return screen.findByRole('heading', { name: 'Booking #42 for Hakim Rahman' })
  }

  test('the link goes to that number in that language, is copied, or shown as a code', async () => {
    expect(await book()).toHaveFocus()
    const link = screen.getByRole('link', { name: 'Send Hakim Rahman the link' })
    const to = new URL(link.getAttribute('href') ?? '')
    expect(to.origin + to.pathname).toBe('https://wa.me/60123456789')
    expect(to.searchParams.get('text')).toBe(SOLD.payText)
    const writeText = jest.fn().mockResolvedValue(undefined)
    Object.defineProperty(navigator, 'clipboard', { value: { writeText }, configurable: true })
    await press(made.copy.copy)
    expect(await screen.findByRole('button', { name: made.copy.copied })).toBeInTheDocument()
    expect(writeText).toHaveBeenCalledWith(SOLD.payUrl)
    expect(await screen.findByRole('img', { name: made.qr })).toBeInTheDocument()
    expect(screen.getByRole('link', { name: made.open })).toHaveAttribute(
      'href',
      '/admin/bookings/42',
    )
  })

  test('without a number WhatsApp asks whom; without anything to pay there is no link', async () => {
    await book({ ...SOLD, whatsApp: null })
    const link = screen.getByRole('link', { name: 'Send Hakim Rahman the link' })
    expect(link.getAttribute('href')).toMatch(/^https:\/\/wa\.me\/\?text=Hai/)
    await press(made.another)
    expect(search()).toHaveValue('')
  })

  test('what is paid says so, and opens the booking', async () => {
    await book({ ...SOLD, status: 'confirmed', payUrl: null, payText: null })
    expect(screen.getByText('RM100.00, nothing to be paid')).toBeInTheDocument()
    expect(screen.queryByRole('link', { name: /Send/ })).toBeNull()
    expect(screen.queryByRole('img', { name: made.qr })).toBeNull()
  })
})
