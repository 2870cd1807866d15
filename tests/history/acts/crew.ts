import { onBooking, type Act } from '../act'
import { network } from '../network'
import { ALL, LIVE } from '../rows'
import { send, summary } from '../send'
import { CREW, MANAGER, OWNER } from '../world'

const ofBookings = { on: ['booking'], way: ['purchase'] } as const

const arrival = (by: 'owner' | 'crew', state: string, promises: string): Act =>
  onBooking(
    {
      ...ofBookings,
      group: by,
      promises,
      needs: LIVE,
    },
    async (world, step, { id }) => {
      const { cookie } = by === 'owner' ? OWNER : CREW
      const question = { params: { id }, cookie, body: { state } }
      return `booking ${id} → ${summary(await send(world, 'setArrival', question, step.plan))}`
    },
  )

export const CREWS = {
  noShow: arrival('owner', 'no_show', 'who did not come is said so, and their money stays'),
  arrived: arrival('crew', 'arrived', 'who came is said so, and has the room'),
  expected: arrival('crew', 'expected', 'what was said of an arrival can be taken back'),

  freeRoom: onBooking(
    {
      ...ofBookings,
      group: 'manager',
      promises: 'a room that is freed can be sold, and the session stays as it was paid',
      needs: ['confirmed', 'completed'],
    },
    async (world, step, { id }) => {
      const body = { state: 'no_show', freeRoom: true }
      const question = { params: { id }, cookie: MANAGER.cookie, body }
      return `booking ${id} → ${summary(await send(world, 'setArrival', question, step.plan))}`
    },
  ),

  crewNote: onBooking(
    {
      ...ofBookings,
      group: 'crew',
      promises: 'a note is for the studio alone',
      needs: ALL,
    },
    async (world, step, { id }) => {
      const body = { text: `Note ${step.data.hours}` }
      const question = { params: { id }, cookie: CREW.cookie, body }
      return `booking ${id} → ${summary(await send(world, 'addNote', question, step.plan))}`
    },
  ),

  crewCancels: onBooking(
    {
      ...ofBookings,
      group: 'crew',
      promises: 'the crew changes no money and no time',
      needs: LIVE,
    },
    async (world, step, { id }) => {
      const question = { params: { id }, cookie: CREW.cookie, body: { refund: 'full' } }
      const refused = await send(world, 'cancelBooking', question, step.plan, ({ status }) => {
        if (status < 300) network.violations.push(`the crew cancelled booking ${id}`)
      })
      return `booking ${id} → ${summary(refused)}`
    },
  ),
} as const satisfies Record<string, Act>
