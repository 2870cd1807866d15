import { addDays, studioDate } from '@/lib/time'
import { DEFAULT_SITE } from '@/lib/settings/site'
import { onEverything, type Act } from '../act'
import { movedNow } from '../clock'
import { network } from '../network'
import { rowsOf } from '../rows'
import { send, summary } from '../send'
import { DAYS, OWNER, type Seller } from '../world'

const settings = { group: 'settings' } as const

const { address, parking, geo, ...facts } = DEFAULT_SITE
/** The studio's facts as the console's form sends them. */
const SITE = { ...facts, ...address, ...parking, ...geo }

export const SETTINGS = {
  // The studio is registered for a tax, or no longer; or it is another company from now on.
  settings: onEverything(
    { ...settings, promises: 'what was sold keeps its tax and its seller' },
    async (world, step) => {
      const last = world.sellers.at(-1) as Seller
      const nth = world.sellers.length
      const isTax = step.data.flag
      const registration = last.registration === '' ? `W10-${nth}` : ''
      const body = isTax
        ? {
            kind: 'tax',
            rate: registration ? 8 : 6,
            label: registration ? 'SST' : 'Tax',
            registration,
          }
        : { ...SITE, legalName: `Bintang ${nth} Sdn. Bhd.` }
      const begun = movedNow()
      const operation = await send(
        world,
        'setting',
        {
          params: { key: isTax ? 'tax' : 'site' },
          cookie: OWNER.cookie,
          body,
        },
        {},
      )
      if (operation.status === '200')
        world.sellers.push({
          ...last,
          ...(isTax ? { registration } : { name: `Bintang ${nth} Sdn. Bhd.` }),
          ...{ begun, since: movedNow() },
        })
      return `${isTax ? `tax registration ${registration || 'none'}` : `company ${nth}`} → ${summary(operation)}`
    },
  ),

  // From tomorrow on, twice as much as at first, or half.
  prices: onEverything(
    { ...settings, promises: 'what is paid keeps its price' },
    async (world, step) => {
      const rates = await rowsOf<Record<string, string | number | null>>(
        world,
        `SELECT id AS "serviceId", (hourly_rate * $1)::numeric(10,2)::text AS "hourlyRate", (half_day_rate * $1)::numeric(10,2)::text AS "halfDayRate",
        (full_day_rate * $1)::numeric(10,2)::text AS "fullDayRate" FROM services_at_first WHERE NOT is_add_on ORDER BY id`,
        [step.data.flag ? 2 : 0.5],
      )
      const from = addDays(studioDate(new Date(movedNow())), 1)
      const operation = await send(
        world,
        'addPrices',
        { cookie: OWNER.cookie, body: { from, rates } },
        step.plan,
      )
      return `${step.data.flag ? 'twice' : 'half'} from ${from} → ${summary(operation)}`
    },
  ),

  // A room, or a service, is offered to nobody new; or it is again.
  retire: onEverything(
    { ...settings, promises: 'what was booked stays, and nothing new is sold' },
    async (world, step) => {
      const { room, service, flag } = step.data
      const state = flag ? 'retired' : 'offered'
      const isRoom = room > 0
      const operation = await send(
        world,
        isRoom ? 'changeRoom' : 'changeService',
        { params: { id: isRoom ? room : service }, cookie: OWNER.cookie, body: { state } },
        step.plan,
      )
      return `${isRoom ? `room ${room}` : `service ${service}`} ${state} → ${summary(operation)}`
    },
  ),

  roomHours: onEverything(
    { ...settings, promises: 'what was booked stays, and nothing new is sold outside the hours' },
    async (world, step) => {
      const { room, flag } = step.data
      const hours = flag
        ? { weekday: { opens: 9, closes: 21 }, weekend: { opens: 10, closes: 17 } }
        : { weekday: { opens: 12, closes: 15 }, weekend: { opens: 12, closes: 15 } }
      const question = { params: { id: room || 1 }, cookie: OWNER.cookie, body: { hours } }
      const operation = await send(world, 'changeRoom', question, step.plan)
      return `room ${room || 1} ${flag ? 'as at first' : '12–15'} → ${summary(operation)}`
    },
  ),

  // A day becomes a public holiday, open as at weekends or closed; or it is none.
  holiday: onEverything(
    { ...settings, promises: 'what was booked stays, at the price it had' },
    async (world, step) => {
      const { day, flag, part } = step.data
      const date = DAYS[day] ?? ''
      const closed = part === 0.5
      const operation = flag
        ? await send(
            world,
            'addHoliday',
            { cookie: OWNER.cookie, body: { date, name: 'A holiday', closed } },
            step.plan,
          )
        : await send(world, 'removeHoliday', { params: { date }, cookie: OWNER.cookie }, step.plan)
      const what = flag ? (closed ? 'closed' : 'a holiday') : 'no holiday'
      return `${date} ${what} → ${summary(operation)}`
    },
  ),

  block: onEverything(
    { ...settings, promises: 'nothing is placed in closed time' },
    async (world, step) => {
      const { day, hour, hours, room, part } = step.data
      const body = {
        date: DAYS[day],
        wholeDay: part === 0.3,
        from: `${hour}:00`,
        to: `${hour + Math.min(hours, 3)}:00`,
        roomId: room || null,
        ...(part === 0.5 && { repeats: 'weekly', repeatsUntil: addDays(DAYS[day] ?? '', 14) }),
        reason: 'Cleaning',
      }
      const operation = await send(
        world,
        'blockRoom',
        { cookie: OWNER.cookie, body },
        step.plan,
        ({ status: answered, body: { id } }) => {
          if (answered === 201 && typeof id !== 'number')
            network.violations.push('blockRoom answered without an id')
        },
      )
      const when = body.wholeDay ? 'all day' : `${body.from}–${body.to}`
      const often = 'repeats' in body ? ' every week' : ''
      const where = body.roomId === null ? 'the house' : `room ${body.roomId}`
      return `${where} ${body.date} ${when}${often} → ${summary(operation)}`
    },
  ),

  unblock: onEverything(
    {
      ...settings,
      promises: 'time that is open again can be sold',
      ready: async (world) => (await rowsOf(world, 'SELECT 1 FROM blocks')).length > 0,
    },
    async (world, step) => {
      const blocks = await rowsOf<{ id: number; began: string }>(
        world,
        `SELECT id, (first_day + CASE WHEN repeats IS NULL THEN 0 ELSE 7 END)::text AS began FROM blocks ORDER BY id`,
      )
      const block = blocks[Math.floor(step.at * blocks.length)]
      if (!block) return null
      const scope = { 1: 'one', 0.5: 'following', 0.3: 'all' }[step.data.part] ?? 'one'
      const operation = await send(
        world,
        'removeBlock',
        {
          params: { id: block.id },
          query: { scope, began: block.began },
          cookie: OWNER.cookie,
        },
        step.plan,
      )
      return `block ${block.id} ${scope} from ${block.began} → ${summary(operation)}`
    },
  ),

  // A room, or a service, is for the owner alone; or it is offered again.
  hide: onEverything(
    { ...settings, promises: 'what is hidden is the owner’s to book, and what was booked stays' },
    async (world, step) => {
      const { room, service, flag } = step.data
      const state = flag ? 'hidden' : 'offered'
      const isRoom = room > 0
      const operation = await send(
        world,
        isRoom ? 'changeRoom' : 'changeService',
        { params: { id: isRoom ? room : service }, cookie: OWNER.cookie, body: { state } },
        step.plan,
      )
      return `${isRoom ? `room ${room}` : `service ${service}`} ${state} → ${summary(operation)}`
    },
  ),

  stopCode: onEverything(
    { ...settings, promises: 'a stopped code stays on what was sold with it, and sells nothing' },
    async (world, step) => {
      const codes = await rowsOf<{ id: number }>(world, 'SELECT id FROM codes ORDER BY id')
      const code = codes[Math.floor(step.at * codes.length)]
      if (!code) return null
      const question = { params: { id: code.id }, cookie: OWNER.cookie }
      return `code ${code.id} → ${summary(await send(world, 'stopCode', question, step.plan))}`
    },
  ),

  transfers: onEverything(
    { ...settings, promises: 'who has chosen a transfer can still send it' },
    async (world, step) => {
      const { flag } = step.data
      const account = flag
        ? { bank: 'Maybank', holder: 'Studio', number: '514012345678' }
        : { bank: '', holder: '', number: '' }
      const operation = await send(
        world,
        'setting',
        {
          params: { key: 'transfer' },
          cookie: OWNER.cookie,
          body: { ...account, duitnow: '', hours: 24 },
        },
        step.plan,
      )
      return `${flag ? 'on' : 'off'} → ${summary(operation)}`
    },
  ),

  holdLength: onEverything(
    { ...settings, promises: 'a hold keeps the end that its visitor was shown' },
    async (world, step) => {
      const minutes = step.data.flag ? 3 : 120
      const operation = await send(
        world,
        'setting',
        { params: { key: 'hold' }, cookie: OWNER.cookie, body: { minutes } },
        step.plan,
      )
      return `${minutes} minutes → ${summary(operation)}`
    },
  ),
} as const satisfies Record<string, Act>
