import { onBooking, onEverything, onOne, type Act, type Subject } from '../act'
import { network, switchPayments } from '../network'
import { whoIn } from '../people'
import { ALL, bookingsIn } from '../rows'
import { send, summary } from '../send'
import { tally } from '../tried'
import { OWNER } from '../world'

const operator = { group: 'operator' } as const

/** More than a file of bookings reads at once. */
const CROWD = 620

export const OPERATOR = {
  switchPayments: onEverything(
    {
      ...operator,
      promises: 'without Stripe’s keys nothing is lost, and what is committed is done',
      ready: (_, step) => network.isOff !== step.data.flag,
    },
    async (world, step) => {
      switchPayments(!step.data.flag)
      if (network.isOff) tally(world, 'payments switched off')
      return network.isOff ? 'off' : 'on'
    },
  ),

  erase: onOne(
    {
      ...operator,
      on: ['booking'],
      promises: 'nobody is erased whose money may be under way',
      async among(world, step): Promise<{ email: string; subject: Subject | null }[]> {
        const rows = await bookingsIn(world, ALL)
        const nobodys = { email: whoIn(step).email, subject: null }
        return rows.length > 0 ? rows : [nobodys]
      },
    },
    async (world, step, { email }) => {
      if (!email) return null
      const operation = await send(
        world,
        'erasePerson',
        { cookie: OWNER.cookie, body: { email } },
        step.plan,
      )
      return `${email} → ${summary(operation)}`
    },
  ),

  exportPerson: onBooking(
    {
      ...operator,
      promises: 'who asks for their data gets it, and nobody else’s',
      way: ['purchase'],
      needs: ALL,
    },
    async (world, step, { email }) => {
      if (email === '') return null
      const question = { cookie: OWNER.cookie, body: { email } }
      return `${email} → ${summary(await send(world, 'exportPerson', question, step.plan))}`
    },
  ),

  // So many bookings that lists have further pages; all were made in one moment.
  crowd: onEverything(
    {
      ...operator,
      promises: 'a list goes on with its next page',
      unpaired: 'its rows are made beside the product, for the lists alone',
    },
    async (world) => {
      await world.sql.query(
        `WITH made AS (INSERT INTO bookings (service_id, studio_id, first_name, email, date, time, starts_at, ends_at, total_amount, status, cancel_reason, cancelled_at, manage_token, created_at)
      SELECT 1, 1, 'crowd', 'crowd' || n || '@crowd.example', '2027-03-15', '10:00', '2027-03-15 10:00+08', '2027-03-15 11:00+08', 107.17, 'cancelled', 'admin', now(), 'crowd-' || n, date_trunc('second', now())
      FROM generate_series(1, ${CROWD}) n ON CONFLICT DO NOTHING RETURNING id)
      INSERT INTO sales (kind, booking_id, lines, subtotal, tax_amount, tax_rate, tax_label, total_amount)
      SELECT 'session', id, jsonb_build_array(jsonb_build_object('kind', 'session', 'quantity', 1, 'unitSen', 9900, 'amountSen', 9900)), 99, 8.17, 0.0825, 'Tax', 107.17 FROM made`,
      )
      return `${CROWD} cancelled bookings`
    },
  ),
} as const satisfies Record<string, Act>
