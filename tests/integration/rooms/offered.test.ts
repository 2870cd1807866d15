import fc from 'fast-check'
import { gzipSync } from 'node:zlib'
import { freeNow } from '@/lib/availability/free-now'
import { availability, availabilityOfDays, nextSlots } from '@/lib/availability/queries'
import type { Duration } from '@/lib/availability/rules'
import { holdSlot } from '@/lib/bookings/book'
import { within } from '@/tests/support/properties'
import { testDatabase, truncate, type TestDatabase } from '@/tests/support/database'
import { wish } from '@/tests/support/shop'

// What is offered in a house of several rooms, and what a booking is given, against the rules once
// more: days are numbers here, and times are minutes since the first of them.

let database: TestDatabase
beforeAll(async () => void (database = await testDatabase()))
afterAll(() => database.drop())

type DayHours = { opens: number; closes: number }
type WeekHours = { weekday: DayHours; weekend: DayHours }
type Room = {
  id: number
  position: number
  state: 'offered' | 'hidden' | 'retired'
  hours: WeekHours
  turnaround: number
  serves: boolean
}
/** For rooms by their ids; none: for all. */
type Period = { from: number; to: number; hours: WeekHours; rooms: number[] }
type Holiday = { day: number; closed: boolean; rooms: number[] }
type Block = {
  room: number | null
  first: number
  days: number
  from: number
  to: number
  repeats: 'weekly' | 'yearly' | null
  /** The last day on which it may begin; null: without end. */
  until: number | null
  /** First days of occurrences that were taken out. */
  skips: number[]
}
type Taken = { room: number; from: number; to: number; until: number }
type House = {
  rooms: Room[]
  seasons: Period[]
  holidays: Holiday[]
  blocks: Block[]
  taken: Taken[]
}
type Question = {
  day: number
  now: number
  duration: Duration
  hours: number
  chosen: number | null
}

const DAY = 1_440
const WORKDAYS_OF_WEEK = 5
const HORIZON_DAYS = 180
const LEAD = 60

const dayOf = (year: number, month: number, date: number) =>
  Date.UTC(year, month - 1, date) / 86_400_000
const partsOf = (day: number) => {
  const date = new Date(day * 86_400_000)
  return { year: date.getUTCFullYear(), month: date.getUTCMonth() + 1, date: date.getUTCDate() }
}
const textOf = (day: number) => new Date(day * 86_400_000).toISOString().slice(0, 10)
/** Malaysia is eight hours ahead of UTC. */
const instantOf = (minute: number) => new Date((minute - 8 * 60) * 60_000)

// The rules, in the words of the issue.

const isForRoom = (rooms: readonly number[], room: Room) =>
  rooms.length === 0 || rooms.includes(room.id)

const holidayOn = ({ holidays }: House, room: Room, day: number) =>
  holidays.find((one) => one.day === day && isForRoom(one.rooms, room))

const isWorkday = (house: House, room: Room, day: number) =>
  // The first of January 1970 was a Thursday.
  ![0, 6].includes((day + 4) % 7) && !holidayOn(house, room, day)

function hoursOn(house: House, room: Room, day: number): DayHours {
  const season = house.seasons.find(
    ({ from, to, rooms }) => from <= day && day <= to && isForRoom(rooms, room),
  )
  const { weekday, weekend } = season?.hours ?? room.hours
  return isWorkday(house, room, day) ? weekday : weekend
}

/** The same date in another year; of 29 February the 28th, where there is none. */
function yearsLater(first: number, years: number): number {
  const { year, month, date } = partsOf(first)
  const same = dayOf(year + years, month, date)
  return partsOf(same).month === month ? same : dayOf(year + years, month + 1, 1) - 1
}

function isBlocked({ blocks }: House, room: Room, from: number, to: number): boolean {
  return blocks.some((block) => {
    if (block.room !== null && block.room !== room.id) return false
    const later = { weekly: (n: number) => block.first + 7 * n, yearly: null }
    for (let nth = 0; nth < 60; nth++) {
      if (nth > 0 && block.repeats === null) break
      const began = block.repeats === 'weekly' ? later.weekly(nth) : yearsLater(block.first, nth)
      if (began > to / DAY) break
      if (block.repeats && block.until !== null && began > block.until) break
      if (block.skips.includes(began)) continue
      for (let day = began; day < began + block.days; day++)
        if (day * DAY + block.from < to && from < day * DAY + block.to) return true
    }
    return false
  })
}

