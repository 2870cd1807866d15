import { holdsSlot, BOOKING_STATUSES } from '@/lib/bookings/status'

test('every status but cancelled keeps the room', () => {
  expect(BOOKING_STATUSES.filter(holdsSlot)).toEqual(['pending', 'confirmed', 'completed'])
})
