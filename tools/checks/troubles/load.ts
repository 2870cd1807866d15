// A light load: about one act a second, by visitors who read, book and pay, and by the owner.
import { createHash, randomBytes } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { workingDays } from '@/lib/rooms/opening'
import { PUBLIC_PAGES } from '@/lib/seo/pages'
import { addDays, hourText, studioDate } from '@/lib/time'
import { Visitor, type Reply } from '@/tools/checks/chaos/visitor'
import type { Studio } from './studio'

const ACT_EVERY_MS = 1_000
/** Those that wait for an answer; while more do, nobody else comes. */
const MOST_AT_ONCE = 60
const LANGUAGES = ['', '/ms', '/zh']
const ACCOUNT = { bank: 'Maybank', holder: 'Studio Sdn Bhd', number: '5140 1234 5678' }

export type Answer = { at: number; what: string; status: number | 'cut off' }
type Kept = { path: string; hash: string }
export type Load = {
  answers: Answer[]
  /** What was answered with success, and must be there at the end. */
  uploads: Kept[]
  slips: { booking: number; hash: string }[]
  paid: number
  /** Ends when all that was begun is answered. */
  stop(): Promise<void>
}

const pick = <T>(list: readonly T[]): T => list[Math.floor(Math.random() * list.length)] as T
const sha256 = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex')

type Loaded = Pick<Studio, 'url' | 'owner' | 'stripe' | 'rows'>

