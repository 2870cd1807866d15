// In this order: most browsers also name the ones they derive from.
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

/** Common names; null where unknown. The rest of the user agent could identify a device: not kept. */
export function deviceOf(userAgent: string | null): Device {
  const text = (userAgent ?? '').slice(0, 500)
  const named = (list: typeof BROWSERS) => list.find(([mark]) => text.includes(mark))?.[1] ?? null
  return { browser: named(BROWSERS), system: named(SYSTEMS) }
}
