import type { Messages, useTranslations } from 'next-intl'
import { datesIn } from '@/lib/i18n/dates'
import { hasSentence } from '@/lib/i18n/has-sentence'
import type { Locale } from '@/lib/i18n/routing'
import { formatRM, toSen } from '@/lib/money'
import { hourText, isDay, utcMidnight } from '@/lib/time'
import type { AuditValue, FieldChange } from './schema'

// What is written into the log has words in every language: its kinds, acts, fields and the words of
// the program among its values are typed by the dictionary.

type Admin = Messages['admin']
export type AuditEntity = keyof Admin['audit']['entities']
export type AuditAction = keyof Admin['audit']['actions']
export type AuditField = keyof Admin['audit']['fields']

/** Paths of the parts of the dictionary that have words for values. */
type GroupOf<Part> = {
  [Key in keyof Part & string]: Part[Key] extends string
    ? never
    : Key | `${Key}.${GroupOf<Part[Key]>}`
}[keyof Part & string]
type At<Part, Path> = Path extends `${infer Key}.${infer Rest}`
  ? Key extends keyof Part
    ? At<Part[Key], Rest>
    : never
  : Path extends keyof Part
    ? Part[Path]
    : never
type Group = GroupOf<Admin>

/** Where the words of a field’s values are, for everything or for some kinds of things. */
const GROUPS = {
  arrival: 'audit.arrivals',
  category: { blog_post: 'blog.categories' },
  corrected: 'audit.corrections',
  despite: 'bookings.warnings.short',
  duration: 'durations',
  durations: 'durations',
  factors: 'audit.factors',
  icon: 'services.icons',
  kind: { mail: 'mails.kinds', setting: 'settings.tax.kinds' },
  method: 'audit.ways',
  money: 'attention.handledAs',
  outcome: 'attention.outcomes',
  payment: 'audit.ways',
  purpose: 'audit.purposes',
  reason: { payment: 'attention.reasons', user: 'audit.proofs' },
  refund: 'audit.refunds',
  repeats: { block: 'audit.repeats' },
  result: { setting: 'audit.results' },
  role: { user: 'users.roles' },
  scope: { block: 'audit.scopes' },
  sort: { booking: 'filters' },
  state: 'settings.rooms.states',
  status: {
    booking: 'status',
    order: 'orders.status',
    member: 'members.status',
    referral_reward: 'members.rewards.status',
    mail: 'mails.states',
  },
  transferDecision: 'audit.transfers',
  type: { portfolio_item: 'portfolio.types' },
} as const satisfies {
  [Field in AuditField]?: Group | { [Entity in AuditEntity]?: Group }
}
type Groups = typeof GROUPS

type GroupFor<Field, Entity> = Field extends keyof Groups
  ? Groups[Field] extends string
    ? Groups[Field]
    : Entity extends keyof Groups[Field]
      ? Groups[Field][Entity]
      : never
  : never
type Word<Field, Entity> = Entity extends AuditEntity
  ? [GroupFor<Field, Entity>] extends [never]
    ? string
    : keyof At<Admin, GroupFor<Field, Entity>>
  : never
type Written<Word> = Word | readonly Word[] | number | boolean | null | undefined

/** The fields of a change; a word of the program among them has its words. */
export type AuditFields<Entity> = {
  readonly [Field in AuditField]?:
    Written<Word<Field, Entity>> | (Field extends keyof Groups ? never : readonly number[] | object)
}

/** Names of what is kept by its number. */
export type HouseNames = Record<'rooms' | 'services', Readonly<Record<string, string>>>
export const NO_NAMES: HouseNames = { rooms: {}, services: {} }

// How a value is written where it is neither a word nor what somebody typed.
const written = (fields: readonly AuditField[]): readonly string[] => fields
const MONEY = written([
  ...(['amount', 'discount', 'limit', 'refund', 'surplus', 'total', 'withoutProof'] as const),
  ...(['formerHourlyRate', 'fullDayRate', 'halfDayRate', 'hourlyRate', 'weeklyRate'] as const),
])
const PERCENT = written(['percent', 'premium', 'standard'])
const HOURS = written(['dueHour', 'fromHour', 'toHour'])
const NUMBERED = written(['bookingId', 'customer', 'note', 'orderId', 'payment', 'reply'])
const NAMED: { readonly [Field in AuditField]?: keyof HouseNames } = {
  roomId: 'rooms',
  roomIds: 'rooms',
  service: 'services',
  serviceId: 'services',
  serviceIds: 'services',
}
const NUMBER = /^-?\d+(\.\d+)?$/
const INSTANT = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?Z$/

