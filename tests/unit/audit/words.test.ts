// Values of the audit log as they are read: every word by which the program names one is said in the
// reader's language.
import type * as z from 'zod/mini'
import { blockBody } from '@/lib/admin/calendar/schema'
import { bookingFilter } from '@/lib/admin/bookings/schema'
import { auditWords } from '@/lib/audit/words'
import { serviceBody } from '@/lib/catalog/schema'
import { codeBody } from '@/lib/codes/schema'
import { portfolioPatch, postPatch } from '@/lib/content/schema'
import { translator } from '@/lib/i18n/messages'
import { LOCALES } from '@/lib/i18n/routing'
import { MAIL_KINDS } from '@/lib/mail/schema'
import { roomBody } from '@/lib/rooms/schema'
import { TAX_KINDS } from '@/lib/settings/tax'
import { rawWords } from '@/tests/support/raw-words'

const NAMES = { rooms: { '1': 'Studio A', '2': 'Studio B' }, services: { '3': 'Audio' } }
const reader = (locale: (typeof LOCALES)[number]) =>
  auditWords({ t: translator(locale, 'admin'), locale, names: NAMES })
const read = (
  entity: string,
  field: string,
  after: string,
  locale = 'en' as (typeof LOCALES)[number],
) => reader(locale).changes(entity, [{ path: [field], before: null, after }])[0]?.after

/** The words that a field of a form may be. */
function wordsOf(schema: unknown): string[] {
  const def = (schema as { _zod?: { def: Record<string, unknown> } } | undefined)?._zod?.def
  if (!def) return []
  if (def.type === 'enum') return Object.values(def.entries as Record<string, string>)
  return [def.innerType, def.element, def.in, def.out].flatMap(wordsOf)
}

const FORMS = {
  service: serviceBody.shape,
  room: roomBody.shape,
  block: blockBody.shape,
  code: codeBody.shape,
  portfolio_item: portfolioPatch.shape,
  blog_post: postPatch.shape,
  booking: bookingFilter.shape,
} satisfies Record<string, Record<string, z.ZodMiniType>>

const recorded = [
  ...Object.entries(FORMS).flatMap(([entity, shape]) =>
    Object.entries(shape).flatMap(([field, schema]) =>
      wordsOf(schema).map((word) => [entity, field, word] as const),
    ),
  ),
  ...MAIL_KINDS.map((kind) => ['mail', 'kind', kind] as const),
  ...TAX_KINDS.map((kind) => ['setting', 'kind', kind] as const),
]

test('the forms have words to be read', () => {
  expect(recorded.length).toBeGreaterThan(50)
  expect(recorded).toContainEqual(['room', 'state', 'retired'])
  expect(recorded).toContainEqual(['code', 'durations', 'half-day'])
})

test.each(LOCALES)('each word that a form records is read in the language: %s', (locale) => {
  expect(
    recorded.filter(([entity, field, word]) => read(entity, field, word, locale) === word),
  ).toEqual([])
})

test('rooms and services have their names, days their language, money its currency', () => {
  expect(read('block', 'roomId', '2')).toBe('Studio B')
  expect(read('block', 'roomId', '9')).toBe('#9')
  expect(read('code', 'serviceIds', '3')).toBe('Audio')
  expect(read('code', 'weekdays', '0, 6', 'ms')).toBe('Ahad, Sabtu')
  expect(read('code', 'durations', 'hourly, half-day', 'zh')).not.toMatch(/hourly|half/)
  expect(read('holiday', 'date', '2026-12-01', 'zh')).toBe('2026年12月1日周二')
  expect(read('setting', 'basisPoints', '825')).toBe('8.25%')
  expect(read('service', 'hourlyRate', '99.00')).toBe('RM99.00')
  expect(read('setting', 'finishedAt', '2026-12-01T02:00:00.000Z')).toBe('1 Dec 2026, 10:00')
  expect(read('booking', 'time', '09:00')).toBe('09:00')
})

test('what was set says what, what was removed says so, and what stays empty says nothing', () => {
  const changes = reader('en').changes('room', [
    { path: ['state'], before: 'offered', after: 'hidden' },
    { path: ['description'], before: null, after: '' },
    { path: ['picture'], before: '/uploads/a.jpg', after: null },
    { path: ['rates', '3', 'hourlyRate'], before: null, after: '109.00' },
  ])
  expect(changes.map(({ field, before, after }) => [field, before, after])).toEqual([
    ['Who can book it', 'Everybody', 'Only you, by hand'],
    ['Picture', '/uploads/a.jpg', null],
    ['Rates › Audio › Hourly rate', null, 'RM109.00'],
  ])
})

test('whatever an earlier site has recorded, no word of the program is read as a kind or an act', () => {
  const { entity, action, actor, number } = reader('en')
  expect(entity('studio_door')).toBe('Something else')
  expect(action('set_alight')).toBe('Another change')
  expect(actor('(operator)')).toBe('On the server')
  expect(actor('aina')).toBe('aina')
  expect(number('setting', 'tax')).toBe('Tax')
  expect(number('setting', 'mail')).toBe('Email')
  expect(number('setting', 'setup')).toBe('Set up your studio')
  expect(number('booking', 'all')).toBe('all')
  expect(rawWords(number('holiday', 'known'), 'en')).toEqual([])
})
