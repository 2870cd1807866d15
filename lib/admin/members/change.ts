import 'server-only'
import { assertVersion, recordChange } from '@/lib/audit/record'
import { transaction } from '@/lib/db'
import type { Locale } from '@/lib/i18n/routing'
import { lockMembership } from '@/lib/memberships/loyalty'
import { setProven } from '@/lib/memberships/proof'
import type { MemberStatus } from '@/lib/memberships/rules'
import type { AdminMember } from '@/lib/memberships/schema'
import { Problem } from '@/lib/problem'
import { toAdminMember, withPackage } from './queries'

type MemberChange = {
  id: number
  status: MemberStatus
  version?: string | undefined
  actor: string
  locale: Locale
}

/** In one transaction with its audit row. Throws not_found, version_conflict. */
export const changeMember = ({
  id,
  status,
  version,
  actor,
  locale,
}: MemberChange): Promise<AdminMember> =>
  transaction(async (tx) => {
    await lockMembership(tx, id)
    const before = await tx.membership.findUnique({ where: { id }, include: withPackage })
    if (!before) throw new Problem('not_found')
    if (before.status === status) return toAdminMember(before, locale)
    assertVersion(before, version)
    await recordChange(tx, {
      actor,
      action: 'status',
      entity: 'member',
      entityId: id,
      before: { status: before.status as MemberStatus },
      after: { status },
    })
    return toAdminMember(
      await tx.membership.update({ where: { id }, data: { status }, include: withPackage }),
      locale,
    )
  })

/** In one transaction with its audit row; nothing when it was proven before. Throws not_found. */
export const proveInPerson = (
  id: number,
  { actor, locale }: Pick<MemberChange, 'actor' | 'locale'>,
): Promise<AdminMember> =>
  transaction(async (tx) => {
    await lockMembership(tx, id)
    const before = await tx.membership.findUnique({ where: { id }, include: withPackage })
    if (!before) throw new Problem('not_found')
    if (before.emailProvenAt) return toAdminMember(before, locale)
    await setProven(tx, id)
    await recordChange(tx, {
      actor,
      action: 'email_proven',
      entity: 'member',
      entityId: id,
      before: { emailProven: false },
      after: { emailProven: true },
    })
    return toAdminMember(
      await tx.membership.findUniqueOrThrow({ where: { id }, include: withPackage }),
      locale,
    )
  })
