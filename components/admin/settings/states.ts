import type { useFormatter, useTranslations } from 'next-intl'
import { hoursText } from '@/components/hours'
import type { InvitationLine, UserLine } from '@/lib/auth/schema'
import type { AdminCode } from '@/lib/codes/schema'
import type { Dates } from '@/lib/i18n/dates'
import type { Locale } from '@/lib/i18n/routing'
import { holidayName } from '@/lib/rooms/opening'
import type { AdminRoom } from '@/lib/rooms/schema'
import { EXTRA_METHODS, type AdminHoliday, type AdminSettings } from '@/lib/settings/schema'
import { offersTransfer } from '@/lib/settings/transfer'
import { VISIT_SENTENCES } from '@/lib/settings/visit'
import { utcMidnight } from '@/lib/time'
import { FORM_FIELDS } from './fields'
import type { SettingPage } from './places'

const DAY = { dateStyle: 'medium', timeZone: 'UTC' } as const

type Facts = {
  settings: AdminSettings
  rooms: readonly AdminRoom[]
  codes: readonly AdminCode[]
  /** Null for those who may not know. */
  people: { users: readonly UserLine[]; invitations: readonly InvitationLine[] } | null
  /** The next one. */
  holiday: AdminHoliday | undefined
  locale: Locale
  dates: Dates
  list: ReturnType<typeof useFormatter>['list']
  t: ReturnType<typeof useTranslations<'admin.settingsIndex.states'>>
  kinds: ReturnType<typeof useTranslations<'admin.settings.tax.kinds'>>
  hours: ReturnType<typeof useTranslations<'admin.settings.seasons'>>
}

/** What each page of the settings says now, in a line. */
export function settingStates(facts: Facts): Record<SettingPage, string> {
  const { settings, rooms, codes, people, holiday, locale, dates, list, t, kinds, hours } = facts
  const { site, visit, tax, methods, transfer, lengths, hold, notices } = settings
  const filled = [...VISIT_SENTENCES, 'heightLimit' as const].filter((key) => visit[key] !== '')
  const [room] = rooms
  const lines: Record<SettingPage, string[]> = {
    studio: [site.name, t('facts', { count: filled.length })],
    hours: [
      ...(rooms.length === 1 && room
        ? [
            hours('hours', {
              weekdays: hoursText(room.hours.weekday),
              weekends: hoursText(room.hours.weekend),
            }),
          ]
        : []),
      t('rooms', { count: rooms.length }),
    ],
    closed: [
      holiday
        ? t('nextHoliday', {
            name: holidayName(holiday, locale),
            date: dates.dateTime(utcMidnight(holiday.date), DAY),
          })
        : t('noHoliday'),
    ],
    prices: [
      tax.kind === 'none'
        ? t('noTax')
        : t('tax', { kind: kinds(tax.kind), rate: String(tax.basisPoints / 100) }),
      t('codes', { count: codes.filter(({ state }) => state === 'going').length }),
    ],
    payment: [
      list([
        t('card'),
        ...EXTRA_METHODS.filter((method) => methods[method]).map((method) => t(method)),
        ...(methods.wallets ? [t('wallets')] : []),
        ...(offersTransfer(transfer) ? [t('transfer')] : []),
      ]),
    ],
    rules: [
      t(lengths.severalHours ? 'severalHours' : 'oneHour'),
      t('minutes', { count: hold.minutes ?? hold.usual }),
    ],
    mail: [
      t('mails', {
        count: FORM_FIELDS.notices.filter((name) => notices[name]).length,
        all: FORM_FIELDS.notices.length,
      }),
      t('replies', { count: settings.replies.replies.length }),
    ],
    website: [
      t('team', { count: settings.team.members.length }),
      t('marks', { count: settings.marks.marks.length }),
    ],
    people: people
      ? [
          t('accounts', { count: people.users.length }),
          t('invited', { count: people.invitations.length }),
        ]
      : [],
  }
  return Object.fromEntries(
    Object.entries(lines).map(([page, words]) => [page, words.join(' · ')]),
  ) as Record<SettingPage, string>
}
