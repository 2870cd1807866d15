import 'server-only'
import { recordChange } from '@/lib/audit/record'
import { db, transaction } from '@/lib/db'
import { sha256 } from '@/lib/http/request'
import type { Admin, AdminName } from '@/lib/http/route'
import { translator } from '@/lib/i18n/messages'
import { pathIn } from '@/lib/i18n/path'
import type { Locale } from '@/lib/i18n/routing'
import { Problem } from '@/lib/problem'
import { countAnswer } from './delivery'
import { pushKeys } from './keys'
import { postPush } from './post'
import { pushKindsOf, pushOutcome, USUAL_CHOICES, type PushChoices } from './rules'
import type { Phone, PhoneInput } from './schema'

const ofSession = (token: string | null) => ({ sessionId: token === null ? '' : sha256(token) })

/** What the browser with this session's token gets. */
export async function phoneOf(
  { id: userId, role, trusted }: Admin & { trusted: boolean },
  token: string | null,
): Promise<Phone> {
  const [{ publicKey }, stored, choices] = await Promise.all([
    pushKeys(),
    db().pushSubscription.findUnique({ where: ofSession(token) }),
    db().pushChoice.findUnique({ where: { userId }, omit: { userId: true } }),
  ])
  return {
    on: stored?.serverKey === publicKey,
    trusted,
    key: publicKey,
    kinds: pushKindsOf(role),
    choices: choices ?? USUAL_CHOICES,
  }
}

type Place = { token: string | null; locale: Locale }

/**
 * The browser of this session gets notifications from now on, in this language. Throws not_changeable
 * where the device was not called their own: its session would soon end.
 */
export async function addPhone(
  { id, username }: AdminName,
  { endpoint, keys }: PhoneInput,
  { token, locale }: Place,
): Promise<void> {
  const { publicKey: serverKey } = await pushKeys()
  const { sessionId } = ofSession(token)
  await transaction(async (tx) => {
    const [session] = await tx.$queryRaw<{ trusted: boolean }[]>`
      SELECT trusted FROM sessions WHERE id = ${sessionId} AND user_id = ${id} FOR UPDATE`
    if (!session) throw new Problem('unauthorized')
    if (!session.trusted) throw new Problem('not_changeable', { sentence: 'phone_not_own' })
    // Whoever used this browser before gets no more here.
    await tx.pushSubscription.deleteMany({ where: { OR: [{ sessionId }, { endpoint }] } })
    await tx.pushSubscription.create({
      data: { sessionId, endpoint, ...keys, serverKey, locale },
    })
    await recordChange(tx, {
      actor: username,
      action: 'create',
      entity: 'phone',
      entityId: id,
      before: null,
      after: null,
    })
  })
}

/** Nothing happens where there is none. */
export async function removePhone({ id, username }: AdminName, token: string | null) {
  await transaction(async (tx) => {
    const { count } = await tx.pushSubscription.deleteMany({ where: ofSession(token) })
    if (count === 0) return
    await recordChange(tx, {
      actor: username,
      action: 'delete',
      entity: 'phone',
      entityId: id,
      before: null,
      after: null,
    })
  })
}

/** Of all of somebody's phones. */
export async function choosePushes({ id: userId }: AdminName, choices: PushChoices): Promise<void> {
  await db().pushChoice.upsert({
    where: { userId },
    create: { userId, ...choices },
    update: choices,
  })
}

/** Sends a test to this browser at once. Throws not_found where it gets none, unavailable where it fails. */
export async function testPhone(token: string | null, locale: Locale): Promise<void> {
  const phone = await db().pushSubscription.findUnique({ where: ofSession(token) })
  if (!phone) throw new Problem('not_found', { sentence: 'phone_off' })
  const t = translator(locale, 'admin')
  const answer = await postPush(phone, {
    title: t('push.testTitle'),
    body: t('push.testBody'),
    tag: 'test',
    url: pathIn(locale, '/admin/account'),
    lang: locale,
  })
  const outcome = pushOutcome(answer.status)
  if (outcome === 'ended') {
    await db().pushSubscription.deleteMany({ where: { id: phone.id } })
    throw new Problem('not_found', { sentence: 'phone_off' })
  }
  await countAnswer(phone.id, outcome === 'sent')
  if (outcome !== 'sent') throw new Problem('unavailable', { sentence: 'phone_unreachable' })
}
