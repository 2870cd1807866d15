// In this order: most browsers also name those they descend from.
const BROWSERS: readonly [mark: string, name: string][] = [
  ['SamsungBrowser/', 'Samsung Internet'],
  ['Edg', 'Edge'],
  ['OPR/', 'Opera'],
  ['FxiOS/', 'Firefox'],
  ['Firefox/', 'Firefox'],
  ['CriOS/', 'Chrome'],
  ['Chrome/', 'Chrome'],
  ['Safari/', 'Safari'],
]
const SYSTEMS: readonly [mark: string, name: string][] = [
  ['iPhone', 'iPhone'],
  ['iPad', 'iPad'],
  ['Android', 'Android'],
  ['CrOS', 'ChromeOS'],
  ['Windows', 'Windows'],
  ['Mac OS X', 'macOS'],
  ['Linux', 'Linux'],
]

export type Device = { browser: string | null; system: string | null }

/**
 * What a user agent says of itself, by the names that people know; null where it names nothing
 * known. Nothing else of the text is kept: it would tell one person's device from all others.
 */
export function deviceOf(userAgent: string | null): Device {
  const text = (userAgent ?? '').slice(0, 500)
  const named = (list: typeof BROWSERS) => list.find(([mark]) => text.includes(mark))?.[1] ?? null
  return { browser: named(BROWSERS), system: named(SYSTEMS) }
}
