import { randomBytes } from 'node:crypto'
import type pg from 'pg'
import { createAdmin } from '@/lib/auth/admin-accounts'
import { sha256 } from '@/lib/http/request'
import { testDatabase, type TestDatabase } from '@/tests/support/database'
import { startPayments, type Payments } from '@/tests/support/payments'
import { seedMinimal } from '@/tests/support/seed-minimal'
import { checkout, workingDay } from '@/tests/support/shop'

export { checkout, workingDay }

type Made = Awaited<ReturnType<typeof checkout>>
export type World = {
  sql: pg.Client
  payments: Payments
  /**
   * A held booking with its open intent on workingDay(0), a paid one on workingDay(1), and their
   * visitors' cookies.
   */
  held: Made
  sold: Made
  cookie: string
  soldCookie: string
  adminCookie: string
}

/** Opens the page of the paid booking. */
export const SOLD_MANAGE = 'soldmanagetokenofsold_'
const TOKENS = { held: 'heldheldheldheldheldhe', sold: 'soldsoldsoldsoldsoldso' }

/** Hooks of a file that only asks and must change nothing: one database, filled once. */
export function openWorld(): World {
  const world = {} as World
  let database: TestDatabase
  beforeAll(async () => {
    world.payments = await startPayments()
    database = await testDatabase()
    world.sql = database.sql
    await world.payments.begin()
    await seedMinimal()
    world.held = await checkout({ who: TOKENS.held, date: workingDay(0) })
    world.sold = await checkout({ who: TOKENS.sold, date: workingDay(1) })
    await world.payments.pay(world.sold.intent)
    await world.payments.release()
    await world.sql.query('UPDATE bookings SET manage_token = $1 WHERE id = $2', [
      SOLD_MANAGE,
      world.sold.booking,
    ])
    world.cookie = `visitor=${TOKENS.held}`
    world.soldCookie = `visitor=${TOKENS.sold}`
    const admin = await createAdmin('owner', 'a password of the tests')
    const token = randomBytes(32).toString('base64url')
    await world.sql.query(
      `INSERT INTO sessions (id, kind, user_id, expires_at) VALUES ($1, 'admin', $2, now() + interval '1 hour')`,
      [sha256(token), admin?.id],
    )
    world.adminCookie = `session=${token}`
  })
  afterAll(async () => {
    await world.payments.stop()
    await database.drop()
  })
  return world
}