const isTaken = ({ taken }: House, room: Room, from: number, to: number) =>
  taken.some((one) => one.room === room.id && one.from < to + room.turnaround && from < one.until)

const HOURS_A_DAY = { 'half-day': 4, 'full-day': 8, weekly: 8 } as const

function isFree(house: House, room: Room, question: Question, hour: number): boolean {
  const { day, now, duration } = question
  const begins = day * DAY + hour * 60
  if (begins - now < LEAD || day - Math.floor(now / DAY) > HORIZON_DAYS) return false
  if (holidayOn(house, room, day)?.closed) return false
  const days = [day]
  if (duration === 'weekly') {
    if (!isWorkday(house, room, day)) return false
    for (let next = day + 1; days.length < WORKDAYS_OF_WEEK; next++)
      if (isWorkday(house, room, next)) days.push(next)
  }
  const length = duration === 'hourly' ? question.hours : HOURS_A_DAY[duration]
  return days.every((one) => {
    const { opens, closes } = hoursOn(house, room, one)
    const [from, to] = [one * DAY + hour * 60, one * DAY + (hour + length) * 60]
    const isOpen = opens <= hour && hour + length <= closes
    return isOpen && !isBlocked(house, room, from, to) && !isTaken(house, room, from, to)
  })
}

/** The rooms in which a visitor can book, the preferred first. */
const bookable = ({ rooms }: House, { chosen }: Question): Room[] =>
  rooms
    .filter(({ id, state, serves }) => state === 'offered' && serves && (chosen ?? id) === id)
    .sort((a, z) => a.position - z.position)

const ALL_HOURS = Array.from({ length: 24 }, (_, hour) => hour)
const timeOf = (hour: number) => `${String(hour).padStart(2, '0')}:00`

// Any house, and any question. What matters is near the day that is asked for.

const roomIds = (rooms: number) => fc.subarray(ALL_HOURS.slice(1, rooms + 1))
const dayHours = fc
  .tuple(fc.integer({ min: 0, max: 13 }), fc.integer({ min: 3, max: 14 }))
  .map(([opens, length]) => ({ opens, closes: Math.min(24, opens + length) }))
const weekHours = fc.record({ weekday: dayHours, weekend: dayHours })
const turnaround = fc.constantFrom(0, 15, 30, 60)
const quarter = (min: number, max: number) =>
  fc.integer({ min: min * 4, max: max * 4 }).map((quarters) => quarters * 15)

/** Ordinary days, and those on which calendars go wrong. */
const askedDay = fc.oneof(
  fc.integer({ min: dayOf(2027, 1, 1), max: dayOf(2027, 12, 31) }),
  fc.constantFrom(dayOf(2028, 2, 28), dayOf(2028, 2, 29), dayOf(2028, 3, 1)),
  fc.constantFrom(dayOf(2029, 2, 27), dayOf(2029, 2, 28), dayOf(2029, 3, 1)),
  fc.constantFrom(dayOf(2028, 12, 31), dayOf(2029, 1, 1), dayOf(2029, 1, 2)),
)

const roomOf = (id: number, position: number): fc.Arbitrary<Room> =>
  fc.record({
    id: fc.constant(id),
    position: fc.constant(position),
    state:
      id === 1
        ? fc.constant('offered' as const)
        : fc.constantFrom(
            'offered' as const,
            'offered' as const,
            'hidden' as const,
            'retired' as const,
          ),
    hours: weekHours,
    turnaround,
    serves: id === 1 ? fc.constant(true) : fc.boolean(),
  })

const minutesOfDay = fc.oneof(
  { weight: 1, arbitrary: fc.constant([0, DAY] as const) },
  {
    weight: 5,
    arbitrary: fc
      .tuple(quarter(0, 23), fc.constantFrom(15, 60, 90, 240, DAY))
      .map(([from, length]) => [from, Math.min(DAY, from + length)] as const),
  },
)

