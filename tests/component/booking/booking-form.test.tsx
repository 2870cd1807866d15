import { screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import {
  availability,
  calls,
  chooseDay,
  fillIn,
  openBooking,
  proceed,
  SATURDAY,
  serve,
  summary,
  WORKDAY,
} from './support'

beforeEach(() => {
  sessionStorage.clear()
  serve({
    'GET /api/availability': availability(['09:00']),
    'GET /api/next-slot': () => ({ body: null }),
  })
})

test('an incomplete form says so, names each missing field, focuses the first and sends nothing', async () => {
  openBooking()
  await userEvent.type(screen.getByLabelText('Email'), 'aina@example.com')
  await proceed()

  expect(await screen.findByText('Missing Information')).toBeInTheDocument()
  expect(screen.getByText('Please fill in all required fields')).toBeInTheDocument()
  expect(screen.getByText('Please choose a service.')).toBeInTheDocument()
  expect(screen.getByText('Please choose a date.')).toBeInTheDocument()
  expect(screen.getByLabelText('First Name')).toBeInvalid()
  await waitFor(() => expect(screen.getByRole('radio', { name: /Audio Basic/ })).toHaveFocus())
  expect(screen.getByLabelText('Email')).toHaveValue('aina@example.com')
  expect(calls.filter(({ method }) => method === 'POST')).toEqual([])
})

test('a wrong email is named beside its field and keeps what was typed', async () => {
  openBooking()
  await fillIn()
  await userEvent.clear(screen.getByLabelText('Email'))
  await userEvent.type(screen.getByLabelText('Email'), 'aina@')
  await proceed()

  await waitFor(() => expect(screen.getByLabelText('Email')).toHaveFocus())
  expect(screen.getByLabelText('Email')).toHaveAccessibleDescription(/valid email address/)
  expect(screen.getByLabelText('First Name')).toHaveValue('Aina')
})

test('a refresh keeps choices and details', async () => {
  openBooking()
  await fillIn()
  const draft = sessionStorage.getItem('booking-draft')
  document.body.replaceChildren()

  sessionStorage.setItem('booking-draft', draft ?? '')
  openBooking()
  expect(await screen.findByRole('radio', { name: '10:00' })).toBeChecked()
  expect(screen.getByRole('radio', { name: /Audio Basic/ })).toBeChecked()
  expect(screen.getByLabelText('Email')).toHaveValue('aina@example.com')
})

test.each([
  ['Hourly', 'RM99.00', 'RM8.17', 'RM107.17'],
  ['Half Day', 'RM356.00', 'RM29.37', 'RM385.37'],
  ['Full Day', 'RM632.00', 'RM52.14', 'RM684.14'],
])('the summary of %s shows base, tax and total', async (duration, base, tax, total) => {
  openBooking()
  await userEvent.click(screen.getByRole('radio', { name: /Audio Basic/ }))
  await userEvent.click(screen.getByRole('radio', { name: duration }))
  for (const amount of [base, tax, total]) expect(summary().getByText(amount)).toBeInTheDocument()
})

test('half and full day are offered only where the service has their rates', async () => {
  openBooking()
  await userEvent.click(screen.getByRole('radio', { name: /Audio Basic/ }))
  await userEvent.click(screen.getByRole('radio', { name: 'Full Day' }))
  await userEvent.click(screen.getByRole('radio', { name: /Video Premium/ }))
  expect(screen.queryByRole('radio', { name: 'Full Day' })).toBeNull()
  expect(screen.getByRole('radio', { name: 'Hourly' })).toBeChecked()
})

test('a taken time stays in sight, cannot be chosen and says why', async () => {
  openBooking()
  await userEvent.click(screen.getByRole('radio', { name: /Audio Basic/ }))
  await chooseDay(WORKDAY)
  const taken = await screen.findByRole('radio', { name: '09:00' })
  expect(taken).toBeDisabled()
  expect(taken).toHaveAccessibleDescription('Taken')
})

test('a closed day says so with its reason, and offers the next free time after that day', async () => {
  const closed = (date: string) => ({
    date,
    availableSlots: [],
    heldByYou: [],
    opensAt: null,
    closesAt: null,
    closed: true,
    reason: 'New floor',
    holiday: null,
    rooms: [],
  })
  serve({
    [`GET /api/availability/${WORKDAY}`]: () => ({ body: closed(WORKDAY) }),
    'GET /api/next-slot': () => ({ body: { date: SATURDAY, time: '11:00' } }),
  })
  openBooking()
  await userEvent.click(screen.getByRole('radio', { name: /Audio Basic/ }))
  await chooseDay(WORKDAY)
  expect(await screen.findByText('We are closed on this day: New floor')).toBeInTheDocument()
  expect(screen.queryByRole('radio', { name: '09:00' })).toBeNull()
  expect(await screen.findByRole('button', { name: /^Next free: .*11:00$/ })).toBeInTheDocument()
  const asked = calls.find(({ path }) => path.startsWith('/api/next-slot'))
  expect(new URLSearchParams(asked?.path.split('?')[1]).get('after')).toBe(WORKDAY)
})

describe('the steps, of which one is open where they fold', () => {
  const row = (name: string) => screen.getByRole('button', { name: new RegExp(`${name}$`) })
  const openSteps = () =>
    screen
      .getAllByRole('button', { expanded: true })
      .map((button) => button.getAttribute('aria-controls'))

  test('a press goes on to the next that is missing, an arrow key does not', async () => {
    openBooking()
    expect(openSteps()).toEqual(['step-service-body'])
    screen.getByRole('radio', { name: /Audio Basic/ }).focus()
    await userEvent.keyboard('{ArrowDown}{ArrowUp}')
    expect(screen.getByRole('radio', { name: /Audio Basic/ })).toBeChecked()
    expect(openSteps()).toEqual(['step-service-body'])
    await userEvent.click(screen.getByRole('radio', { name: /Audio Basic/ }))
    expect(openSteps()).toEqual(['step-date-body'])
    await chooseDay(WORKDAY)
    expect(openSteps()).toEqual(['step-time-body'])
    await userEvent.click(await screen.findByRole('radio', { name: '10:00' }))
    expect(openSteps()).toEqual(['step-details-body'])
    expect(row('Choose a time')).toHaveAccessibleName('Change Choose a time')
    expect(row('Choose a service')).toHaveAccessibleDescription(/^Audio Basic ?RM99 \/ hour$/)
  })

  test('on a phone a press on a service leads to the length, which is chosen already and unseen', async () => {
    const led: string[] = []
    // Where the rows are shown; jsdom shows nothing.
    const rects = jest
      .spyOn(Element.prototype, 'getClientRects')
      .mockReturnValue([{}] as unknown as DOMRectList)
    openBooking()
    Element.prototype.scrollIntoView = function () {
      led.push(this.id)
    }
    await userEvent.click(screen.getByRole('radio', { name: /Audio Basic/ }))
    expect(openSteps()).toEqual(['step-date-body'])
    expect(led).toEqual(['step-duration'])
    expect(row('Choose a length')).toHaveAccessibleDescription(/1 hour/)
    await chooseDay(WORKDAY)
    expect(led).toEqual(['step-duration', 'step-time'])
    await userEvent.click(row('Choose a length'))
    expect(led.at(-1)).toBe('step-duration')
    rects.mockRestore()
  })

  test('another day keeps a time that is free on it, and goes on to what is missing', async () => {
    openBooking()
    await fillIn()
    await userEvent.click(row('Choose a date'))
    expect(openSteps()).toEqual(['step-date-body'])
    await chooseDay(SATURDAY)
    expect(openSteps()).toEqual(['step-details-body'])
    expect(await screen.findByRole('radio', { name: '10:00' })).toBeChecked()
  })

  test('a time that is gone opens its step again and leaves open what is being typed in', async () => {
    openBooking()
    await fillIn({ time: '20:00' })
    await chooseDay(SATURDAY)
    expect(await screen.findByText(/^20:00 is no longer available/)).toBeVisible()
    expect(openSteps()).toEqual(['step-time-body', 'step-details-body'])
  })

  test('what is wrong opens its step', async () => {
    openBooking()
    await proceed()
    await screen.findByText('Please choose a time.')
    expect(openSteps()).toEqual(
      ['service', 'date', 'time', 'details'].map((step) => `step-${step}-body`),
    )
  })

  test('the bar says the next step and leads to it, and has the button once nothing is missing', async () => {
    openBooking()
    const bar = (name: string) => screen.getByRole('button', { name })
    expect(screen.getByText('from RM107.17')).toBeInTheDocument()
    await userEvent.click(bar('Next: service'))
    await userEvent.click(screen.getByRole('radio', { name: /Audio Basic/ }))
    await userEvent.click(row('Choose a length'))
    expect(openSteps()).toEqual(['step-duration-body'])
    await userEvent.click(bar('Next: date'))
    expect(openSteps()).toEqual(['step-date-body'])
    await chooseDay(WORKDAY)
    await userEvent.click(await screen.findByRole('radio', { name: '10:00' }))
    expect(screen.getAllByRole('button', { name: 'Proceed to Payment' })).toHaveLength(1)
    await userEvent.click(bar('Next: first name'))
    expect(screen.getByLabelText('First Name')).toHaveFocus()
    await userEvent.keyboard('Aina{Tab}')
    expect(screen.getByLabelText('Email')).toHaveFocus()
    await userEvent.keyboard('aina@example.com')
    expect(screen.queryByRole('button', { name: /^Next:/ })).toBeNull()
    expect(screen.getAllByRole('button', { name: 'Proceed to Payment' })).toHaveLength(2)
  })

  test('a refresh begins at what is missing', async () => {
    sessionStorage.setItem('booking-draft', JSON.stringify({ serviceId: 1, date: WORKDAY }))
    openBooking()
    expect(await screen.findByRole('radio', { name: '10:00' })).toBeEnabled()
    expect(openSteps()).toEqual(['step-time-body'])
  })
})

test('the time that another page offered is chosen on arrival, and kept when a service is', async () => {
  window.history.replaceState(null, '', `/booking?date=${WORKDAY}&time=10:00`)
  openBooking()
  expect(await screen.findByText(/10:00 is chosen\. Choose a service to book it\./)).toBeVisible()
  expect(window.location.search).toBe('')
  await userEvent.click(screen.getByRole('radio', { name: /Audio Basic/ }))
  expect(await screen.findByRole('radio', { name: '10:00' })).toBeChecked()
})

test('who comes with a day and a time reads them first, as long as they are chosen', async () => {
  window.history.replaceState(null, '', `/booking?date=${WORKDAY}&time=10:00`)
  openBooking()
  expect(await screen.findByText(/^\w{3},? \d+ \w{3}, 10:00$/)).toBeVisible()
  expect(screen.queryByText(/^Choose what you are recording/)).toBeNull()
  await userEvent.click(screen.getByRole('radio', { name: /Audio Basic/ }))
  await userEvent.click(await screen.findByRole('radio', { name: '11:00' }))
  expect(screen.getByText(/^\w{3},? \d+ \w{3}, 11:00$/)).toBeVisible()
})

test('what the address brought outlives a reload', async () => {
  window.history.replaceState(null, '', `/booking?service=1&date=${WORKDAY}&time=10:00`)
  openBooking()
  expect(await screen.findByRole('radio', { name: '10:00' })).toBeChecked()
  expect(JSON.parse(sessionStorage.getItem('booking-draft') ?? '')).toMatchObject({
    ...{ serviceId: 1, date: WORKDAY, time: '10:00' },
  })
})

test('who comes with nothing reads what the page is for', async () => {
  openBooking()
  await fillIn()
  expect(screen.getByText(/^Choose what you are recording/)).toBeVisible()
})

test('a full day on a Saturday is explained, and half a day is one click away', async () => {
  openBooking()
  await userEvent.click(screen.getByRole('radio', { name: /Audio Basic/ }))
  await userEvent.click(screen.getByRole('radio', { name: 'Full Day' }))
  await chooseDay(SATURDAY)
  expect(
    await screen.findByText(
      /open 10:00–17:00 \(7 hours\), but the session you chose needs 8 hours/,
    ),
  ).toBeInTheDocument()
  await userEvent.click(screen.getByRole('button', { name: 'Switch to Half Day' }))
  expect(await screen.findByRole('radio', { name: '13:00' })).toBeEnabled()
  expect(screen.queryByRole('radio', { name: '14:00' })).toBeNull()
})

test('the times are those of the live answer, whatever hours the page was made with', async () => {
  const late = { weekday: { opens: 19, closes: 22 }, weekend: { opens: 10, closes: 11 } }
  serve({
    'GET /api/availability': availability([], late),
    'GET /api/next-slot': () => ({ body: null }),
  })
  openBooking()
  await userEvent.click(screen.getByRole('radio', { name: /Audio Basic/ }))
  await chooseDay(WORKDAY)
  expect(await screen.findByRole('radio', { name: '21:00' })).toBeEnabled()
  expect(screen.queryByRole('radio', { name: '18:00' })).toBeNull()
  await userEvent.click(screen.getByRole('radio', { name: 'Half Day' }))
  expect(
    await screen.findByText(
      /open 19:00–22:00 \(3 hours\), but the session you chose needs 4 hours/,
    ),
  ).toBeInTheDocument()
  await userEvent.click(screen.getByRole('button', { name: 'Switch to Hourly' }))
  expect(await screen.findByRole('radio', { name: '19:00' })).toBeEnabled()
})

test('times that could not be loaded can be asked for again', async () => {
  serve({
    'GET /api/availability': () => ({
      status: 503,
      body: { message: 'Away', code: 'unavailable' },
    }),
  })
  openBooking()
  await userEvent.click(screen.getByRole('radio', { name: /Audio Basic/ }))
  await chooseDay(WORKDAY)
  expect(await screen.findByText('The times could not be loaded')).toBeInTheDocument()
  serve({ 'GET /api/availability': availability() })
  await userEvent.click(screen.getByRole('button', { name: 'Try Again' }))
  expect(await screen.findByRole('radio', { name: '20:00' })).toBeEnabled()
})

describe('several hours', () => {
  const more = async (times: number) => {
    const button = screen.getByRole('button', { name: 'One hour more' })
    for (let nth = 0; nth < times; nth++) await userEvent.click(button)
  }

  test('have their price, and a day that costs less is said and chosen with one press', async () => {
    openBooking()
    await userEvent.click(screen.getByRole('radio', { name: /Audio Basic/ }))
    const fewer = screen.getByRole('button', { name: 'One hour less' })
    expect(fewer).toHaveAttribute('aria-disabled', 'true')
    await userEvent.click(fewer)
    expect(summary().getByText('RM99.00')).toBeInTheDocument()
    await more(2)
    expect(summary().getByText('3 hours')).toBeInTheDocument()
    expect(summary().getByText('RM297.00')).toBeInTheDocument()
    expect(screen.queryByRole('button', { name: /Switch to/ })).toBeNull()
    expect(screen.getByText(/one session towards your free 11th/)).toBeInTheDocument()
    await more(1)
    expect(
      screen.getByText('4 hours cost RM396.00. A half day costs RM356.00.'),
    ).toBeInTheDocument()
    await userEvent.click(screen.getByRole('button', { name: 'Switch to a half day' }))
    expect(screen.getByRole('radio', { name: 'Half Day' })).toBeChecked()
    expect(summary().getByText('RM356.00')).toBeInTheDocument()
    expect(screen.queryByRole('button', { name: 'One hour more' })).toBeNull()
  })

  test('end at eight', async () => {
    openBooking()
    await userEvent.click(screen.getByRole('radio', { name: /Audio Basic/ }))
    await more(9)
    expect(summary().getByText('8 hours')).toBeInTheDocument()
    const button = screen.getByRole('button', { name: 'One hour more' })
    expect(button).toHaveAttribute('aria-disabled', 'true')
  })

  test('are asked for and sent with the times that fit', async () => {
    openBooking()
    await userEvent.click(screen.getByRole('radio', { name: /Audio Basic/ }))
    await more(1)
    await chooseDay(WORKDAY)
    await screen.findByRole('radio', { name: '10:00' })
    expect(calls.at(-1)?.path).toContain('duration=hourly&hours=2&')
    expect(screen.queryByRole('radio', { name: '20:00' })).toBeNull()
  })

  test('are not offered while the owner sells single hours only, whatever a draft says', async () => {
    sessionStorage.setItem(
      'booking-draft',
      JSON.stringify({ serviceId: 1, duration: 'hourly', hours: 3 }),
    )
    openBooking({ severalHours: false })
    expect(await screen.findByRole('radio', { name: /Audio Basic/ })).toBeChecked()
    expect(screen.queryByRole('group', { name: 'How many hours' })).toBeNull()
    expect(summary().getByText('RM99.00')).toBeInTheDocument()
  })
})
