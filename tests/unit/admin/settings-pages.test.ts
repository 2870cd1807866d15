// Where each setting is, and that the search over the settings finds it.
import { FORM_FIELDS, type FormGroup } from '@/components/admin/settings/fields'
import {
  LABELS,
  pageOfAnchor,
  partId,
  partsFor,
  SETTING_PAGE_NAMES,
  SETTING_PAGES,
  settingPath,
  type SettingPage,
  type SettingPart,
} from '@/components/admin/settings/places'
import { findSettings, settingIndex } from '@/components/admin/settings/search-index'
import { SETTING_KEYS, SETTINGS } from '@/lib/settings/schema'
import { inLanguage, wordsOf } from '@/tests/support/words'

type Words = Record<string, Record<string, string>>
const PARTS = Object.values(SETTING_PAGES).flat() as SettingPart[]
const LOCALES = ['en', 'ms', 'zh'] as const

const indexIn = (locale: (typeof LOCALES)[number], role: 'manager' | 'owner' = 'owner') => {
  const { settings, settingsIndex } = wordsOf(locale).admin
  const titles = Object.fromEntries(
    SETTING_PAGE_NAMES.map((page) => [page, settingsIndex.pages[page].title]),
  ) as Record<SettingPage, string>
  return settingIndex(role, settings, titles, (path) => inLanguage(locale, path))
}
const pageOf = (part: SettingPart) =>
  SETTING_PAGE_NAMES.find((page) => (SETTING_PAGES[page] as readonly SettingPart[]).includes(part))

test('there are nine pages', () => expect(SETTING_PAGE_NAMES).toHaveLength(9))

test.each(SETTING_KEYS)('the setting %s is on exactly one page', (key) =>
  expect(PARTS.filter((part) => part === key)).toEqual([key]),
)

test.each(Object.keys(FORM_FIELDS) as FormGroup[])(
  'the form %s names each field of its value',
  (key) => {
    // Fields that stand for parts of a value have other names than the value's own.
    const named: readonly string[] = FORM_FIELDS[key]
    const others: readonly string[] = [
      'address',
      'parking',
      'geo',
      'translations',
      'basisPoints',
      'discounts',
    ]
    const own = Object.keys(SETTINGS[key].initial).filter((name) => !others.includes(name))
    expect(named).toEqual(expect.arrayContaining(own))
  },
)

describe.each(LOCALES)('in %s', (locale) => {
  const index = indexIn(locale)
  const words = wordsOf(locale).admin.settings as unknown as Words

  test.each(PARTS)('%s is found by its title, and each of its fields by its label', (part) => {
    const page = inLanguage(locale, settingPath(pageOf(part)!))
    const title = words[part]?.title ?? ''
    expect(findSettings(index, title).map(({ href }) => href)).toContain(`${page}#${partId(part)}`)
    expect(LABELS[part].length).toBeGreaterThan(0)
    for (const name of LABELS[part]) {
      const label = words[part]?.[name] ?? ''
      expect([part, name, label]).not.toContain('')
      // Two parts may have a field of one name: its page tells them apart.
      const found = findSettings(index, `${label} ${title}`)
      expect(found.map((one) => [one.label, one.href.split('-')[0]])).toContainEqual([
        label,
        `${page}#setting`,
      ])
    }
  })

  test('capitals, accents and the order of words do not matter, and hints count', () => {
    const hint = words.einvoice?.msicHint ?? ''
    const [first] = findSettings(index, hint.toUpperCase())
    expect(first?.href).toBe(
      inLanguage(locale, '/admin/settings/payment') + '#setting-einvoice-msic',
    )
  })
})

test('what nobody has is not found, nothing is found before anything is typed, and the list ends', () => {
  const index = indexIn('en')
  expect(findSettings(index, 'trombone')).toEqual([])
  expect(findSettings(index, '   ')).toEqual([])
  expect(findSettings(index, 'e').length).toBe(20)
  expect(findSettings(index, `${'tax '.repeat(40)}trombone`).length).toBeGreaterThan(0)
})

test('a manager finds what a manager may change, and nothing of the owner’s', () => {
  const parts = SETTING_PAGE_NAMES.flatMap((page) => partsFor('manager', page))
  expect(parts).toEqual(['rooms', 'feeds', 'holidays', 'seasons', 'blocks', 'replies'])
  const found = indexIn('en', 'manager').map(({ href }) => href.split('#')[0])
  expect(new Set(found)).toEqual(
    new Set(['hours', 'closed', 'mail'].map((page) => `/admin/settings/${page}`)),
  )
})

test('an anchor of the former page leads to the page that has it now', () => {
  expect(pageOfAnchor('setting-rooms')).toBe('hours')
  expect(pageOfAnchor('setting-tax-rate')).toBe('prices')
  expect(pageOfAnchor('setting-nothing')).toBeNull()
  expect(pageOfAnchor('')).toBeNull()
})