const block = (rooms: number, asked: number): fc.Arbitrary<Block> =>
  fc
    .record({
      room: fc.option(fc.integer({ min: 1, max: rooms })),
      near: fc.constantFrom(0, 0, 0, -1, -1, -2, 1, 5),
      days: fc.constantFrom(1, 1, 2, 4),
      minutes: minutesOfDay,
      repeats: fc.constantFrom(null, 'weekly' as const, 'yearly' as const, 'yearly' as const),
      before: fc.integer({ min: 0, max: 3 }),
      after: fc.integer({ min: -1, max: 2 }),
      endless: fc.boolean(),
      skipped: fc.constantFrom(null, null, 0, 1),
      leap: fc.boolean(),
    })
    .map(({ room, near, days, minutes: [from, to], repeats, before, after, endless, ...rest }) => {
      const at = asked + near
      const leapDay = dayOf(partsOf(asked).year - 1, 2, 29)
      const isLeap = rest.leap && partsOf(leapDay).month === 2
      const years = yearsLater(at, -before)
      const first =
        repeats === 'weekly'
          ? at - 7 * before
          : repeats === 'yearly'
            ? isLeap
              ? leapDay
              : years
            : at
      const nth = (count: number) =>
        repeats === 'weekly' ? first + 7 * count : yearsLater(first, count)
      const last = nth(Math.max(0, before + after))
      return {
        ...{ room, first, days, from, to, repeats },
        until: repeats === null || (repeats === 'yearly' && endless) ? null : last,
        skips: rest.skipped === null || repeats === null ? [] : [nth(before + rest.skipped)],
      }
    })

const booking = (rooms: number, asked: number, minutes: number[]): fc.Arbitrary<Taken> =>
  fc
    .record({
      room: fc.integer({ min: 1, max: rooms }),
      day: fc.constantFrom(0, 0, 0, 0, 1, 2, 5),
      from: quarter(6, 21),
      length: fc.constantFrom(...minutes),
      turnaround,
    })
    .map((one) => {
      const from = (asked + one.day) * DAY + one.from
      const to = from + one.length
      return { room: one.room, from, to, until: to + one.turnaround }
    })

/** Two seasons that share a day would contradict each other. */
const seasons = (rooms: number, asked: number): fc.Arbitrary<Period[]> =>
  fc
    .array(
      fc.record({
        from: fc.constantFrom(0, 0, -2, 1, 3),
        days: fc.integer({ min: 0, max: 4 }),
        hours: weekHours,
        rooms: roomIds(rooms),
      }),
      { maxLength: 2 },
    )
    .map((all) =>
      all
        .map(({ days, ...one }) => ({
          ...one,
          from: asked + one.from,
          to: asked + one.from + days,
        }))
        .filter((one, nth, list) =>
          list.slice(0, nth).every(({ from, to }) => one.to < from || to < one.from),
        ),
    )

const holidays = (rooms: number, asked: number): fc.Arbitrary<Holiday[]> =>
  fc.uniqueArray(
    fc.record({
      day: fc.constantFrom(0, 0, 1, 2, 5).map((days) => asked + days),
      closed: fc.constantFrom(false, false, true),
      rooms: roomIds(rooms),
    }),
    { maxLength: 2, selector: ({ day }) => day },
  )

const now = (asked: number): fc.Arbitrary<number> =>
  fc.oneof(
    { weight: 6, arbitrary: fc.constant((asked - 3) * DAY + 10 * 60) },
    { weight: 2, arbitrary: fc.integer({ min: 0, max: 20 * 60 }).map((at) => asked * DAY + at) },
    {
      weight: 1,
      arbitrary: fc
        .constantFrom(HORIZON_DAYS, HORIZON_DAYS + 1)
        .map((days) => (asked - days) * DAY + 20 * 60),
    },
  )

const lengths: fc.Arbitrary<{ duration: Duration; hours: number }> = fc.oneof(
  {
    weight: 4,
    arbitrary: fc.record({
      duration: fc.constant('hourly' as const),
      hours: fc.constantFrom(1, 1, 1, 2, 3, 8),
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      duration: fc.constantFrom('half-day' as const, 'full-day' as const, 'weekly' as const),
      hours: fc.constant(1),
    }),
  },
)