const DAY = { weekday: 'short', day: 'numeric', month: 'short', year: 'numeric' } as const
const MOMENT = {
  day: 'numeric',
  month: 'short',
  year: 'numeric',
  hour: '2-digit',
  minute: '2-digit',
  hourCycle: 'h23',
} as const

/** A field that was changed, as it is read: null where nothing was, or is, there. */
export type ReadChange = {
  key: string
  field: string
  before: string | null
  after: string | null
}

type Reader = {
  t: ReturnType<typeof useTranslations<'admin'>>
  locale: Locale
  names?: HouseNames
}

/** The log in the words of its reader. */
export function auditWords({ t, locale, names = NO_NAMES }: Reader) {
  const dates = datesIn(locale)
  const wordIn = (group: string, word: string): string | null => {
    const key = `${group}.${word}`
    return hasSentence(t, key) ? t(key) : null
  }
  const entity = (key: string) => wordIn('audit.entities', key) ?? t('audit.otherThing')
  /** Who it was: a username, or one of those who have none. */
  const actor = (name: string) => wordIn('audit.actors', name) ?? name
  const action = (key: string) => wordIn('audit.actions', key) ?? t('audit.otherAction')

  /** A name of what was changed among its fields is shown as it is. */
  const fieldOf = (path: readonly string[]) =>
    path
      .map((key, at) => {
        const name = path[at - 1] === 'rates' ? names.services[key] : undefined
        return name ?? wordIn('audit.fields', key) ?? (NUMBER.test(key) ? `#${key}` : key)
      })
      .join(' › ')

  const one = (thing: string, field: string, value: string): string => {
    const groups: string | Record<string, string> | undefined = GROUPS[field as keyof Groups]
    const group = typeof groups === 'object' ? groups[thing] : groups
    const word = group === undefined ? null : wordIn(group, value)
    if (word !== null) return word
    const named = NAMED[field as AuditField]
    if (named && NUMBER.test(value)) return names[named][value] ?? `#${value}`
    if (field === 'weekdays' && /^[0-6]$/.test(value))
      // The first of January 2023 was a Sunday.
      return dates.dateTime(utcMidnight(`2023-01-0${Number(value) + 1}`), { weekday: 'long' })
    const sen = MONEY.includes(field) ? toSen(value) : null
    if (sen !== null) return formatRM(sen)
    if (NUMBER.test(value)) {
      if (NUMBERED.includes(field)) return `#${value}`
      if (field === 'basisPoints') return `${Number(value) / 100}%`
      if (PERCENT.includes(field)) return `${value}%`
      if (HOURS.includes(field)) return hourText(Number(value))
    }
    if (isDay(value)) return dates.dateTime(utcMidnight(value), { ...DAY, timeZone: 'UTC' })
    if (INSTANT.test(value)) return dates.dateTime(new Date(value), MOMENT)
    if (field === 'all' && /^[01]$/.test(value)) return t(value === '1' ? 'audit.yes' : 'audit.no')
    return value
  }
  const isList = (field: string) =>
    field in GROUPS || field in NAMED || field === 'weekdays' || field === 'dates'

  const valueOf = (thing: string, path: readonly string[], value: AuditValue): string | null => {
    if (value === null || value === '') return null
    if (typeof value === 'boolean') return t(value ? 'audit.yes' : 'audit.no')
    const field = path.at(-1) ?? ''
    if (!isList(field)) return one(thing, field, value)
    return value
      .split(', ')
      .map((part) => one(thing, field, part))
      .join(', ')
  }

  /** What became of each field; what was empty and still is, is left out. */
  const changes = (thing: string, all: readonly FieldChange[]): ReadChange[] =>
    all
      .map(({ path, before, after }) => ({
        key: path.join('\n'),
        field: fieldOf(path),
        before: valueOf(thing, path, before),
        after: valueOf(thing, path, after),
      }))
      .filter(({ before, after }) => before !== null || after !== null)

  /** Which one it was: a setting has a title instead of a number. */
  const number = (thing: string, id: string): string => {
    if (thing === 'database') return ''
    const title =
      thing === 'setting' &&
      (wordIn(`settings.${id}`, 'title') ?? wordIn(`setup.${id}`, 'title') ?? wordIn(id, 'title'))
    return title || (wordIn('audit.numbers', id) ?? one(thing, 'number', id))
  }

  return { entity, action, actor, changes, number }
}