export async function startLoad(studio: Loaded): Promise<Load> {
  const holidays = await studio.rows<{ date: string }>('SELECT date FROM holidays')
  const closed = new Set(holidays.map(({ date }) => date))
  const days = workingDays(addDays(studioDate(new Date()), 10), 60, closed)
  const owner = { cookie: studio.owner }
  // Each request on a connection of its own: another instance each time.
  const own = { connection: 'close' }
  const load: Load = { answers: [], uploads: [], slips: [], paid: 0, stop: async () => {} }
  const note = (what: string, status: Answer['status'], at: number) =>
    load.answers.push({ at, what, status })

  async function ask(
    what: string,
    visitor: Visitor,
    ...[method, path, body, headers]: Parameters<Visitor['call']>
  ): Promise<Reply | null> {
    const at = Date.now()
    try {
      const reply = await visitor.call(method, path, body, { ...own, ...headers })
      note(what, reply.status, at)
      return reply
    } catch {
      note(what, 'cut off', at) // Its instance was killed, or is not up yet.
      return null
    }
  }
  const newVisitor = () => new Visitor(studio.url)

  async function sendFile(
    what: string,
    path: string,
    bytes: Uint8Array<ArrayBuffer>,
    name: string,
  ) {
    const at = Date.now()
    const body = new FormData()
    body.set('file', new File([bytes], name))
    try {
      const headers = { ...own, ...owner }
      const answer = await fetch(studio.url + path, { method: 'POST', body, headers })
      note(what, answer.status, at)
      return { ok: answer.ok, text: await answer.text() }
    } catch {
      note(what, 'cut off', at)
      return { ok: false, text: '' }
    }
  }

  const hold = (visitor: Visitor) =>
    ask('book', visitor, 'POST', '/api/bookings', {
      ...{ serviceId: 1, firstName: 'Aina', email: visitor.email, duration: 'hourly' },
      ...{ date: pick(days), time: hourText(9 + Math.floor(Math.random() * 11)) },
    })

  async function bookAndPay(): Promise<void> {
    const visitor = newVisitor()
    const held = await hold(visitor)
    if (held?.status !== 201) return
    const asked = await ask('pay', visitor, 'POST', '/api/create-payment-intent', {
      ...{ amount: held.body.totalAmount, bookingId: held.body.id },
    })
    if (asked?.status !== 200) return
    const intent = String(asked.body.clientSecret).split('_secret_')[0] ?? ''
    const card = Math.random() < 0.1 ? 'pm_card_chargeDeclined' : 'pm_card_visa'
    const paid = await studio.stripe.paymentIntents
      .confirm(intent, { payment_method: card }, { timeout: 20_000 })
      .catch(() => null) // Declined, or Stripe is away.
    if (paid?.status === 'succeeded') load.paid++
  }

  async function payByTransfer(): Promise<void> {
    const visitor = newVisitor()
    const held = await hold(visitor)
    if (held?.status !== 201) return
    const booking = Number(held.body.id)
    const chosen = await ask('transfer', visitor, 'POST', `/api/bookings/${booking}/transfer`, {})
    if (chosen?.status !== 200) return
    const slip = Buffer.from(`%PDF-1.7\n% ${randomBytes(8).toString('hex')}\n%%EOF`)
    const path = `/api/manage/${String(chosen.body.token)}/slip`
    const sent = await sendFile('slip', path, slip, 'slip.pdf')
    if (sent.ok) load.slips.push({ booking, hash: sha256(slip) })
    // Until it is decided, nobody else at this address can pay in this way.
    for (let tries = 0; tries < 60; tries++) {
      const path = `/api/admin/bookings/${booking}/transfer`
      const received = Math.random() < 0.7
      const decided = await ask('decide', newVisitor(), 'POST', path, { received }, owner)
      if (decided !== null && decided.status < 500) return
      await sleep(2_000)
    }
  }

  async function cancelOne(): Promise<void> {
    const found = await studio
      .rows<{
        id: number
      }>(`SELECT id FROM bookings WHERE status = 'confirmed' ORDER BY random() LIMIT 1`)
      .catch(() => []) // The database is away.
    const path = `/api/bookings/${found[0]?.id}/cancel`
    if (found[0]) await ask('cancel', newVisitor(), 'PATCH', path, { refund: 'full' }, owner)
  }

  async function upload(): Promise<void> {
    // A sound is kept as it is.
    const sound = Buffer.concat([Buffer.from('ID3'), randomBytes(50_000)])
    const { ok, text } = await sendFile('upload', '/api/uploads', sound, 'sound.mp3')
    if (ok)
      load.uploads.push({ path: (JSON.parse(text) as { url: string }).url, hash: sha256(sound) })
  }

  const read = (path: string) => ask('page', newVisitor(), 'GET', path, undefined)
  const ACTS: [weight: number, act: () => Promise<unknown>][] = [
    [40, () => read(pick(LANGUAGES) + pick(PUBLIC_PAGES))],
    [24, () => ask('times', newVisitor(), 'GET', `/api/availability?date=${pick(days)}`)],
    [20, bookAndPay],
    [3, payByTransfer],
    [3, cancelOne],
    [5, upload],
    [
      5,
      () =>
        ask('message', newVisitor(), 'POST', '/api/contacts', {
          ...{ name: 'Aina', email: newVisitor().email, subject: 'booking' },
          message: 'When are you open?',
        }),
    ],
  ]
  const actSomehow = () => {
    let at = Math.random() * ACTS.reduce((sum, [weight]) => sum + weight, 0)
    return ACTS.find(([weight]) => (at -= weight) < 0)?.[1]()
  }

  await studio.rows(
    `INSERT INTO settings (key, value, updated_at) VALUES ('transfer', $1, now())
      ON CONFLICT (key) DO UPDATE SET value = excluded.value`,
    [JSON.stringify({ ...ACCOUNT, duitnow: '', hours: 24 })],
  )
  const running = new Set<Promise<unknown>>()
  const failures: unknown[] = []
  const timer = setInterval(() => {
    if (running.size >= MOST_AT_ONCE) return
    const act = Promise.resolve(actSomehow())
      .catch((error: unknown) => failures.push(error))
      .finally(() => running.delete(act))
    running.add(act)
  }, ACT_EVERY_MS)
  load.stop = async () => {
    clearInterval(timer)
    await Promise.all(running)
    if (failures.length > 0) throw new AggregateError(failures, String(failures[0]))
  }
  return load
}
