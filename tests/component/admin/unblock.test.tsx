// Blocked time that is opened again: all that goes is said, not the day that was pressed.
import { render, screen } from '@testing-library/react'
import {
  AppRouterContext,
  type AppRouterInstance,
} from 'next/dist/shared/lib/app-router-context.shared-runtime'
import { NextIntlClientProvider } from 'next-intl'
import { UnblockDialog } from '@/components/admin/calendar/block-dialogs'
import { SaveFrame } from '@/components/admin/shared/save-frame'
import type { Entry } from '@/lib/admin/calendar/schema'
import en from '@/messages/en.json'

const ENTRY: Entry = {
  ...{ id: 1, roomId: 1, date: '2026-12-15', from: '00:00', to: '24:00', kind: 'block' },
  ...{ state: 'block', booking: null, reason: 'Holidays', feed: null, began: null, turnaround: 0 },
  block: { first: '2026-12-10', last: '2026-12-23', days: 14, everyRoom: true },
}
const THREE = { first: '2026-12-14', last: '2026-12-16', days: 3, everyRoom: false }

function open(entry: Entry): { text: string | null; buttons: (string | null)[] } {
  const nothing = () => {}
  render(
    <AppRouterContext value={{ refresh: nothing } as unknown as AppRouterInstance}>
      <NextIntlClientProvider locale="en" timeZone="Asia/Kuala_Lumpur" messages={en as never}>
        <SaveFrame>
          <UnblockDialog entry={entry} locale="en" onClose={nothing} onDone={nothing} />
        </SaveFrame>
      </NextIntlClientProvider>
    </AppRouterContext>,
  )
  return {
    text: screen.getByRole('alertdialog').querySelector('p')?.textContent ?? null,
    buttons: screen.getAllByRole('button').map(({ textContent }) => textContent),
  }
}

test('a day of a block of fourteen in every room is opened alone or with all fourteen, as is said', () => {
  expect(open(ENTRY)).toEqual({
    text: 'Holidays, Thursday, December 10, 2026 to Wednesday, December 23, 2026 (14 days), 00:00–24:00 on each · Every room',
    buttons: [...['Keep it blocked', 'Only Tuesday, December 15, 2026', 'Open all 14 days again']],
  })
})

test('an occurrence of three days of a series says that it has three', () => {
  expect(open({ ...ENTRY, began: '2026-12-14', block: THREE }).buttons).toEqual([
    ...['Keep it blocked', 'These 3 days and all the following'],
    ...['Only Tuesday, December 15, 2026', 'Only these 3 days'],
  ])
})

test('a block of one day in one room is named as it is', () => {
  const block = { first: '2026-12-15', last: '2026-12-15', days: 1, everyRoom: false }
  expect(open({ ...ENTRY, from: '10:00', to: '12:00', block })).toEqual({
    text: 'Holidays, Tuesday, December 15, 2026, 10:00–12:00',
    buttons: ['Keep it blocked', 'Open again'],
  })
})
