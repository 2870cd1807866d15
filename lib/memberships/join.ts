import 'server-only'
import { randomInt } from 'node:crypto'
import { bookableService } from '@/lib/catalog/queries'
import { transaction, type Tx } from '@/lib/db'
import type { Membership } from '@/lib/generated/prisma/client'
import type { Locale } from '@/lib/i18n/routing'
import { isSameMailbox } from '@/lib/inbox'
import { queueMail } from '@/lib/mail/outbox'
import { toDecimal } from '@/lib/money'
import { customerPhoneColumns } from '@/lib/phones'
import { Problem } from '@/lib/problem'
import { hit, inboxHash } from '@/lib/http/rate-limit'
import { sha256 } from '@/lib/http/request'
import { studioDate } from '@/lib/time'
import { memberOf, toMembershipDto } from './queries'
import { setProven } from './proof'
import { CODE_LETTERS } from '@/lib/credentials'
import { CODE_LENGTH, SESSIONS_PER_FREE } from './rules'
import { isSamePerson } from './same-person'
import type { JoinedDto, JoinInput, MembershipDto } from './schema'

// What joining with an email that the caller has not proven may send to its inbox in a day.
const MAILS = { name: 'membership-mails', max: 2, seconds: 86_400 }

/** A new referral code; only the database knows whether it is free. */
const newReferralCode = (): string =>
  Array.from({ length: CODE_LENGTH }, () => CODE_LETTERS[randomInt(CODE_LETTERS.length)]).join('')

const refuse = (field: keyof JoinInput, key: string) =>
  new Problem('invalid_request', { fields: { [field]: key } })

type Joining = {
  input: JoinInput
  provenEmail: string | null
  /** The token of the browser in which the form was filled in. */
  browser: string
  locale: Locale
}

/**
 * Creates a membership, the pending reward of its referrer and the welcome mail, in one transaction
 * (docs/decisions/020 E1, E4). Who is signed in with this email is proven at once; throws
 * already_member when the email has a membership, and invalid_request for their own code. Any other
 * visitor gets their own input back, whatever this email is: a new membership awaits its proof, an
 * unproven one takes the new details, a member is told by mail. Throws invalid_request for an
 * add-on, an unknown package or an unknown code, which reveal nothing about the email.
 */
export async function joinMembership(
  { input, provenEmail, browser, locale }: Joining,
  newCode = newReferralCode,
): Promise<MembershipDto | JoinedDto> {
  const service = await bookableService(input.serviceId, new Date())
  if (!service || service.isAddOn) throw refuse('serviceId', 'choice')
  if (service.state !== 'offered') throw refuse('serviceId', 'service_not_offered')
  const isProven = isSameMailbox(provenEmail, input.customerEmail)
  // Whatever spellings of an inbox try to join: no more mails than these reach it in a day.
  const mayWrite = isProven || (await hit(MAILS, inboxHash(input.customerEmail))) === 0
  return transaction(async (tx) => {
    const referrers = input.referredBy === null ? [] : await referrersOf(tx, input.referredBy)
    if (input.referredBy !== null && referrers.length === 0)
      throw refuse('referredBy', 'referral_unknown')
    // All referrers up the chain: otherwise two people, or one with two inboxes, could refer each
    // other in a circle.
    const isOwnCode = referrers.some((member) => isSamePerson(member, input))
    if (isOwnCode && isProven) throw refuse('referredBy', 'referral_own')
    // For any other visitor a refusal would reveal whose email or phone belongs to the code.
    const referrer = isOwnCode ? null : (referrers[0] ?? null)
    const details = {
      ...input,
      ...customerPhoneColumns(input.customerPhone),
      referredBy: referrer && input.referredBy,
      joinedBrowserHash: sha256(browser),
    }
    const member = await writeMember(tx, details, newCode)
    if (!member) {
      if (isProven)
        throw new Problem('already_member', { fields: { customerEmail: 'already_member' } })
      if (mayWrite) await tellMember(tx, input.customerEmail, locale)
      return toJoinedDto(input)
    }
    if (referrer)
      await tx.referralReward.create({
        data: { referrerMembershipId: referrer.id, referredMembershipId: member.id },
      })
    if (isProven) await setProven(tx, member.id)
    if (mayWrite)
      await queueMail(tx, {
        kind: 'membership_welcome',
        payload: { referralCode: member.referralCode, proven: isProven },
        recipient: member.customerEmail,
        locale,
        unproven: !isProven,
        dedupeKey: `membership_welcome:${member.id}`,
      })
    return isProven ? toMembershipDto(member) : toJoinedDto(input)
  })
}

type Referrer = { id: number; customerEmail: string; customerPhone: string | null }

/** The owner of a code, their referrer, and so on. No circle: nobody has a code before joining. */
const referrersOf = (tx: Tx, code: string): Promise<Referrer[]> => tx.$queryRaw`
  WITH RECURSIVE line AS (
    SELECT id, customer_email, customer_phone, referred_by, 1 AS depth FROM memberships
      WHERE referral_code = ${code}
    UNION ALL
    SELECT m.id, m.customer_email, m.customer_phone, m.referred_by, line.depth + 1
    FROM memberships m JOIN line ON m.referral_code = line.referred_by WHERE line.depth < 1000)
  SELECT id, customer_email AS "customerEmail", customer_phone AS "customerPhone" FROM line ORDER BY depth`

type Details = JoinInput & { joinedBrowserHash: string; phoneE164: string | null }

/**
 * Or replaces the details of one that was never proven, because nobody knows who typed the first
 * ones. Null when the email is a proven member's.
 */
async function writeMember(
  tx: Tx,
  details: Details,
  newCode: () => string,
): Promise<Membership | null> {
  const { customerEmail } = details
  // Two spellings of one mailbox that join at once are one member.
  await tx.$executeRaw`SELECT pg_advisory_xact_lock(hashtextextended(mailbox_of(${customerEmail}), 6))`
  for (let attempt = 1; attempt <= 5; attempt++) {
    const id = await memberOf(customerEmail, tx)
    if (id === null) {
      // DO NOTHING without a target: neither a taken code nor a taken email aborts the transaction.
      const [row] = await tx.membership.createManyAndReturn({
        data: { ...details, referralCode: newCode() },
        skipDuplicates: true,
      })
      if (row) return row
      continue
    }
    const [waiting] = await tx.membership.updateManyAndReturn({
      where: { id, emailProvenAt: null },
      data: { ...details, joinedAt: new Date() },
    })
    if (!waiting) return null
    await tx.referralReward.deleteMany({ where: { referredMembershipId: waiting.id } })
    return waiting
  }
  throw new Error('Five referral codes in a row were taken')
}

/** At most once a day: somebody tried to join with a member's email. */
async function tellMember(tx: Tx, recipient: string, locale: Locale): Promise<void> {
  await queueMail(tx, {
    kind: 'membership_already',
    payload: {},
    recipient,
    locale,
    unproven: true,
    dedupeKey: `membership_already:${inboxHash(recipient)}:${studioDate(new Date())}`,
  })
}

const toJoinedDto = (input: JoinInput): JoinedDto => ({
  ...input,
  status: 'active',
  sessionsCompleted: 0,
  sessionsRemaining: SESSIONS_PER_FREE,
  freeSessionsEarned: 0,
  freeSessionsUsed: 0,
  referralEarnings: toDecimal(0),
  totalSpent: toDecimal(0),
  expiresAt: null,
  lastSessionAt: null,
})
