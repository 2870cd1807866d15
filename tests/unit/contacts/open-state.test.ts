import fc from 'fast-check'
import { openingHours } from '@/lib/availability/rules'
import { openState } from '@/lib/contacts/rules'
import { hourText, studioDate, studioTime, toInstant } from '@/lib/time'

const HOLIDAYS = new Set(['2026-12-25', '2027-01-01'])
const at = (date: string, time: string) => openState(toInstant(date, time), HOLIDAYS)

test.each([
  ['Monday noon', '2026-11-23', '12:00', { open: true, until: '21:00', holiday: false }],
  ['the opening minute', '2026-11-23', '09:00', { open: true, until: '21:00', holiday: false }],
  ['the minute before', '2026-11-23', '08:59', { open: false, date: '2026-11-23', today: true, at: '09:00' }],
  ['the last minute', '2026-11-23', '20:59', { open: true, until: '21:00', holiday: false }],
  ['the closing minute', '2026-11-23', '21:00', { open: false, date: '2026-11-24', today: false, at: '09:00' }],
  ['Friday night', '2026-11-27', '22:00', { open: false, date: '2026-11-28', today: false, at: '10:00' }],
  ['Saturday afternoon', '2026-11-28', '16:30', { open: true, until: '17:00', holiday: false }],
  ['Sunday evening', '2026-11-29', '18:00', { open: false, date: '2026-11-30', today: false, at: '09:00' }],
  ['Christmas, a Friday, at 9', '2026-12-25', '09:00', { open: false, date: '2026-12-25', today: true, at: '10:00' }],
  ['Christmas noon', '2026-12-25', '12:00', { open: true, until: '17:00', holiday: true }],
  ['the night before New Year', '2026-12-31', '23:59', { open: false, date: '2027-01-01', today: false, at: '10:00' }],
])('%s', (_when, date, time, state) => expect(at(date, time)).toEqual(state))

test('open exactly within the hours of the day, whatever the moment', () => {
  const moments = fc.date({ min: new Date('2026-01-01'), max: new Date('2028-01-01'), noInvalidDate: true })
  fc.assert(
    fc.property(moments, (now) => {
      const { opens, closes } = openingHours(studioDate(now), HOLIDAYS)
      const state = openState(now, HOLIDAYS)
      expect(state.open).toBe(studioTime(now) >= hourText(opens) && studioTime(now) < hourText(closes))
      // Whatever it promises is true when the time has come.
      if (!state.open) expect(openState(toInstant(state.date, state.at), HOLIDAYS).open).toBe(true)
    }),
  )
})
