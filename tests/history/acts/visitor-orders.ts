import { beginning, onOne, type Act, type Subject } from '../act'
import { buyIntent, secretOf } from '../paying'
import { customerOf, whoIn } from '../people'
import { rowsOf } from '../rows'
import { send, summary } from '../send'
import { deliverAll } from '../webhooks'
import { financeOf, type World } from '../world'

const visitor = { group: 'visitor' } as const

const TIERS = ['basic', 'standard', 'premium'] as const

const order =
  (pays: boolean): Act['run'] =>
  async (world, step) => {
    const customer = whoIn(step)
    const tier = TIERS[step.data.day % 3]
    const body = {
      customerName: customer.name,
      customerEmail: customer.email,
      tier,
      duration: '<60s',
      rushService: step.data.part < 1,
    }
    const before = world.secrets.length
    const operation = await send(
      world,
      'order',
      { body, cookie: customer.cookie, whose: customer.name },
      pays ? {} : step.plan,
      async (reply) => {
        if (reply.status >= 300) return
        world.touched.add(`order ${Number(reply.body.id)}`)
        await secretOf(world, customer, reply.body.clientSecret)
      },
    )
    const intent = world.secrets[before]?.intent
    const paid =
      pays && intent
        ? `, ${await buyIntent(world, intent, step.data.card)}, ${await deliverAll(world, step)}`
        : ''
    return `${customer.name} ${tier} → ${summary(operation)}${paid}`
  }

type Opened = { id: number; subject: Subject; token: string; email: string }

const openOrders = (world: World): Promise<Opened[]> =>
  rowsOf(
    world,
    `SELECT id, 'order ' || id AS subject, manage_token AS token, customer_email AS email FROM video_editing_orders ORDER BY id`,
  )

export const VISITOR_ORDERS = {
  order: beginning(
    {
      ...visitor,
      begins: 'order',
      isClocked: true,
      leaves: ['pending'],
      gives: 'asked',
      promises: 'who orders is asked for its price',
    },
    order(false),
  ),
  buyOrder: beginning(
    { ...visitor, begins: 'order', promises: 'an order that is paid is confirmed' },
    order(true),
  ),

  giveFootage: onOne(
    {
      ...visitor,
      on: ['order'],
      promises: 'an order is due from when its footage is there',
      way: ['buyOrder'],
      among: openOrders,
    },
    async (world, step, { id, token, email }) => {
      const given = await send(
        world,
        'giveFootage',
        {
          params: { token },
          whose: customerOf(email).name,
          body: { footageLinks: [`https://footage.example/${step.data.hours}`] },
        },
        step.plan,
      )
      return `order ${id} → ${summary(given)}`
    },
  ),

  billOrder: onOne(
    {
      ...visitor,
      on: ['order'],
      promises: 'documents of an order name the company of their time',
      way: ['buyOrder'],
      among: openOrders,
    },
    async (world, step, { id, token, email }) => {
      const whose = customerOf(email).name
      const billed = await send(
        world,
        'billing',
        {
          params: { token },
          whose,
          body: {
            ...{ company: `Company ${step.data.hours}`, companyRegistration: '202301012345' },
            ...(step.data.flag && { financeEmail: financeOf(whose) }),
          },
        },
        step.plan,
      )
      return `order ${id} to company ${step.data.hours} → ${summary(billed)}`
    },
  ),
} as const satisfies Record<string, Act>