/** `minutes` of the bookings that are there before. */
const casesWith = (minutes: number[]): fc.Arbitrary<{ house: House; question: Question }> =>
  fc
    .tuple(askedDay, fc.shuffledSubarray([1, 2, 3], { minLength: 1, maxLength: 3 }))
    .chain(([day, order]) => {
      const count = order.length
      return fc.record({
        house: fc
          .record({
            rooms: fc.tuple(...order.map((position, nth) => roomOf(nth + 1, position))),
            seasons: seasons(count, day),
            holidays: holidays(count, day),
            blocks: fc.array(block(count, day), { maxLength: 3 }),
            taken: fc.array(booking(count, day, minutes), { maxLength: 6 }),
          })
          .map((house) => ({ ...house, taken: apart(house.taken) })),
        question: fc
          .record({
            length: lengths,
            now: now(day),
            chosen: fc.constantFrom(null, null, null, 1),
          })
          .map(({ length, ...rest }): Question => ({ day, ...rest, ...length })),
      })
    })

/** Without those that overlap an earlier one in their room. */
const apart = (all: Taken[]): Taken[] =>
  all.reduce<Taken[]>(
    (kept, one) =>
      kept.some(
        (other) => other.room === one.room && other.from < one.until && one.from < other.until,
      )
        ? kept
        : [...kept, one],
    [],
  )

const TABLES =
  'bookings, sales, slot_reservations, studios, services, service_rooms, holidays, settings, blocks'

/** Writes a house, as rows, into the empty database. */
async function build({ rooms, ...house }: House): Promise<void> {
  const { sql } = database
  await truncate(sql, TABLES)
  // Bookings without sales.
  await sql.query('SET session_replication_role = replica')
  await sql.query(
    `INSERT INTO services (id, name, description, icon, hourly_rate, position) VALUES (1, 'Audio', 'Audio', 'fas fa-microphone', 99, 1)`,
  )
  for (const { id, position, state, hours, turnaround: minutes, serves } of rooms) {
    await sql.query(
      `INSERT INTO studios (id, name, position, state, hours, turnaround_minutes) VALUES ($1, $2, $3, $4, $5, $6)`,
      [id, `Room ${id}`, position, state, hours, minutes],
    )
    if (serves)
      await sql.query(`INSERT INTO service_rooms (service_id, studio_id) VALUES (1, $1)`, [id])
  }
  const periods = house.seasons.map((one) => ({
    ...one.hours,
    from: textOf(one.from),
    to: textOf(one.to),
    name: 'Season',
    translations: {},
    roomIds: one.rooms,
  }))
  await sql.query(
    `INSERT INTO settings (key, value) VALUES ('seasons', $1), ('lengths', '{"severalHours": true}')`,
    [{ periods }],
  )
  for (const { day, closed, rooms: only } of house.holidays)
    await sql.query(
      `INSERT INTO holidays (date, name, closed, studio_ids) VALUES ($1, 'Holiday', $2, $3)`,
      [textOf(day), closed, only],
    )
  for (const one of house.blocks)
    await sql.query(
      `INSERT INTO blocks (studio_id, first_day, last_day, from_minute, to_minute, repeats, repeats_until, skips)
        VALUES ($1, $2, $3, $4, $5, $6, $7, $8)`,
      [
        one.room,
        textOf(one.first),
        textOf(one.first + one.days - 1),
        one.from,
        one.to,
        one.repeats,
        one.until === null ? null : textOf(one.until),
        one.skips.map(textOf),
      ],
    )
  for (const [nth, one] of house.taken.entries())
    await sql.query(
      `WITH made AS (
        INSERT INTO bookings (service_id, studio_id, first_name, email, date, time, starts_at, ends_at, total_amount, status, confirmed_at, manage_token)
        VALUES (1, $1, 'Before', 'before@example.com', '2027-01-01', '10:00', $2, $3, 99, 'confirmed', now(), $5) RETURNING id)
      INSERT INTO slot_reservations (studio_id, booking_id, starts_at, ends_at, reserved_until)
        SELECT $1, id, $2, $3, nullif($4::timestamptz, $3::timestamptz) FROM made`,
      [one.room, instantOf(one.from), instantOf(one.to), instantOf(one.until), `before-${nth}`],
    )
  await sql.query('SET session_replication_role = DEFAULT')
}

let visitors = 0

