import { payToken } from '@/lib/bookings/tokens'
import { onBooking, onOne, type Act, type Subject } from '../act'
import { payIntent, secretOf } from '../paying'
import { customerOf, whoseIs } from '../people'
import { ALL, rowsOf } from '../rows'
import { send, summary } from '../send'
import { financeOf, type World } from '../world'

type Billed = { id: number; subject: Subject; token: string; email: string; billing: unknown }

/** Bookings that a company's finance contact can open, with its token. */
async function openToFinance(world: World) {
  const rows = await rowsOf<Billed>(
    world,
    `SELECT id, 'booking ' || id AS subject, manage_token AS token, email, billing FROM bookings WHERE billing IS NOT NULL ORDER BY id`,
  )
  return rows.flatMap(({ token: manageToken, ...row }) => {
    const token = payToken({ ...row, manageToken })
    return token === null ? [] : [{ ...row, token }]
  })
}

export const FINANCE = {
  billing: onBooking(
    {
      group: 'visitor',
      promises: 'documents name the company of their time',
      needs: ALL,
    },
    async (world, step, booking) => {
      const { whose } = whoseIs(booking)
      const operation = await send(
        world,
        'billing',
        {
          params: { token: booking.token },
          whose,
          body: {
            ...{ company: `Company ${step.data.hours}`, companyRegistration: '202301012345' },
            ...(step.data.flag && { financeEmail: financeOf(whose) }),
          },
        },
        step.plan,
      )
      const by = step.data.flag ? ' with its accounts' : ''
      return `booking ${booking.id} to company ${step.data.hours}${by} → ${summary(operation)}`
    },
  ),

  financePays: onOne(
    {
      group: 'finance contact',
      on: ['booking'],
      way: ['byHand', 'billing'],
      promises: 'who pays for a company is asked for what is owed, and told no more',
      among: openToFinance,
    },
    async (world, step, booking) => {
      const params = { token: booking.token }
      let amount = ''
      await send(world, 'payerPage', { params }, {}, ({ body }) => {
        amount = String(body.owedAmount ?? '')
      })
      if (!(Number(amount) > 0)) return null
      const before = world.secrets.length
      const customer = customerOf(booking.email)
      const asked = await send(
        world,
        'payByLink',
        { params, body: { amount } },
        step.plan,
        async (reply) => {
          if (reply.status === 200) await secretOf(world, customer, reply.body.clientSecret)
        },
      )
      const intent = world.secrets[before]?.intent
      const paid = intent ? `, ${await payIntent(world, intent, step.data.card)}` : ''
      return `booking ${booking.id} ${amount} → ${summary(asked)}${paid}`
    },
  ),
} as const satisfies Record<string, Act>
