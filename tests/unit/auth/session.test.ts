import fc from 'fast-check'
import { adminCookie, adminCookieName, isSessionLive, isSightingDue } from '@/lib/auth/rules'

const SIGNED_IN = new Date('2026-12-01T01:00:00Z')
const after = (minutes: number) => new Date(SIGNED_IN.getTime() + minutes * 60_000)
const live = (lastSeen: number, now: number, trusted = false) =>
  isSessionLive({ createdAt: SIGNED_IN, lastSeenAt: after(lastSeen), trusted }, after(now))
const DAY = 24 * 60

describe('a session (docs/decisions/020 A1)', () => {
  test.each([
    ['at once', 0, 0, true],
    ['after 59 idle minutes', 0, 59, true],
    ['after 60 idle minutes', 0, 60, false],
    ['seen all day, just before 12 hours', 719, 719.9, true],
    ['seen all day, after 12 hours', 719, 720, false],
    ['idle for an hour in the middle of the day', 300, 361, false],
  ])('it is live or over %s', (_name, lastSeen, now, expected) =>
    expect(live(lastSeen, now)).toBe(expected),
  )

  test.each([
    ['just before 14 idle days', 0, 14 * DAY - 1, true],
    ['after 14 idle days', 0, 14 * DAY, false],
    ['seen every day, just before 30 days', 30 * DAY - 60, 30 * DAY - 1, true],
    ['seen every day, after 30 days', 30 * DAY - 60, 30 * DAY, false],
  ])('on their own phone it is live or over %s', (_name, lastSeen, now, expected) =>
    expect(live(lastSeen, now, true)).toBe(expected),
  )

  test('once over it never counts again, whatever the time', () => {
    fc.assert(
      fc.property(
        fc.nat(2000),
        fc.nat(50_000),
        fc.nat(2000),
        fc.boolean(),
        (lastSeen, idle, more, trusted) => {
          if (!live(lastSeen, lastSeen + idle, trusted))
            expect(live(lastSeen, lastSeen + idle + more, trusted)).toBe(false)
        },
      ),
    )
  })

  test('is written down as seen at most once a minute', () => {
    expect(isSightingDue(SIGNED_IN, after(0.99))).toBe(false)
    expect(isSightingDue(SIGNED_IN, after(1))).toBe(true)
  })
})

describe('its cookie', () => {
  test('is pinned to this host over https', () => {
    expect(adminCookieName(true)).toBe('__Host-session')
    expect(adminCookie(true, 'token')).toMatchObject({
      secure: true,
      path: '/',
      httpOnly: true,
      sameSite: 'lax',
      maxAge: 43_200,
    })
    expect(adminCookie(true, 'token', true).maxAge).toBe(30 * 86_400)
  })

  test('is taken away with the attributes it was set with, or a __Host- cookie would stay', () => {
    expect(adminCookie(true, null)).toEqual({ ...adminCookie(true, 'token'), value: '', maxAge: 0 })
  })
})
