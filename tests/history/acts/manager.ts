import { onBooking, type Act } from '../act'
import { network } from '../network'
import { customerOf } from '../people'
import { ALL, LIVE } from '../rows'
import { send, summary } from '../send'
import { DAYS, financeOf, MANAGER } from '../world'

const ofBookings = { group: 'manager', on: ['booking'], way: ['purchase'] } as const

/** A version that no row has any more. */
const STALE = '2020-01-01T00:00:00.000Z'

export const MANAGERS = {
  managerCancels: onBooking(
    {
      ...ofBookings,
      leaves: ['cancelled'],
      promises: 'a manager’s cancellation is as an owner’s',
      needs: LIVE,
    },
    async (world, step, { id }) => {
      const refund = step.data.part === 1 ? 'full' : 'none'
      const cancelled = await send(
        world,
        'cancelBooking',
        { params: { id }, cookie: MANAGER.cookie, body: { refund } },
        step.plan,
      )
      return `booking ${id} refund ${refund} → ${summary(cancelled)}`
    },
  ),

  // From a page that was opened before the booking changed.
  staleCancel: onBooking(
    {
      ...ofBookings,
      promises: 'who saw another state changes nothing',
      needs: LIVE,
    },
    async (world, step, { id }) => {
      const refused = await send(
        world,
        'cancelBooking',
        { params: { id }, cookie: MANAGER.cookie, body: { refund: 'full', version: STALE } },
        step.plan,
        ({ status }) => {
          if (status < 300)
            network.violations.push(`booking ${id} was cancelled by who saw another state of it`)
        },
      )
      return `booking ${id} → ${summary(refused)}`
    },
  ),

  staleMove: onBooking(
    {
      ...ofBookings,
      promises: 'who saw another state moves nothing',
      needs: ALL,
    },
    async (world, step, { id }) => {
      const { day, hour } = step.data
      const refused = await send(
        world,
        'moveByOwner',
        {
          params: { id },
          cookie: MANAGER.cookie,
          body: { newDate: DAYS[day], newTime: `${hour}:00`, version: STALE },
        },
        step.plan,
        ({ status, body }) => {
          // To where it is already, nothing is moved and nothing refused.
          if (status < 300 && body.isMoved !== false)
            network.violations.push(`booking ${id} was moved by who saw another state of it`)
        },
      )
      return `booking ${id} → ${summary(refused)}`
    },
  ),

  correctContact: onBooking(
    {
      ...ofBookings,
      promises: 'mails and documents go to who is named now',
      needs: ALL,
    },
    async (world, step, { id, email }) => {
      if (email === '') return null
      const { name } = customerOf(email)
      const corrected = await send(
        world,
        'correctContact',
        {
          params: { id },
          cookie: MANAGER.cookie,
          body: {
            ...{ firstName: name, email, phone: `+6012345670${step.data.hours}`, locale: 'en' },
            financeEmail: step.data.flag ? financeOf(name) : '',
          },
        },
        step.plan,
      )
      return `booking ${id} → ${summary(corrected)}`
    },
  ),

  keep: onBooking(
    {
      ...ofBookings,
      promises: 'a session in closed time that is kept stays',
      needs: LIVE,
    },
    async (world, step, { id }) => {
      const question = { params: { id }, cookie: MANAGER.cookie, body: {} }
      return `booking ${id} → ${summary(await send(world, 'keepBooking', question, step.plan))}`
    },
  ),

  cancelAgain: onBooking(
    {
      ...ofBookings,
      promises: 'what is cancelled is cancelled once, and its money goes back once',
      needs: ['cancelled'],
      way: ['purchase', 'cancel'],
    },
    async (world, step, { id }) => {
      const question = { params: { id }, cookie: MANAGER.cookie, body: { refund: 'full' } }
      return `booking ${id} → ${summary(await send(world, 'cancelBooking', question, step.plan))}`
    },
  ),

  moveCancelled: onBooking(
    {
      ...ofBookings,
      promises: 'what is cancelled is not moved',
      needs: ['cancelled'],
      way: ['purchase', 'cancel'],
    },
    async (world, step, { id }) => {
      const { day, hour } = step.data
      const body = { newDate: DAYS[day], newTime: `${hour}:00` }
      const question = { params: { id }, cookie: MANAGER.cookie, body }
      const refused = await send(world, 'moveByOwner', question, step.plan, ({ status }) => {
        if (status < 300) network.violations.push(`booking ${id} was moved, and is cancelled`)
      })
      return `booking ${id} → ${summary(refused)}`
    },
  ),
} as const satisfies Record<string, Act>
