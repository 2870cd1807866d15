import 'server-only'
import { randomInt } from 'node:crypto'
import { bookableService } from '@/lib/catalog/data'
import { transaction, type Tx } from '@/lib/db'
import type { Membership } from '@/lib/generated/prisma/client'
import type { Locale } from '@/lib/i18n/routing'
import { queueMail } from '@/lib/mail/mutations'
import { Problem } from '@/lib/problem'
import { toMembershipDto } from './data'
import { CODE_LENGTH, CODE_LETTERS, isSamePerson } from './rules'
import type { JoinInput, MembershipDto } from './schema'

/** A new referral code; whether it is free only the database knows. */
const newReferralCode = (): string =>
  Array.from({ length: CODE_LENGTH }, () => CODE_LETTERS[randomInt(CODE_LETTERS.length)]).join('')

const refuse = (field: keyof JoinInput, key: string) =>
  new Problem('invalid_request', { fields: { [field]: key } })

/**
 * Makes a member, with the pending reward of whoever's code they joined by and the welcome mail, in
 * one transaction (decisions E1, E4). Throws already_member (the unique email decides, so of many
 * at once one wins), and invalid_request for an add-on or unknown package, an unknown code, and a
 * code of one's own.
 */
export async function joinMembership(
  input: JoinInput,
  locale: Locale,
  newCode = newReferralCode,
): Promise<MembershipDto> {
  const service = await bookableService(input.serviceId)
  if (!service || service.isAddOn) throw refuse('serviceId', 'choice')
  return transaction(async (tx) => {
    const referrers = input.referredBy === null ? [] : await referrersOf(tx, input.referredBy)
    const [referrer] = referrers
    if (input.referredBy !== null && !referrer) throw refuse('referredBy', 'referral_unknown')
    // The whole line of those who brought the referrer: otherwise two people, or one with two
    // inboxes, earn in a circle.
    if (referrers.some((member) => isSamePerson(member, input)))
      throw refuse('referredBy', 'referral_own')
    const member = await insertMember(tx, input, newCode)
    if (referrer)
      await tx.referralReward.create({
        data: { referrerMembershipId: referrer.id, referredMembershipId: member.id },
      })
    const { id: membershipId, customerName: name, customerEmail: recipient, referralCode } = member
    await queueMail(tx, {
      kind: 'membership_welcome',
      payload: { name, email: recipient, referralCode },
      recipient,
      locale,
      dedupeKey: `membership_welcome:${membershipId}`,
    })
    return toMembershipDto(member)
  })
}

type Referrer = { id: number; customerEmail: string; customerPhone: string | null }

/**
 * The owner of a code, whoever brought them, and so on. A line cannot close: a code exists only
 * once its owner has joined.
 */
const referrersOf = (tx: Tx, code: string): Promise<Referrer[]> => tx.$queryRaw`
  WITH RECURSIVE line AS (
    SELECT id, customer_email, customer_phone, referred_by, 1 AS depth FROM memberships WHERE referral_code = ${code}
    UNION ALL
    SELECT m.id, m.customer_email, m.customer_phone, m.referred_by, line.depth + 1
    FROM memberships m JOIN line ON m.referral_code = line.referred_by WHERE line.depth < 1000)
  SELECT id, customer_email AS "customerEmail", customer_phone AS "customerPhone" FROM line ORDER BY depth`

async function insertMember(tx: Tx, input: JoinInput, newCode: () => string): Promise<Membership> {
  for (let attempt = 1; attempt <= 5; attempt++) {
    // DO NOTHING without a target: a taken code is as quiet as a taken email, and neither aborts
    // the transaction.
    const [row] = await tx.membership.createManyAndReturn({
      data: { ...input, referralCode: newCode() },
      skipDuplicates: true,
    })
    if (row) return row
    if ((await tx.membership.count({ where: { customerEmail: input.customerEmail } })) > 0)
      throw new Problem('already_member', { fields: { customerEmail: 'already_member' } })
  }
  throw new Error('Five referral codes in a row were taken')
}
