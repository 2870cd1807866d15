import { mayAs, type Role } from '@/lib/roles'
import { MANAGED_SETTINGS, type SettingKey } from '@/lib/settings/schema'
import { FORM_FIELDS } from './fields'

/** What is set in a part of its own: the settings, and what has a table of its own. */
export type SettingPart = SettingKey | 'hours' | 'rooms' | 'feeds' | 'holidays' | 'blocks' | 'codes'

/** The pages of the settings with their parts, in the order of the index. People is an area. */
export const SETTING_PAGES = {
  studio: ['site', 'visit'],
  hours: ['hours', 'office', 'rooms', 'feeds'],
  closed: ['holidays', 'seasons', 'blocks'],
  prices: ['tax', 'codes'],
  payment: ['methods', 'transfer', 'received', 'einvoice'],
  rules: ['lengths', 'hold'],
  mail: ['notices', 'replies'],
  website: ['marketing', 'counters', 'team', 'rating', 'marks', 'voices'],
  people: [],
} as const satisfies Record<string, readonly SettingPart[]>
export type SettingPage = keyof typeof SETTING_PAGES
export const SETTING_PAGE_NAMES = Object.keys(SETTING_PAGES) as SettingPage[]

const MANAGED: readonly SettingPart[] = [
  ...MANAGED_SETTINGS,
  'holidays',
  'blocks',
  'rooms',
  'feeds',
]
export const seesPart = (role: Role, part: SettingPart): boolean =>
  mayAs(role, MANAGED.includes(part) ? 'manager' : 'owner')

export const partsFor = (role: Role, page: SettingPage): SettingPart[] =>
  SETTING_PAGES[page].filter((part) => seesPart(role, part))

export const seesPage = (role: Role, page: SettingPage): boolean =>
  mayAs(role, 'owner') || partsFor(role, page).length > 0

/** Its address without a language. */
export const settingPath = (page: SettingPage): string =>
  page === 'people' ? '/admin/people' : `/admin/settings/${page}`

export const partId = (part: SettingPart): string => `setting-${part}`

/** The page of an anchor of the settings, with a field's after a hyphen; null for no such anchor. */
export function pageOfAnchor(anchor: string): SettingPage | null {
  const [, part = ''] = /^setting-([a-z]+)(?:-.*)?$/.exec(anchor) ?? []
  const parts = (page: SettingPage): readonly string[] => SETTING_PAGES[page]
  return SETTING_PAGE_NAMES.find((page) => parts(page).includes(part)) ?? null
}

// Those that can be arrived at; what is entered in dialogs is found by its part.
const FIRST_OF_LIST: Partial<Record<SettingPart, string>> = {
  replies: 'replies.0.',
  team: 'members.0.',
  marks: 'marks.0.',
  rating: '',
}

/** The labels of a part are the words of its dictionary under these names. */
export const LABELS: Record<SettingPart, readonly string[]> = {
  ...FORM_FIELDS,
  hours: ['weekday', 'weekend'],
  rooms: ['name', 'description', 'picture', 'state', 'turnaround', 'services'],
  feeds: ['add', 'name', 'address'],
  holidays: ['date', 'name', 'closedLong', 'tentativeLong'],
  seasons: ['name', 'from', 'to'],
  blocks: ['close'],
  codes: ['code', 'name', 'percent', 'firstDay', 'lastDay', 'maxUses', 'onceEachLong', 'only'],
  replies: ['name', 'text'],
  team: ['name', 'role', 'languages', 'picture'],
  rating: ['source', 'score', 'count', 'url', 'date'],
  marks: ['name', 'picture'],
  voices: ['text', 'onPhone', 'onBasic', 'onPremium'],
}

/** The anchor of a field of a part. */
export function fieldId(part: SettingPart, field: string): string {
  const before = part in FORM_FIELDS ? '' : FIRST_OF_LIST[part]
  return before === undefined ? partId(part) : `${partId(part)}-${before}${field}`
}
