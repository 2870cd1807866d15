import 'server-only'
import { db, Prisma } from '@/lib/db'
import { env } from '@/lib/env'
import { sha256 } from '@/lib/http/request'
import { currentSetting, currentSite } from '@/lib/settings/queries'
import { studioDate } from '@/lib/time'
import { FIRST_ROOM, lastHoliday } from './content'
import { isKnownLongEnough, kindOfKeys, placeholdersOf, withoutMalay } from './rules'
import type { MailStatus, PaymentStatus, SetupStatus } from './schema'
import { setupState } from './state'

/** Results of a check are for these keys. A key has over 100 random bits: its hash reveals nothing. */
export const stripeKeysId = (): string =>
  sha256(`${env().STRIPE_SECRET_KEY} ${env().STRIPE_PUBLISHABLE_KEY}`).slice(0, 16)

export function mailServer(): string | null {
  const { SMTP_URL, MAIL_FROM } = env()
  if (!SMTP_URL) return null
  const { protocol, username, host } = new URL(SMTP_URL)
  return `${protocol}//${username && `${username}@`}${host} ${MAIL_FROM}`
}

/** The Stripe keys of the environment, and the result of the last check of these keys. */
export async function paymentStatus(): Promise<PaymentStatus> {
  const { payments } = await setupState()
  const keys = kindOfKeys({
    secret: env().STRIPE_SECRET_KEY,
    publishable: env().STRIPE_PUBLISHABLE_KEY,
  })
  const isSame = keys !== 'missing' && payments?.keys === stripeKeysId()
  return { keys, checked: isSame ? { result: payments.result, at: payments.at } : null }
}

/** From the last test mail, and what the queue has sent and failed to send since. */
export async function mailStatus(): Promise<MailStatus> {
  const server = mailServer()
  if (server === null) return { state: 'missing', at: null, failure: null }
  const [{ mail: test }, sent, stuck] = await Promise.all([
    setupState(),
    db().mail.aggregate({ where: { status: 'sent' }, _max: { sentAt: true } }),
    db().mail.findFirst({
      where: { status: { in: ['queued', 'failed'] }, lastError: { not: null } },
      orderBy: { id: 'desc' },
      select: { createdAt: true, lastError: true },
    }),
  ])
  const outcomes = [
    test?.server === server ? { at: test.at, failure: test.failure } : null,
    sent._max.sentAt && { at: sent._max.sentAt.toISOString(), failure: null },
    stuck && { at: stuck.createdAt.toISOString(), failure: stuck.lastError },
  ].filter((outcome) => outcome !== null)
  const last = outcomes.sort((a, b) => a.at.localeCompare(b.at)).at(-1)
  if (!last) return { state: 'unproven', at: null, failure: null }
  return { ...last, state: last.failure === null ? 'proven' : 'failed' }
}

/** At `now`. Calls no other service: the checks have done that. */
export async function setupStatus(now: Date): Promise<SetupStatus> {
  const [state, site, visit, stored, hoursSet, rooms, payments, mail, knownUntil, services] =
    await Promise.all([
      setupState(),
      currentSite(),
      currentSetting('visit'),
      db().setting.findMany({
        where: { key: { in: ['site', 'tax'] } },
        select: { key: true },
      }),
      db().auditLog.findFirst({
        where: {
          OR: [
            { entity: 'room', after: { path: ['hours'], not: Prisma.AnyNull } },
            { entity: 'setting', entityId: 'hours' },
          ],
        },
        select: { id: true },
      }),
      db().room.findMany({ where: { state: { not: 'retired' } }, orderBy: { id: 'asc' } }),
      paymentStatus(),
      mailStatus(),
      lastHoliday(),
      db().service.findMany({
        where: { state: 'offered' },
        select: { name: true, description: true, translations: true, isAddOn: true },
        orderBy: { id: 'asc' },
      }),
    ])
  const addOns = services.filter(({ isAddOn }) => isAddOn).length
  // Visitors read the name of a room only where they can choose one.
  const named = [...(rooms.length > 1 ? rooms : []), ...services]
  const isSet = (key: string) => stored.some((row) => row.key === key)
  return {
    finishedAt: state.finishedAt ?? null,
    room: rooms.find(({ id }) => id === FIRST_ROOM.id)?.name ?? null,
    isSet: { site: isSet('site'), hours: hoursSet !== null, tax: isSet('tax') },
    placeholders: placeholdersOf(site, visit),
    withoutMalay: withoutMalay(named, visit),
    payments,
    mail,
    holidays: { knownUntil, isEnough: isKnownLongEnough(knownUntil, studioDate(now)) },
    services: { sessions: services.length - addOns, addOns },
  }
}

/** It sells nothing yet and its set-up was never finished. */
export async function isFreshInstallation(): Promise<boolean> {
  if ((await setupState()).finishedAt) return false
  return (await db().service.findFirst({ select: { id: true } })) === null
}
