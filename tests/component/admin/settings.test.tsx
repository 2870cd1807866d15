// The search over the settings, and the year of closed days.
import { render, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import {
  AppRouterContext,
  type AppRouterInstance,
} from 'next/dist/shared/lib/app-router-context.shared-runtime'
import { NextIntlClientProvider } from 'next-intl'
import type { ComponentProps, ReactNode } from 'react'
import { ClosedDays } from '@/components/admin/settings/closed-days'
import { SettingGroups } from '@/components/admin/settings/groups'
import { SettingsSearch } from '@/components/admin/settings/settings-search'
import { SaveFrame } from '@/components/admin/shared/save-frame'
import type { AdminSettings } from '@/lib/settings/schema'
import { DEFAULT_SITE } from '@/lib/settings/site'
import { DEFAULT_HOURS } from '@/lib/studio'
import en from '@/messages/en.json'
import { actionFor } from '@/tests/support/actions'

const { calendar, closedYear, settings, settingsIndex, form } = en.admin
const router = { refresh: jest.fn(), push: jest.fn(), replace: jest.fn() }
const sent: [call: string, body: unknown][] = []

beforeEach(() => {
  sent.length = 0
  for (const call of Object.values(router)) call.mockReset()
  globalThis.fetch = (async (path: string, { method, body }: RequestInit) => {
    const isPreview = path.endsWith('/preview')
    if (!isPreview) sent.push([`${method} ${path}`, JSON.parse(String(body))])
    return {
      ok: true,
      status: 200,
      headers: new Headers(),
      text: async () => JSON.stringify(isPreview ? { count: 0, inside: [] } : {}),
    } as unknown as Response
  }) as typeof fetch
})
afterEach(() => void (location.hash = ''))

const framed = (part: ReactNode) => (
  <AppRouterContext value={router as unknown as AppRouterInstance}>
    <NextIntlClientProvider locale="en" timeZone="Asia/Kuala_Lumpur" messages={en as never}>
      <SaveFrame>{part}</SaveFrame>
    </NextIntlClientProvider>
  </AppRouterContext>
)
const show = (part: ReactNode) => render(framed(part))

const INDEX = [
  {
    href: '/admin/settings/prices#setting-tax-rate',
    label: 'Rate',
    where: 'Tax',
    text: 'rate tax',
  },
  { href: '/admin/settings/rules#setting-hold', label: 'Hold', where: 'Rules', text: 'hold rate' },
]
const search = () =>
  show(
    <SettingsSearch locale="en" index={INDEX}>
      <p>All pages</p>
    </SettingsSearch>,
  )

test('the search goes down into its results by arrow key, back up, and away by Escape', async () => {
  search()
  const field = screen.getByRole('searchbox', { name: settingsIndex.search })
  expect(screen.getByText('All pages')).toBeVisible()
  await userEvent.type(field, 'rate')
  expect(screen.getByRole('status')).toHaveTextContent('2 settings found')
  expect(screen.getByText('All pages')).not.toBeVisible()
  await userEvent.keyboard('{ArrowDown}')
  expect(screen.getByRole('link', { name: /^Rate/ })).toHaveFocus()
  await userEvent.keyboard('{ArrowDown}{ArrowDown}')
  expect(screen.getByRole('link', { name: /^Hold/ })).toHaveFocus()
  await userEvent.keyboard('{ArrowUp}{ArrowUp}')
  expect(field).toHaveFocus()
  await userEvent.keyboard('{Escape}')
  expect(screen.getByText('All pages')).toBeVisible()
  expect(sent).toEqual([])
})

test('Enter opens the first result, and nothing where there is none', async () => {
  search()
  const field = screen.getByRole('searchbox')
  await userEvent.type(field, 'tax{Enter}')
  expect(router.push.mock.calls).toEqual([['/admin/settings/prices#setting-tax-rate']])
  await userEvent.type(field, ' trombone{Enter}')
  expect(router.push).toHaveBeenCalledTimes(1)
  expect(screen.getByRole('status')).toHaveTextContent('No setting has these words.')
})

test('a link to a setting of the former page arrives at its page', async () => {
  location.hash = '#setting-rooms'
  search()
  await waitFor(() =>
    expect(router.replace.mock.calls).toEqual([['/admin/settings/hours#setting-rooms']]),
  )
})

const YEAR: ComponentProps<typeof ClosedDays> = {
  ...{ year: 2027, today: '2027-03-01', more: false, calendar: '/admin/calendar' },
  usual: DEFAULT_HOURS,
  rooms: [
    { id: 1, name: 'Studio A' },
    { id: 2, name: 'Studio B' },
  ],
  holidays: [
    {
      ...{ date: '2027-05-01', name: 'Labour Day', translations: {}, tentative: false },
      ...{ closed: true, updatedAt: '2026-11-01T00:00:00.000Z' },
    },
  ],
  seasons: {
    periods: [
      {
        ...{ name: 'Late nights', translations: {}, from: '2026-12-30', to: '2027-01-02' },
        ...DEFAULT_HOURS,
      },
      {
        ...{ name: 'Ramadan hours', translations: {}, from: '2027-02-08', to: '2027-03-09' },
        ...DEFAULT_HOURS,
      },
    ],
    version: null,
  },
  blocks: [
    {
      ...{ id: 5, roomId: 2, fromMinute: 780, toMinute: 870, repeats: 'weekly', reason: 'Prayers' },
      days: ['2027-02-05', '2027-02-12'],
    },
  ],
  submit: {
    holiday: actionFor('PATCH /api/holidays/[date]'),
    newHoliday: actionFor('POST /api/holidays'),
    season: actionFor('PATCH /api/settings/[key]'),
    block: actionFor('POST /api/admin/blocks'),
  },
}
// By their dates: 365 names take seconds to compute.
const daysOf = (selector: string) => [
  ...document.querySelectorAll<HTMLElement>(`button[data-date]${selector}`),
]
const day = (date: string) => daysOf(`[data-date="${date}"]`)[0]!

test('a year says of each day in words and letters what is unusual about it', () => {
  show(<ClosedDays {...YEAR} />)
  const { kinds, letters } = closedYear
  expect(screen.getAllByRole('table')).toHaveLength(12)
  expect(daysOf('')).toHaveLength(365)
  expect(day('2027-05-01').textContent).toBe(`1${letters.closed}`)
  expect(day('2027-05-01')).toHaveAccessibleName(
    `Saturday, May 1, 2027; Labour Day: ${kinds.closed}`,
  )
  expect(day('2027-02-12').textContent).toBe(`12${letters.block}${letters.season}`)
  expect(day('2027-01-02')).toHaveAccessibleName(new RegExp(`Late nights: ${kinds.season}`))
  expect(day('2027-01-03')).toHaveAccessibleName('Sunday, January 3, 2027')
  expect(day('2027-03-01')).toHaveAttribute('aria-current', 'date')
  const lines = screen
    .getAllByRole('listitem')
    .filter((item) => /Edit|calendar/.test(item.textContent))
  expect(lines.map((item) => /Late|Prayers|Ramadan|Labour/.exec(item.textContent)?.[0])).toEqual([
    ...['Prayers', 'Labour', 'Late', 'Ramadan'],
  ])
  expect(lines[0]).toHaveTextContent('13:00–14:30 · Every week · 2 days this year · Studio B')
  expect(screen.getByRole('link', { name: closedYear.inCalendar })).toHaveAttribute(
    'href',
    '/admin/calendar?view=day&date=2027-02-05&room=2',
  )
})

test('one day is in the order of Tab, arrows go on from it, and end where the year ends', async () => {
  show(<ClosedDays {...YEAR} today="2026-11-27" />)
  expect(screen.getByRole('group', { name: 'Year 2027' })).toBeVisible()
  const reachable = () => daysOf('[tabindex="0"]')
  expect(reachable()).toEqual([day('2027-01-01')])
  reachable()[0]?.focus()
  await userEvent.keyboard('{ArrowDown}{ArrowRight}')
  expect(day('2027-01-09')).toHaveFocus()
  expect(reachable()).toEqual([day('2027-01-09')])
  await userEvent.keyboard('{ArrowUp}{ArrowUp}')
  expect(day('2027-01-02')).toHaveFocus()
  expect(reachable()).toEqual([day('2027-01-02')])
})

test('a day that is pressed begins a block of whole days', async () => {
  show(<ClosedDays {...YEAR} />)
  await userEvent.click(day('2027-06-07'))
  const dialog = within(screen.getByRole('dialog'))
  expect(dialog.getByLabelText(calendar.form.date)).toHaveValue('2027-06-07')
  expect(dialog.getByLabelText(calendar.blockForm.wholeDay)).toBeChecked()
  expect(dialog.queryByLabelText(calendar.blockForm.from)).toBeNull()
  await userEvent.type(dialog.getByLabelText(calendar.blockForm.until), '2027-06-11')
  await userEvent.click(dialog.getByRole('button', { name: calendar.blockForm.submit }))
  await waitFor(() => expect(sent).toHaveLength(1))
  expect(sent[0]).toMatchObject([
    'POST /api/admin/blocks',
    { date: '2027-06-07', until: '2027-06-11', wholeDay: true, roomId: null },
  ])
})

test('many lines of a kind are folded with their number, and one more opens them', async () => {
  const [first] = YEAR.holidays
  const many = [1, 2, 3].map((number) => ({ ...first!, date: `2027-05-0${number}` }))
  const year = (holidays: typeof YEAR.holidays) => <ClosedDays {...YEAR} holidays={holidays} />
  const { rerender } = show(year(many))
  const holidays = () => screen.getByText(settings.holidays.title).closest('details')!
  expect(holidays()).not.toHaveAttribute('open')
  expect(holidays().querySelector('summary')).toHaveTextContent('(3)')
  // Found by the address, and by the browser's own search.
  expect(holidays().querySelector('#setting-holidays')).not.toBeNull()
  expect(screen.getByText(settings.seasons.title).closest('details')).toHaveAttribute('open')
  rerender(framed(year([...many, { ...first!, date: '2027-05-04' }])))
  expect(holidays()).toHaveAttribute('open')
  await userEvent.click(screen.getByText(settings.holidays.title))
  expect(holidays()).not.toHaveAttribute('open')
  rerender(framed(year(many)))
  expect(holidays()).not.toHaveAttribute('open')
  rerender(framed(<ClosedDays {...YEAR} key="none" holidays={[]} />))
  expect(holidays()).not.toHaveAttribute('open')
})

test('what is wrong in a fold of the studio’s form opens it', async () => {
  const site = { ...DEFAULT_SITE, version: null }
  show(
    <SettingGroups
      {...({ site } as unknown as AdminSettings)}
      only={['site']}
      submit={{
        setting: actionFor('PATCH /api/settings/[key]'),
        room: actionFor('PATCH /api/rooms/[id]'),
      }}
    />,
  )
  const { folds, ...labels } = settings.site
  const fold = (name: keyof typeof folds) => screen.getByText(folds[name]).closest('details')!
  const field = (name: 'latitude' | 'video') =>
    screen.getByLabelText(new RegExp(`^${labels[name]}`))
  for (const name of ['contact', 'address', 'more'] as const)
    expect(fold(name)).not.toHaveAttribute('open')
  await userEvent.click(screen.getByText(folds.address))
  await userEvent.clear(field('latitude'))
  await userEvent.click(screen.getByText(folds.more))
  await userEvent.clear(field('video'))
  await userEvent.type(field('video'), 'youtube')
  for (const name of ['address', 'more'] as const)
    await userEvent.click(screen.getByText(folds[name]))
  const save = () => userEvent.click(screen.getByRole('button', { name: form.save }))
  await save()
  await waitFor(() => expect(fold('more')).toHaveAttribute('open'))
  expect(field('latitude')).toHaveFocus()
  expect(field('video')).toBeInvalid()
  expect(fold('contact')).not.toHaveAttribute('open')
  // Folded again, and still wrong.
  for (const name of ['address', 'more'] as const)
    await userEvent.click(screen.getByText(folds[name]))
  await save()
  await waitFor(() => expect(fold('more')).toHaveAttribute('open'))
  expect(sent).toEqual([])
})

test('a year without anything unusual says so, and one with too many blocks too', () => {
  const none = { holidays: [], blocks: [], seasons: { periods: [], version: null } }
  show(<ClosedDays {...YEAR} {...none} />)
  expect(screen.getByText(closedYear.empty)).toBeInTheDocument()
  expect(screen.getByRole('button', { name: settings.holidays.add })).toBeInTheDocument()
  expect(screen.queryByRole('button', { name: new RegExp(`^${form.edit}`) })).toBeNull()
  show(<ClosedDays {...YEAR} more />)
  expect(screen.getByText(/Only the first 1 blocks/)).toBeInTheDocument()
})