/** The room that a new visitor is given for this hour, or null; what was booked is taken back. */
async function roomGiven(question: Question, hour: number): Promise<number | null> {
  const who = `visitor${++visitors}`
  const booked = await holdSlot(
    wish({
      who,
      date: textOf(question.day),
      time: timeOf(hour),
      duration: question.duration,
      hours: question.hours,
      roomId: question.chosen,
      now: instantOf(question.now),
      // By one statement, or in a transaction that ends the visitor's other holds.
      isStranger: visitors % 2 === 0,
    }),
  ).catch((error: { code?: string }) => {
    if (['slot_taken', 'slot_unavailable'].includes(error.code ?? '')) return null
    throw error
  })
  if (!booked) return null
  const { rows } = await database.sql.query<{ studio_id: number }>(
    'SELECT studio_id FROM bookings WHERE id = $1',
    [booked.booking.id],
  )
  await database.sql.query(`SET session_replication_role = replica;
    DELETE FROM slot_reservations WHERE booking_id = ${booked.booking.id};
    DELETE FROM sales WHERE booking_id = ${booked.booking.id};
    DELETE FROM bookings WHERE id = ${booked.booking.id};
    SET session_replication_role = DEFAULT`)
  return rows[0]?.studio_id ?? null
}

/** Of the hours that are like their neighbours some are tried, for each takes time. */
const isTried = (offered: readonly number[], hour: number): boolean =>
  hour % 5 === 0 ||
  offered.includes(hour) !== offered.includes(hour + 1) ||
  offered.includes(hour) !== offered.includes(hour - 1)

const askedFor = ({ duration, hours, chosen, now }: Question) => ({
  ...{ serviceId: 1, duration, hours, roomId: chosen, now: instantOf(now) },
})

test('what availability offers is what a booking is given, and nothing else', async () => {
  await fc.assert(
    fc.asyncProperty(
      casesWith([60, 60, 90, 240]),
      within(40_000, async ({ house, question }) => {
        await build(house)
        const rooms = bookable(house, question)
        const free = rooms.map((room) => ({
          id: room.id,
          hours: ALL_HOURS.filter((hour) => isFree(house, room, question, hour)),
        }))
        const asked = askedFor(question)
        const { dto } = await availability(textOf(question.day), 'en', asked)
        expect(dto.rooms.map(({ id, availableSlots }) => [id, availableSlots])).toEqual(
          free.map(({ id, hours }) => [id, hours.map(timeOf)]),
        )
        const offered = ALL_HOURS.filter((hour) => free.some(({ hours }) => hours.includes(hour)))
        expect(dto.availableSlots).toEqual(offered.map(timeOf))
        const [first] = offered
        if (first !== undefined)
          expect(await nextSlots(1, { ...asked, from: textOf(question.day) })).toEqual([
            { date: textOf(question.day), time: timeOf(first) },
          ])
        for (const hour of ALL_HOURS) {
          if (!isTried(offered, hour)) continue
          const room = free.find(({ hours }) => hours.includes(hour))?.id ?? null
          expect({ hour, room: await roomGiven(question, hour) }).toEqual({ hour, room })
        }
      }),
    ),
    { numRuns: 150 },
  )
}, 90_000)

/** Days around the one that is asked for: a week of them, where what was drawn lies. */
const NEAR = [-1, 0, 1, 2, 3, 4, 5]

test('a day of a month has free starts when a booking is given one of them, and only then', async () => {
  const seen = { free: 0, full: 0 }
  await fc.assert(
    fc.asyncProperty(
      casesWith([60, 240, 480, 720]),
      within(40_000, async ({ house, question }) => {
        await build(house)
        const asked = askedFor(question)
        const [first, last] = [question.day + Math.min(...NEAR), question.day + Math.max(...NEAR)]
        const { dto } = await availabilityOfDays(textOf(first), textOf(last), 'en', asked)
        const rooms = bookable(house, question)
        for (const [nth, near] of NEAR.entries()) {
          const on = { ...question, day: question.day + near }
          const offered = ALL_HOURS.filter((hour) =>
            rooms.some((room) => isFree(house, room, on, hour)),
          )
          expect(dto[nth]).toMatchObject({ date: textOf(on.day), free: offered.length })
        }
        const day = dto[NEAR.indexOf(0)]
        if (!day) throw new Error('The day that is asked for is not there')
        let given = false
        for (const hour of ALL_HOURS) given ||= (await roomGiven(question, hour)) !== null
        expect({ free: day.free > 0 }).toEqual({ free: given })
        if (given) seen.free++
        else if (day.of > 0) seen.full++
      }),
    ),
    { numRuns: 80 },
  )
  // Of both kinds: a month that says one thing of every day would pass otherwise.
  expect(Math.min(seen.free, seen.full)).toBeGreaterThan(0)
}, 90_000)

