// The rooms of the house in the settings, and where the console names them.
import { render, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import {
  AppRouterContext,
  type AppRouterInstance,
} from 'next/dist/shared/lib/app-router-context.shared-runtime'
import { NextIntlClientProvider } from 'next-intl'
import type { ReactNode } from 'react'
import { ServiceEditor } from '@/components/admin/services/service-editor'
import { RoomList } from '@/components/admin/settings/rooms'
import { HouseRooms } from '@/components/admin/shared/rooms'
import { SaveFrame } from '@/components/admin/shared/save-frame'
import type { AdminRoom } from '@/lib/rooms/schema'
import { DEFAULT_HOURS } from '@/lib/studio'
import en from '@/messages/en.json'
import { actionFor } from '@/tests/support/actions'

const { rooms: words, hours: hoursWords } = en.admin.settings
const { form } = en.admin
const submit = {
  room: actionFor('PATCH /api/rooms/[id]'),
  newRoom: actionFor('POST /api/rooms'),
}
const sent: [call: string, body: unknown][] = []
const answers: [status: number, body: object][] = []
const refresh = jest.fn()

beforeEach(() => {
  sent.length = 0
  answers.length = 0
  globalThis.fetch = (async (path: string, { method, body }: RequestInit) => {
    sent.push([`${method} ${path}`, JSON.parse(String(body))])
    const [status, answer] = answers.shift() ?? [200, {}]
    return {
      ok: status < 400,
      status,
      headers: new Headers(),
      text: async () => JSON.stringify(answer),
    } as unknown as Response
  }) as typeof fetch
})

const show = (part: ReactNode) =>
  render(
    <AppRouterContext value={{ refresh } as unknown as AppRouterInstance}>
      <NextIntlClientProvider locale="en" timeZone="Asia/Kuala_Lumpur" messages={en as never}>
        <SaveFrame>{part}</SaveFrame>
      </NextIntlClientProvider>
    </AppRouterContext>,
  )
const room = (id: number, name: string, changes: Partial<AdminRoom> = {}): AdminRoom => ({
  id,
  name,
  description: '',
  translations: {},
  picture: null,
  state: 'offered',
  hours: DEFAULT_HOURS,
  turnaroundMinutes: 0,
  serviceIds: [3],
  updatedAt: `2026-11-0${id}T00:00:00.000Z`,
  ...changes,
})
const SERVICES = [
  { id: 3, name: 'Podcast' },
  { id: 4, name: 'Video' },
]
const press = (name: string) => userEvent.click(screen.getByRole('button', { name }))
const field = (label: string) => screen.getByLabelText(label)
const first = (label: string) => screen.getAllByLabelText(label)[0] as HTMLElement

test('a house with one room can change it and add another, and has no order', async () => {
  show(<RoomList submit={submit} rooms={[room(1, 'Studio A')]} services={SERVICES} ahead={{}} />)
  expect(
    screen.getAllByRole('button').map((one) => one.getAttribute('aria-label') ?? one.textContent),
  ).toEqual([`${form.edit}: Studio A`, words.add])
  await press(words.add)
  await userEvent.type(first(words.name), 'Studio B')
  // It begins as the first one is, and can be sold for another service too.
  expect(field('Podcast')).toBeChecked()
  await userEvent.click(field('Video'))
  await userEvent.selectOptions(field(words.turnaround), '30 minutes')
  await userEvent.selectOptions(first(hoursWords.opens), '08:00')
  await press(form.save)
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(sent).toEqual([
    [
      'POST /api/rooms',
      {
        name: 'Studio B',
        description: '',
        picture: '',
        state: 'offered',
        turnaroundMinutes: 30,
        hours: {
          weekday: { opens: '8', closes: String(DEFAULT_HOURS.weekday.closes) },
          weekend: {
            opens: String(DEFAULT_HOURS.weekend.opens),
            closes: String(DEFAULT_HOURS.weekend.closes),
          },
        },
        serviceIds: [3, 4],
        translations: { ms: null, zh: null },
      },
    ],
  ])
})

test('what is still to come in a room is said before it is hidden; others are as before', async () => {
  const rooms = [room(1, 'Studio A'), room(2, 'Studio B', { serviceIds: [3, 4] })]
  show(<RoomList submit={submit} rooms={rooms} services={SERVICES} ahead={{ 1: 2 }} />)
  await press(`${form.edit}: Studio A`)
  expect(screen.queryByRole('status')).toBeNull()
  await userEvent.selectOptions(field(words.state), words.states.retired)
  expect(screen.getByRole('status')).toHaveTextContent(
    '2 bookings are still to come in it, and stay',
  )
  answers.push([409, { message: 'The last room has to stay.', code: 'not_changeable' }])
  await press(form.save)
  expect(await screen.findByText('The last room has to stay.')).toBeInTheDocument()
  await userEvent.selectOptions(field(words.state), words.states.offered)
  expect(screen.queryByRole('status')).toBeNull()
  await userEvent.selectOptions(field(words.state), words.states.hidden)
  await press(form.save)
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(sent.map(([call]) => call)).toEqual(['PATCH /api/rooms/1', 'PATCH /api/rooms/1'])
  expect(sent[1]?.[1]).toMatchObject({
    name: 'Studio A',
    state: 'hidden',
    serviceIds: [3],
    version: rooms[0]?.updatedAt,
  })
})

test('rooms are ordered by their buttons, and say what they are for', async () => {
  const rooms = [
    room(1, 'Studio A'),
    room(2, 'Studio B', { state: 'hidden', serviceIds: [], turnaroundMinutes: 15 }),
  ]
  show(<RoomList submit={submit} rooms={rooms} services={SERVICES} ahead={{}} />)
  const [a, b] = screen.getAllByRole('listitem') as [HTMLElement, HTMLElement]
  expect(a).toHaveTextContent('Podcast · No time between sessions')
  expect(b).toHaveTextContent(words.states.hidden)
  expect(b).toHaveTextContent(`${words.noService} · 15 minutes`)
  expect(within(a).getByRole('button', { name: 'Move Studio A up' })).toBeDisabled()
  await press('Move Studio B up')
  await waitFor(() => expect(refresh).toHaveBeenCalled())
  expect(sent).toEqual([['PATCH /api/rooms/2', { position: 1, version: rooms[1]?.updatedAt }]])
})

test('a service says in which rooms it is sold where there are several', async () => {
  const service = {
    id: 4,
    name: 'Video',
    description: 'Video',
    icon: 'fas fa-video',
    hourlyRate: '100.00',
    translations: {},
    isAddOn: false,
    updatedAt: 'x',
  }
  const choice = (id: number, name: string, serviceIds: number[]) => ({
    id,
    name,
    serviceIds,
    state: 'offered' as const,
  })
  const at = (rooms: ReturnType<typeof choice>[]) =>
    show(
      <HouseRooms rooms={rooms}>
        <ServiceEditor service={service as never} />
      </HouseRooms>,
    )
  const one = at([choice(1, 'Studio A', [4])])
  await press(`${form.edit}: Video`)
  expect(screen.queryByText(/Studio A/)).toBeNull()
  one.unmount()
  const two = at([choice(1, 'Studio A', [4]), choice(2, 'Studio B', [3])])
  await press(`${form.edit}: Video`)
  expect(screen.getByText('Sold in: Studio A')).toBeInTheDocument()
  expect(screen.getByRole('link', { name: en.admin.services.changeRooms })).toHaveAttribute(
    'href',
    '/admin/settings/hours#setting-rooms',
  )
  two.unmount()
  at([choice(1, 'Studio A', []), choice(2, 'Studio B', [3])])
  await press(`${form.edit}: Video`)
  expect(screen.getByText(en.admin.services.noRoom)).toBeInTheDocument()
})
