import { spawn, type ChildProcess } from 'node:child_process'
import { appendFile, mkdtemp, readFile, rm } from 'node:fs/promises'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Store } from '../store/store'
import { newIntent, paidIntent, sdk, startWorld, Target, until, type World } from './harness'

let target: Target
let world: World
beforeEach(async () => {
  target = await new Target().start()
  world = await startWorld([target])
})
afterEach(async () => {
  await world.end()
  await target.stop()
})

test('everything is still there, in the same order', async () => {
  const { stripe } = world
  const paid = await paidIntent(stripe, 'pm_card_visa', { metadata: { a: 'b' } })
  const open = await newIntent(stripe)
  const asked = await paidIntent(stripe, 'pm_card_authenticationRequired', { use_stripe_sdk: true })
  const made = await stripe.customers.create({ name: 'A' }, { idempotencyKey: 'over-restart' })
  const before = await (await fetch(`${world.sandbox.url}/_sandbox/state`)).json()
  await world.restart()
  expect(await (await fetch(`${world.sandbox.url}/_sandbox/state`)).json()).toEqual(before)
  expect((await world.stripe.paymentIntents.list()).data.map(({ id }) => id)).toEqual([
    asked.id,
    open.id,
    paid.id,
  ])
  expect(
    (await world.stripe.customers.create({ name: 'A' }, { idempotencyKey: 'over-restart' })).id,
  ).toBe(made.id)
  await world.control('authorize', { payment_intent: asked.id, outcome: 'succeed' })
  expect((await world.stripe.paymentIntents.retrieve(asked.id)).status).toBe('succeeded')
})

test('webhooks that did not arrive set out again', async () => {
  await world.control('webhooks', { retrySchedule: [0.5] })
  target.answers = [500]
  await world.stripe.customers.create({})
  await until('the first attempt', () => target.received.length === 1)
  await world.restart()
  await until('the second attempt', () => target.received.length === 2)
  await until(
    'it counts as delivered',
    async () => (await world.stripe.events.list({ delivery_success: false })).data.length === 0,
  )
})

test('held webhooks stay held', async () => {
  await world.control('webhooks', { mode: 'hold' })
  await world.stripe.customers.create({})
  await world.restart()
  expect(await world.control('webhooks/release', {})).toEqual({ released: 1 })
  expect(target.types).toEqual(['customer.created'])
})

test('half a line at the end of the journal is cut off', async () => {
  const intent = await newIntent(world.stripe)
  await world.sandbox.close()
  await appendFile(
    join(world.dataDir, 'stripe-sandbox/journal.jsonl'),
    '[["payment_intent","pi_torn",{"id":"pi_to',
  )
  await world.restart()
  const next = await newIntent(world.stripe)
  await world.restart()
  expect((await world.stripe.paymentIntents.list()).data.map(({ id }) => id)).toEqual([
    next.id,
    intent.id,
  ])
})

test('the journal is compacted when it is mostly history', async () => {
  const path = join(world.dataDir, 'other/journal.jsonl')
  const store = new Store(path)
  store.open()
  for (let round = 0; round < 130; round += 1) {
    for (let index = 0; index < 50; index += 1) {
      store.put('card', { id: `pm_${index}`, testNumber: String(round) })
      store.commit()
    }
  }
  store.close()
  expect((await readFile(path, 'utf8')).split('\n').length).toBeLessThan(5_000)
  const again = new Store(path)
  again.open()
  expect(again.all('card')).toEqual(
    Array.from({ length: 50 }, (_, index) => ({ id: `pm_${index}`, testNumber: '129' })),
  )
  again.close()
})

describe('as a process', () => {
  let dataDir: string
  beforeEach(async () => {
    dataDir = await mkdtemp(join(tmpdir(), 'stripe-process-'))
  })
  afterEach(() => rm(dataDir, { recursive: true, force: true }))

  const ready = /^stripe sandbox ready on http:\/\/127\.0\.0\.1:(\d+)$/m

  function start(port: number): {
    child: ChildProcess
    output: () => string
    ended: Promise<number | null>
  } {
    const env = {
      ...process.env,
      STRIPE_SANDBOX_PORT: String(port),
      STUDIO_DATA_DIR: dataDir,
      STRIPE_SANDBOX_WEBHOOKS: target.url,
    }
    const child = spawn(process.execPath, ['tools/stripe-sandbox/start.mjs'], {
      env,
    })
    let output = ''
    for (const stream of [child.stdout, child.stderr])
      stream?.on('data', (chunk: Buffer) => (output += chunk.toString()))
    return {
      child,
      output: () => output,
      ended: new Promise((resolve) => child.once('exit', resolve)),
    }
  }

  test('survives SIGKILL; SIGTERM ends it at once', async () => {
    const first = start(0)
    await until('ready', () => ready.test(first.output()), 20_000)
    const intent = await paidIntent(sdk(Number(ready.exec(first.output())?.[1])))
    first.child.kill('SIGKILL')
    await first.ended
    const second = start(0)
    await until('ready again', () => ready.test(second.output()), 20_000)
    expect(
      await sdk(Number(ready.exec(second.output())?.[1])).paymentIntents.retrieve(intent.id),
    ).toMatchObject({ status: 'succeeded' })
    second.child.kill('SIGTERM')
    expect(await second.ended).toBe(0)
    expect(second.output().trim().split('\n')).toHaveLength(1)
  })

  test('a taken port ends with one sentence and status 1', async () => {
    const holder = createServer()
    await new Promise<void>((resolve) => holder.listen(0, '127.0.0.1', resolve))
    const { port } = holder.address() as { port: number }
    const { output, ended } = start(port)
    expect(await ended).toBe(1)
    expect(output().trim()).toBe(
      `Port ${port} is already in use: set STRIPE_SANDBOX_PORT to a free port.`,
    )
    holder.close()
  })
})