// Any minute of the day that is asked for.
const moments = fc
  .tuple(casesWith([60, 60, 90, 240]), fc.integer({ min: 0, max: DAY - 1 }))
  .map(([{ house, question }, minute]) => ({ house, now: question.day * DAY + minute }))

test('the days ahead and the lamp say free exactly where and when a booking is given', async () => {
  const seen = new Set<string>()
  await fc.assert(
    fc.asyncProperty(
      moments,
      within(20_000, async ({ house, now }) => {
        await build(house)
        const { room, days, date, time } = await freeNow(instantOf(now))
        expect(gzipSync(JSON.stringify({ room, days })).length).toBeLessThanOrEqual(300)
        const rooms = house.rooms.filter(({ state, serves }) => state === 'offered' && serves)
        const today = Math.floor(now / DAY)
        const asked = { chosen: null, duration: 'hourly' as const, now }
        const isFreeFor = (hours: number, day: number, hour: number, from = now) =>
          rooms.some((one) => isFree(house, one, { ...asked, day, hours, now: from }, hour))

        const closes = rooms.map((one) => hoursOn(house, one, today).closes * 60)
        const first = rooms.length > 0 && now % DAY >= Math.max(...closes) ? today + 1 : today
        expect(days.map((one) => one.date)).toEqual(
          [0, 1, 2, 3, 4, 5, 6].map((ahead) => textOf(first + ahead)),
        )
        const offered = days.flatMap(({ opensAt, free }, ahead) =>
          [...free].map((digit, nth) => ({
            day: first + ahead,
            hour: Number(opensAt.slice(0, 2)) + nth,
            digit,
            hours: digit === '-' ? 0 : Number.parseInt(digit, 36),
          })),
        )
        for (const { day, hour, hours } of offered)
          expect({
            hour,
            free: Array.from({ length: 25 }, (_, more) => isFreeFor(more + 1, day, hour)),
          }).toEqual({ hour, free: Array.from({ length: 25 }, (_, more) => more < hours) })
        for (const [nth, one] of offered.entries()) {
          const isEdge = Math.sign(one.hours) !== Math.sign(offered[nth + 1]?.hours ?? 0)
          if (!isEdge && nth % 17 !== 0) continue
          const question = { ...asked, day: one.day, hours: Math.min(8, Math.max(1, one.hours)) }
          expect([one, (await roomGiven(question, one.hour)) !== null]).toEqual([
            one,
            one.hours > 0,
          ])
        }
        const soonest = offered.find(({ hours }) => hours > 0)
        if (soonest)
          expect({ date, time }).toEqual({ date: textOf(soonest.day), time: timeOf(soonest.hour) })

        const hour = Math.floor((now % DAY) / 60)
        const runs = house.taken.some(
          (one) => rooms.some(({ id }) => id === one.room) && one.from <= now && now < one.to,
        )
        // The hour that has begun, asked for when it could still be booked.
        const before = today * DAY + hour * 60 - LEAD
        const given =
          rooms.length > 0 &&
          (await roomGiven({ ...asked, day: today, hours: 1, now: before }, hour)) !== null
        expect(isFreeFor(1, today, hour, before)).toBe(given)
        expect(room.state).toBe(runs ? 'onAir' : given ? 'free' : 'off')
        seen.add(room.state)
        if (room.state === 'off' && room.until)
          expect(
            offered.find(({ day, hour: at, digit }) => digit !== '-' && (day > today || at > hour)),
          ).toMatchObject({ day: first + days.findIndex((one) => one.date === room.until?.date) })
      }),
    ),
    { numRuns: 60 },
  )
  expect([...seen].sort()).toEqual(['free', 'off', 'onAir'])
}, 90_000)
