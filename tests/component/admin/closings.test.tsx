import { render, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import {
  AppRouterContext,
  type AppRouterInstance,
} from 'next/dist/shared/lib/app-router-context.shared-runtime'
import { NextIntlClientProvider } from 'next-intl'
import type { ReactNode } from 'react'
import { BlockDialog } from '@/components/admin/calendar/block-dialogs'
import { ClosedTime } from '@/components/admin/closings/closed-time'
import { useHoursPreview } from '@/components/admin/closings/preview'
import { HoursFields } from '@/components/admin/settings/groups'
import { ClosedDays } from '@/components/admin/settings/closed-days'
import { EditorForm } from '@/components/admin/shared/form'
import { roomPatch } from '@/lib/rooms/schema'
import { DEFAULT_HOURS } from '@/lib/studio'
import { SaveFrame } from '@/components/admin/shared/save-frame'
import type { ClosedBooking, ClosedChoices } from '@/lib/closings/schema'
import en from '@/messages/en.json'
import { actionFor } from '@/tests/support/actions'

const { calendar, closings, settings, form } = en.admin
const addBlock = actionFor('POST /api/admin/blocks')
const DATE = '2026-12-01'
const VERSION = '2026-11-01T00:00:00.000Z'
const BOOKING: ClosedBooking = {
  ...{ id: 7, client: 'Aina Rahman', service: 'Podcast', serviceId: 1, room: null, roomId: 1 },
  ...{ date: DATE, time: '10:00', duration: 'hourly', hours: 2, status: 'confirmed' },
  ...{ kind: 'confirmed', paidSen: 107_17, owedSen: 0, refundableSen: 107_17, version: VERSION },
  why: [{ kind: 'block', reason: 'New floor' }],
}
const CHOICES: ClosedChoices = {
  alternatives: [
    { date: '2026-12-02', time: '09:00' },
    { date: '2026-12-03', time: '09:00' },
  ],
  moved: { subject: 'New time: Podcast', sentences: ['Your session has been moved.'] },
  cancelled: { subject: 'Booking cancelled', sentences: ['We are refunding RM107.17.'] },
}
let sent: [call: string, body: unknown][] = []
let previews: object[] = []
const refresh = jest.fn()
const close = jest.fn()

beforeEach(() => {
  ;[sent, previews] = [[], []]
  globalThis.fetch = (async (path: string, { method = 'GET', body }: RequestInit = {}) => {
    const answer = path.endsWith('/preview')
      ? (previews.shift() ?? { count: 0, inside: [] })
      : method === 'GET'
        ? CHOICES
        : {}
    if (method !== 'GET') sent.push([`${method} ${path}`, JSON.parse(String(body))])
    return {
      ok: true,
      status: 200,
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
const dialog = () => within(screen.getByRole('dialog'))
const press = (name: string) => userEvent.click(dialog().getByRole('button', { name }))
const calls = () => sent.map(([call]) => call)

test('a block over a booking shows it with its mails first, and is saved when sent again', async () => {
  previews = [{ count: 1, inside: [{ ...BOOKING, ...CHOICES }] }]
  show(<BlockDialog date={DATE} submit={addBlock} close={close} />)
  await userEvent.click(screen.getByLabelText(calendar.blockForm.wholeDay))
  await press(calendar.blockForm.submit)
  const inside = await screen.findByRole('group', { name: /1 booking stands inside/ })
  expect(inside).toHaveFocus()
  expect(inside).toHaveTextContent('Aina Rahman #7')
  expect(inside).toHaveTextContent('RM107.17 paid')
  for (const { subject, sentences } of [CHOICES.moved!, CHOICES.cancelled!])
    expect(inside).toHaveTextContent(`${subject}${sentences[0]}`)
  expect(calls()).toEqual(['POST /api/admin/closings/preview'])

  await press(closings.saveAnyway)
  await waitFor(() => expect(close).toHaveBeenCalledTimes(1))
  const block = expect.objectContaining({ date: DATE, wholeDay: true, roomId: null }) as unknown
  expect(sent).toEqual([
    ['POST /api/admin/closings/preview', { block }],
    ['POST /api/admin/blocks', block],
  ])
})

test('a block that was changed after the preview is looked at again', async () => {
  previews = [
    { count: 1, inside: [{ ...BOOKING, ...CHOICES }] },
    { count: 2, inside: [{ ...BOOKING, ...CHOICES }] },
  ]
  show(<BlockDialog date={DATE} submit={addBlock} close={close} />)
  await userEvent.click(screen.getByLabelText(calendar.blockForm.wholeDay))
  await press(calendar.blockForm.submit)
  await screen.findByRole('group', { name: /1 booking stands/ })
  await userEvent.type(screen.getByLabelText(calendar.blockForm.reason), 'Floor')
  await press(closings.saveAnyway)
  const inside = await screen.findByRole('group', { name: /2 bookings stand/ })
  expect(inside).toHaveTextContent('and 1 more')
  expect(calls()).toEqual(Array(2).fill('POST /api/admin/closings/preview'))
})

test('a house with one room has no choice of rooms; with two a block is for all or for one', async () => {
  const { room, allRooms, wholeDay, submit } = calendar.blockForm
  const { unmount } = show(
    <BlockDialog date={DATE} submit={addBlock} rooms={[{ id: 1, name: 'A' }]} close={close} />,
  )
  expect(screen.queryByLabelText(room)).toBeNull()
  unmount()
  const rooms = [
    { id: 1, name: 'A' },
    { id: 2, name: 'B' },
  ]
  show(<BlockDialog date={DATE} submit={addBlock} rooms={rooms} close={close} />)
  expect(screen.getByLabelText(room)).toHaveDisplayValue(allRooms)
  await userEvent.selectOptions(screen.getByLabelText(room), 'B')
  await userEvent.click(screen.getByLabelText(wholeDay))
  await press(submit)
  await waitFor(() => expect(sent).toHaveLength(2))
  expect(sent[1]).toMatchObject(['POST /api/admin/blocks', { roomId: 2 }])
})

test('a holiday names the rooms that it is for', async () => {
  const holiday = {
    ...{ date: DATE, name: 'State holiday', translations: {}, tentative: false, closed: true },
    ...{ roomIds: [2], updatedAt: VERSION },
  }
  const rooms = [
    { id: 1, name: 'Studio A' },
    { id: 2, name: 'Studio B' },
  ]
  const holidays = {
    holiday: actionFor('PATCH /api/holidays/[date]'),
    newHoliday: actionFor('POST /api/holidays'),
  }
  const other = actionFor('PATCH /api/settings/[key]')
  show(
    <ClosedDays
      {...{ year: 2026, today: '2026-11-20', blocks: [], more: false, rooms }}
      holidays={[holiday]}
      seasons={{ periods: [], version: null }}
      usual={DEFAULT_HOURS}
      calendar="/admin/calendar"
      submit={{ ...holidays, season: other, block: addBlock }}
    />,
  )
  expect(screen.getByText(/· Studio B$/)).toBeInTheDocument()
  await userEvent.click(screen.getByRole('button', { name: /^Edit/ }))
  expect(dialog().getByLabelText('Studio B')).toBeChecked()
  await userEvent.click(dialog().getByLabelText('Studio A'))
  await press(form.save)
  await waitFor(() => expect(sent).toHaveLength(2))
  expect(sent).toMatchObject([
    ['POST /api/admin/closings/preview', { holiday: { date: DATE, closed: true } }],
    [`PATCH /api/holidays/${DATE}`, { roomIds: [1, 2], closed: true, version: VERSION }],
  ])
  expect(settings.someRooms.hint).toBe('None ticked: for all rooms.')
})

test('shorter hours of a room are looked at first, and other changes of it are not', async () => {
  const hours = { weekday: { opens: 9, closes: 21 }, weekend: { opens: 10, closes: 17 } }
  function Form() {
    const inside = useHoursPreview({ id: 1, hours })
    return (
      <EditorForm
        method="PATCH"
        path="/api/rooms/1"
        schema={roomPatch}
        fields={['hours.weekday.closes']}
        before={inside.before}
        save={inside.save}
      >
        <HoursFields hours={hours} at="hours." />
        {inside.part}
      </EditorForm>
    )
  }
  show(<Form />)
  previews = [{ count: 1, inside: [{ ...BOOKING, ...CHOICES }] }]
  const save = (name: string) => userEvent.click(screen.getByRole('button', { name }))
  await save(form.save)
  await waitFor(() => expect(calls()).toEqual(['PATCH /api/rooms/1']))
  await userEvent.selectOptions(screen.getAllByLabelText(settings.hours.closes)[0]!, '20')
  await save(form.save)
  await screen.findByRole('group', { name: /1 booking stands inside/ })
  expect(calls()).toEqual(['PATCH /api/rooms/1', 'POST /api/admin/closings/preview'])
  expect(sent[1]?.[1]).toMatchObject({ room: { id: 1, hours: { weekday: { closes: '20' } } } })
  await save(closings.saveAnyway)
  await waitFor(() => expect(calls()).toHaveLength(3))
})

describe('the list', () => {
  const button = (act: string) => screen.getByRole('button', { name: `${act}: Aina Rahman #7` })

  test('is not there when nothing is in closed time', () => {
    show(<ClosedTime list={{ count: 0, rows: [] }} />)
    expect(screen.queryByRole('region')).toBeNull()
  })

  test('says what each is and why its time is closed, and keeps one', async () => {
    show(<ClosedTime list={{ count: 101, rows: [BOOKING] }} />)
    const region = screen.getByRole('region', { name: /In closed time \(101\)/ })
    for (const text of ['Podcast · 2 hours', 'RM107.17 paid', 'Blocked: New floor', 'and 100 more'])
      expect(region).toHaveTextContent(text)
    await userEvent.click(button(closings.keep))
    await waitFor(() => expect(refresh).toHaveBeenCalled())
    expect(sent).toEqual([['PATCH /api/bookings/7/keep', { version: VERSION }]])
  })

  test('moves one to a time that fits', async () => {
    show(<ClosedTime list={{ count: 1, rows: [BOOKING] }} />)
    await userEvent.click(button(closings.move))
    await userEvent.click(await dialog().findByRole('button', { name: /December 3.*09:00/ }))
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    const body = { newDate: '2026-12-03', newTime: '09:00', version: VERSION }
    expect(sent).toEqual([['PATCH /api/bookings/7/reschedule', body]])
  })

  test('cancels one with its refund, after showing the mail', async () => {
    show(<ClosedTime list={{ count: 1, rows: [BOOKING] }} />)
    await userEvent.click(button(closings.cancel))
    expect(await dialog().findByText('We are refunding RM107.17.')).toBeInTheDocument()
    await press(closings.cancel)
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    const body = { refund: 'full', version: VERSION }
    expect(sent).toEqual([['PATCH /api/bookings/7/cancel', body]])
  })
})
