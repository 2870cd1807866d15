// The calendars from elsewhere in the settings: what is shown of a reading.
import { render, screen } from '@testing-library/react'
import {
  AppRouterContext,
  type AppRouterInstance,
} from 'next/dist/shared/lib/app-router-context.shared-runtime'
import { NextIntlClientProvider } from 'next-intl'
import { Feeds } from '@/components/admin/settings/feeds'
import { SaveFrame } from '@/components/admin/shared/save-frame'
import type { FeedLine } from '@/lib/admin/feeds/schema'
import en from '@/messages/en.json'
import ms from '@/messages/ms.json'
import zh from '@/messages/zh.json'
import { actionFor } from '@/tests/support/actions'

const LINE: FeedLine = {
  ...{ id: 1, roomId: 1, name: 'Google', host: 'calendar.example', times: 12 },
  ...{ readAt: '2026-12-01T01:05:00Z', succeededAt: '2026-12-01T01:05:00Z' },
  ...{ empty: null, error: null },
}
const DICTIONARIES = { en, ms, zh }
const show = (feed: Partial<FeedLine>, locale: keyof typeof DICTIONARIES = 'en') =>
  render(
    <AppRouterContext value={{ refresh: () => {} } as unknown as AppRouterInstance}>
      <NextIntlClientProvider
        locale={locale}
        timeZone="Asia/Kuala_Lumpur"
        messages={DICTIONARIES[locale] as never}
      >
        <SaveFrame>
          <Feeds
            feeds={[{ ...LINE, ...feed }]}
            rooms={[{ id: 1, name: 'Studio' }]}
            submit={actionFor('POST /api/admin/feeds')}
          />
        </SaveFrame>
      </NextIntlClientProvider>
    </AppRouterContext>,
  )

const empty = { since: '2026-12-01T01:05:00Z', until: '2026-12-01T01:20:00Z' }

test.each(['en', 'ms', 'zh'] as const)(
  'a calendar that is suddenly empty says since when, and until when it is doubted: %s',
  (locale) => {
    show({ empty }, locale)
    expect(screen.getByRole('status')).toHaveTextContent(/09:05.*09:20/)
  },
)

test('nothing is said of one that was read, and of a rule that is not known its name', () => {
  const { unmount } = show({})
  expect(screen.queryByRole('status')).toBeNull()
  unmount()
  show({ error: { why: 'rule', detail: 'BYEASTER', since: '2026-12-01T01:05:00Z' } })
  expect(screen.getByRole('status')).toHaveTextContent('(BYEASTER)')
})
