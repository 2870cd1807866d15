import type pg from 'pg'
import { createCore, StoppedClock, Store } from '@/tools/stripe-sandbox'
import { sha256 } from '@/lib/http/request'
import { DEFAULT_SITE } from '@/lib/settings/site'
import { currentAhead, movedNow, setAhead } from './clock'
import { postOffice } from './mailer'
import { network, switchPayments } from './network'
import type { Subject } from './act'
import type { Data } from './data'
import type { Operation } from './operation'
import type { Route } from './product'
import { WATCH } from '@/tools/checks/money/rooms'
import type { Tried } from './tried'
import { killedBackends } from './wire'

const MINUTE = 60_000
const DAY = 1_440 * MINUTE
// Every history begins on this Monday at 09:00 in Kuala Lumpur, so that a seed means the same
// whenever it is run; its sessions are two weeks later.
const BEGINNING = Date.UTC(2027, 2, 1, 1)
/** The days that are fought for: two working days, a public holiday, a Saturday. */
export const DAYS = ['2027-03-15', '2027-03-16', '2027-03-17', '2027-03-20'] as const
const HOLIDAY = '2027-03-17'

export type Customer = {
  name: string
  email: string
  /** The visitor's cookie, and the member's when the address is proven. */
  cookie: string
  /** After the code to the address, which a transfer waits for. */
  provenCookie: string
}
const PEOPLE = ['aina', 'bala', 'chong', 'dewi'] as const
const MEMBERS: readonly string[] = ['aina', 'bala']
const memberToken = (name: string) => name.padEnd(43, 'm')
const visitorToken = (name: string) => name.padEnd(22, 'v')
const OWNER_TOKEN = 'owner'.padEnd(43, 'o')
const MANAGER_TOKEN = 'manager'.padEnd(43, 'o')
const CREW_TOKEN = 'crew'.padEnd(43, 'o')

export const CUSTOMERS: readonly Customer[] = PEOPLE.map((name) => {
  const visitor = `visitor=${visitorToken(name)}`
  const provenCookie = `${visitor}; member=${memberToken(name)}`
  return {
    name,
    email: `${name}@example.com`,
    cookie: MEMBERS.includes(name) ? provenCookie : visitor,
    provenCookie,
  }
})
/** Whoever books in the browser of the customer of the same place: another person with the same cookie. */
export const FRIENDS: readonly Customer[] = ['eve', 'faiz', 'gopal', 'hana'].map((name, nth) => ({
  name,
  email: `${name}@example.com`,
  cookie: CUSTOMERS[nth]?.cookie ?? '',
  provenCookie: `visitor=${visitorToken(PEOPLE[nth] ?? '')}; member=${memberToken(name)}`,
}))
export const EVERYBODY: readonly Customer[] = [...CUSTOMERS, ...FRIENDS]
/** Who keeps the accounts of somebody's company. */
export const financeOf = (name: string): string => `accounts-of-${name}@example.com`
export const OWNER = { cookie: `session=${OWNER_TOKEN}` }
export const MANAGER = { cookie: `session=${MANAGER_TOKEN}` }
export const CREW = { cookie: `session=${CREW_TOKEN}` }

/** Seeded services: two of room A, the first without longer rates; room B's; one of both rooms. */
export const SERVICES = [1, 2, 4, 5] as const
export const IN_BOTH_ROOMS = 5
export const ADD_ON = 3

/** What the owner said was looked after, and what Stripe knew of that money then. */
export type Handled = { payment: number; facts: string }

