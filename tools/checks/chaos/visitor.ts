import { createHash, randomBytes, randomUUID } from 'node:crypto'
import type pg from 'pg'

export type Reply = { status: number; body: Record<string, unknown>; headers: Headers }
export type Wish = {
  date: string
  time: string
  duration?: string
  serviceId?: number
  roomId?: number
}

/** One browser: keeps its cookie and talks to one instance at a time. */
export class Visitor {
  private cookie = ''
  private session = ''
  readonly email = `visitor-${randomUUID()}@example.com`

  constructor(private base: string) {}

  /** As if this browser had proven its email by a code, which a week requires. */
  async prove(sql: pg.Client): Promise<void> {
    const token = randomBytes(32).toString('base64url')
    await sql.query(
      `INSERT INTO sessions (id, kind, email, expires_at) VALUES ($1, 'member', $2, now() + interval '1 day')`,
      [createHash('sha256').update(token).digest('hex'), this.email],
    )
    this.session = `member=${token}`
  }

  /** Continues on another instance, as behind a load balancer. */
  moveTo(base: string): void {
    this.base = base
  }

  async call(
    method: string,
    path: string,
    body?: unknown,
    headers: Record<string, string> = {},
  ): Promise<Reply> {
    const response = await fetch(this.base + path, {
      method,
      headers: {
        ...(body !== undefined && { 'content-type': 'application/json' }),
        ...(this.cookie + this.session && {
          cookie: [this.cookie, this.session].filter(Boolean).join('; '),
        }),
        ...headers,
      },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    })
    const cookie = response.headers.getSetCookie().find((value) => value.startsWith('visitor='))
    if (cookie) this.cookie = cookie.split(';')[0] ?? ''
    return {
      status: response.status,
      body: (await response.json().catch(() => ({}))) as Record<string, unknown>,
      headers: response.headers,
    }
  }

  book(
    { date, time, duration = 'hourly', serviceId = 1, roomId }: Wish,
    headers?: Record<string, string>,
  ): Promise<Reply> {
    return this.call(
      'POST',
      '/api/bookings',
      { serviceId, roomId, firstName: 'Aina', email: this.email, date, time, duration },
      headers,
    )
  }

  /** The intent's id and secret for a booking this visitor holds; throws when refused. */
  async intentFor(booking: Record<string, unknown>): Promise<{ id: string; secret: string }> {
    const { status, body } = await this.call('POST', '/api/create-payment-intent', {
      amount: booking.totalAmount,
      bookingId: booking.id,
    })
    if (status !== 200) throw new Error(`create-payment-intent: ${status} ${JSON.stringify(body)}`)
    const secret = String(body.clientSecret)
    return { id: secret.split('_secret_')[0] ?? '', secret }
  }

  /** Books and opens the payment in one step; throws when the slot is refused. */
  async hold(
    wish: Wish,
  ): Promise<{ booking: Record<string, unknown>; intent: { id: string; secret: string } }> {
    const { status, body } = await this.book(wish)
    if (status !== 201 && status !== 200)
      throw new Error(`bookings: ${status} ${JSON.stringify(body)}`)
    return { booking: body, intent: await this.intentFor(body) }
  }
}

/** The number of replies per status, e.g. { 201: 1, 409: 499 }. */
export const tally = (replies: readonly Reply[]): Record<number, number> => {
  const counts: Record<number, number> = {}
  for (const { status } of replies) counts[status] = (counts[status] ?? 0) + 1
  return counts
}
