import ICAL from 'ical.js'

// ical.js reads some rules wrongly (kewisch/ical.js 91, 960 and 1039), so that other days would block.

/** No event blocks after it. */
const LAST_YEAR = 2100

/** The times of a rule, counted from `first` on, whatever ends it but its count. */
export function* ruleTimes(recur: ICAL.Recur, first: ICAL.Time): Generator<ICAL.Time> {
  const period = periodOf(recur)
  const exists = existing(recur, first)
  if (!period && !exists) return yield* each(recur, first)
  // It counts what it should have left out.
  const whole = recur.clone()
  whole.count = null
  const times = period ? chosen(whole, period, first) : each(whole, first)
  let left = recur.count ?? Infinity
  for (const time of times) {
    if (time.compare(first) < 0 || exists?.(time) === false) continue
    if (left-- <= 0) return
    yield time
  }
}

function* each(recur: ICAL.Recur, first: ICAL.Time): Generator<ICAL.Time> {
  const iterator = recur.iterator(first)
  for (let time = iterator.next(); time && time.year <= LAST_YEAR; time = iterator.next())
    yield time.clone()
}

/** Whether the day of a yearly rule is in the calendar: ical.js takes 1 March for a 29 February. */
function existing(recur: ICAL.Recur, { day }: ICAL.Time): ((time: ICAL.Time) => boolean) | null {
  const has = (part: string) => recur.getComponent(part).length > 0
  if (recur.freq !== 'YEARLY' || has('BYYEARDAY')) return null
  if (!has('BYMONTHDAY')) return has('BYDAY') ? null : (time) => time.day === day
  const days = recur.getComponent('BYMONTHDAY').map(Number)
  return (time) => {
    const fromEnd = time.day - 1 - ICAL.Time.daysInMonth(time.month, time.year)
    return days.includes(time.day) || days.includes(fromEnd)
  }
}

/** What `BYSETPOS` chooses from: all times of a day, a week or a month. */
type Period = { part: string; start: (time: ICAL.Time) => ICAL.Time }

const PERIODS: Partial<Record<string, (recur: ICAL.Recur) => Period>> = {
  DAILY: () => ({ part: 'BYHOUR', start: (time) => changed(time, { hour: 0 }) }),
  WEEKLY: ({ wkst }) => ({
    part: 'BYDAY',
    start: (time) => {
      const start = time.clone()
      start.adjust(-((time.dayOfWeek() + 7 - wkst) % 7), 0, 0, 0)
      return start
    },
  }),
  MONTHLY: () => ({ part: 'BYMONTHDAY', start: (time) => changed(time, { day: 1 }) }),
}

const changed = (time: ICAL.Time, to: { day?: number; hour?: number }): ICAL.Time =>
  Object.assign(time.clone(), to)

/** Where ical.js leaves `BYSETPOS` out, and it may choose. */
function periodOf(recur: ICAL.Recur): Period | null {
  const period = PERIODS[recur.freq]?.(recur)
  const has = (part: string) => recur.getComponent(part).length > 0
  return period && has('BYSETPOS') && has(period.part) ? period : null
}

/** Also those of the first period that are before `first`, of which the others are told. */
function* chosen(recur: ICAL.Recur, { start }: Period, first: ICAL.Time): Generator<ICAL.Time> {
  const positions = recur.getComponent('BYSETPOS').map(Number)
  delete recur.parts.BYSETPOS
  let [began, set] = ['', [] as ICAL.Time[]]
  for (const time of each(recur, start(first))) {
    const begins = start(time).toString().slice(0, 10)
    if (begins !== began) {
      yield* set.filter((_, at) => [at + 1, at - set.length].some((one) => positions.includes(one)))
      ;[began, set] = [begins, []]
    }
    set.push(time)
  }
}