/** Everything a history acts on. */
export type World = {
  sql: pg.Client
  clock: StoppedClock
  /** Secrets of intents that customers were given: each can be paid, whatever the books say. */
  secrets: { intent: string; secret: string; customer: Customer }[]
  /** When the session is that an intent pays for, as its payer was shown it last. */
  shownStarts: Map<string, string>
  held: Operation[]
  /** Operations that were held and are on their way to their end. */
  released: Promise<void>[]
  handled: Handled[]
  /** Intents that Stripe has forgotten. */
  forgotten: Set<string>
  /** Payments that are known to have come too late. */
  late: Set<number>
  lost: Set<string>
  /** The rooms that visitors chose, by booking. */
  chosenRooms: Map<number, number>
  /** What was tried, and how often. */
  tried: Map<Tried, number>
  /** The last document that was looked at. */
  lastDocument: number
  /** Bookings whose transfer may be under way, by whose they are: nobody has decided about it. */
  underWay: Map<number, string>
  /** Who sold, and since when: the change was asked for at `begun`, and done by `since`. */
  sellers: Seller[]
  log: string[]
  /** What the last step was done to; or it was done to all that is there. */
  touched: Set<Subject>
  touchesAll: boolean
  /** What the product answered in it. */
  answers: { route: Route; status: number; code: string }[]
  /** What it read of what was open about it. */
  read: Set<keyof Data>
}
export type Seller = { begun: number; since: number; name: string; registration: string }

const KEPT = [
  ...['_prisma_migrations', 'studio_clock', 'users'],
  ...['studios', 'services', 'services_at_first', 'service_rooms', 'holidays'],
]

/** The database refuses a payment by which this sum came, as it would one that breaks a rule of ours. */
export const POISONED_SEN = 66_66

/** Rows that never change: two rooms and what is sold in them. Once for each database. */
export async function furnish(sql: pg.Client): Promise<void> {
  await sql.query(`
    INSERT INTO studios (id, name, position, turnaround_minutes) VALUES (1, 'Studio A', 1, 0), (2, 'Studio B', 2, 30);
    INSERT INTO services (id, name, description, icon, hourly_rate, half_day_rate, full_day_rate, is_add_on, position) VALUES
      (1, 'Audio Basic', 'Audio', 'fas fa-microphone', 99, NULL, NULL, false, 1),
      (2, 'Video Premium', 'Video', 'fas fa-video', 248, 228, 208, false, 2),
      (3, 'Co-host Support', 'Help', 'fas fa-user', 80, NULL, NULL, true, 3),
      (4, 'Video in B', 'Video', 'fas fa-video', 150, 140, 130, false, 4),
      (5, 'Video anywhere', 'Video', 'fas fa-video', 200, 190, 180, false, 5);
    CREATE TABLE services_at_first AS TABLE services;
    INSERT INTO service_rooms (service_id, studio_id) VALUES (1, 1), (2, 1), (4, 2), (5, 1), (5, 2);
    INSERT INTO holidays (date, name) VALUES ('${HOLIDAY}', 'Holiday');
    INSERT INTO users (id, username, role, password) VALUES (1, 'owner', 'owner', 'nobody signs in here'),
      (2, 'manager', 'manager', 'nobody signs in here'), (3, 'crew', 'crew', 'nobody signs in here');
    CREATE FUNCTION refuse_poisoned() RETURNS trigger LANGUAGE plpgsql AS $$
      BEGIN IF coalesce(NEW.received_amount, NEW.amount) * 100 = ${POISONED_SEN} THEN RAISE EXCEPTION 'poisoned'; END IF; RETURN NEW; END $$;
    CREATE TRIGGER refuse_poisoned BEFORE INSERT OR UPDATE ON payments FOR EACH ROW EXECUTE FUNCTION refuse_poisoned();
    ${WATCH}`)
}

let tables: string[] | null = null

