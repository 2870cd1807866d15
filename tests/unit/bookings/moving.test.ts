import { movableUntil, moveLimits, moveRefusal } from '@/lib/bookings/moving'

describe('moving a booking', () => {
  const startsAt = new Date('2026-12-01T02:00:00Z')
  const at = (ms: number) => new Date(startsAt.getTime() - 86_400_000 + ms)
  const booking = (status: string) => ({
    ...{ status, startsAt, holdExpiresAt: null, transferChosenAt: null },
  })

  test('by the customer up to exactly 24 hours before, by the owner until it is over', () => {
    expect(moveRefusal(booking('confirmed'), 'customer', at(0))).toBeNull()
    expect(moveRefusal(booking('confirmed'), 'customer', at(1))).toBe('too_late_to_move')
    expect(moveRefusal(booking('confirmed'), 'admin', at(86_400_000))).toBeNull()
    expect(movableUntil(startsAt)).toEqual(at(0))
  })

  test.each(['pending', 'completed', 'cancelled'])(
    'not one that is %s by the customer',
    (status) => {
      expect(moveRefusal(booking(status), 'customer', at(-1))).toBe('not_changeable')
      expect(moveRefusal(booking(status), 'admin', at(-1))).toBe(
        status === 'pending' ? null : 'not_changeable',
      )
    },
  )

  test('lead time and horizon bind the customer, a member further ahead, the owner not', () => {
    const now = at(0)
    expect(moveLimits(false, now)).toEqual({ now, horizonDays: 180, leadMinutes: 60 })
    expect(moveLimits(true, now).horizonDays).toBe(365)
  })
})