/** An empty shop at the beginning of time, with an empty Stripe beside it. */
export async function beginWorld(sql: pg.Client): Promise<World> {
  tables ??= (
    await sql.query<{ name: string }>(
      `SELECT tablename AS name FROM pg_tables WHERE schemaname = 'public'`,
    )
  ).rows
    .map(({ name }) => name)
    .filter((name) => !KEPT.includes(name))
  killedBackends.length = 0
  await setAhead(sql, BEGINNING - (movedNow() - currentAhead()))
  await sql.query(`
    SET session_replication_role = replica;
    ${tables.map((table) => `DELETE FROM ${table}`).join(';')};
    UPDATE services s SET hourly_rate = f.hourly_rate, former_hourly_rate = f.former_hourly_rate,
      half_day_rate = f.half_day_rate, full_day_rate = f.full_day_rate, weekly_rate = f.weekly_rate, state = f.state
      FROM services_at_first f WHERE f.id = s.id;
    UPDATE studios SET state = 'offered';
    ALTER SEQUENCE bookings_id_seq RESTART 1001;
    ALTER SEQUENCE memberships_id_seq RESTART 101;
    ALTER SEQUENCE video_editing_orders_id_seq RESTART 1001;
    SET session_replication_role = DEFAULT;
    INSERT INTO settings (key, value) VALUES ('tax', '{"basisPoints":825,"label":"Tax"}'),
       ('transfer', '{"bank":"Maybank","holder":"Studio","number":"514012345678","duitnow":"","hours":24}');
    INSERT INTO codes (code, name, percent, amount, max_uses, once_each, last_day) VALUES
      ('LAST', 'The last use', 15, NULL, 1, false, NULL), ('ONCE', 'Once each', NULL, 20, NULL, true, NULL),
      ('FREE', 'A present', 99, NULL, 2, false, NULL), ('OVER', 'Last year', 50, NULL, NULL, false, '2026-12-31');
    INSERT INTO sessions (id, kind, user_id, email, expires_at) VALUES
      ('${sha256(OWNER_TOKEN)}', 'admin', 1, NULL, '2030-01-01'),
      ('${sha256(MANAGER_TOKEN)}', 'admin', 2, NULL, '2030-01-01'), ('${sha256(CREW_TOKEN)}', 'admin', 3, NULL, '2030-01-01'),
      ${EVERYBODY.map(({ name }) => `('${sha256(memberToken(name))}', 'member', NULL, '${name}@example.com', '2030-01-01')`).join(',')};
    INSERT INTO memberships (id, customer_name, customer_email, service_id, referral_code, referred_by, sessions_completed, free_sessions_earned, email_proven_at) VALUES
      (1, 'aina', 'aina@example.com', 2, 'AAAAAAAA', NULL, 19, 1, now() - interval '1 day'), (2, 'bala', 'bala@example.com', 2, 'BBBBBBBB', 'AAAAAAAA', 0, 0, now() - interval '1 day'),
      (3, 'chong', 'chong@example.com', 2, 'CCCCCCCC', 'AAAAAAAA', 0, 0, NULL);
    UPDATE memberships SET sessions_remaining = 1 WHERE id = 1;
    INSERT INTO membership_sessions (membership_id, session_date, session_time, duration)
      SELECT 1, '2026-01-05', '09:00', 'hourly' FROM generate_series(1, 19);
    INSERT INTO referral_rewards (referrer_membership_id, referred_membership_id) VALUES (1, 2), (1, 3)`)
  const clock = new StoppedClock(movedNow)
  network.sandbox = createCore({
    store: new Store('nowhere'),
    webhooks: ['http://checker.invalid/webhooks'],
    url: 'https://stripe.invalid',
    clock,
  })
  network.sandbox.webhooks.configure({ mode: 'hold' })
  network.isDown = false
  network.isKeyRevoked = false
  switchPayments(true)
  network.violations = []
  network.refusals = []
  network.unanswered.clear()
  postOffice.isDown = false
  postOffice.accepted = []
  return {
    sql,
    clock,
    secrets: [],
    shownStarts: new Map(),
    held: [],
    released: [],
    handled: [],
    forgotten: new Set(),
    late: new Set(),
    lost: new Set(),
    chosenRooms: new Map(),
    underWay: new Map(),
    tried: new Map(),
    lastDocument: 0,
    sellers: [{ begun: 0, since: 0, name: DEFAULT_SITE.legalName, registration: '' }],
    log: [],
    touched: new Set(),
    touchesAll: false,
    answers: [],
    read: new Set(),
  }
}

/** Moves every clock on, and lets Stripe do what falls due by then. */
export async function passTime(world: World, minutes: number): Promise<void> {
  await setAhead(world.sql, currentAhead() + minutes * MINUTE)
  // Whoever works at the desk stays signed in.
  await world.sql.query(
    `UPDATE sessions SET created_at = now(), last_seen_at = now(), proved_at = now() WHERE kind = 'admin'`,
  )
  world.clock.run()
}

export { DAY, MINUTE }
