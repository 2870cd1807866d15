import { getTranslations } from 'next-intl/server'
import { notFound } from 'next/navigation'
import { PayoutView } from '@/components/admin/money/payouts'
import { ProveFirst } from '@/components/admin/money/prove-first'
import { AdminMessages } from '@/components/admin/shared/messages'
import { payoutById } from '@/lib/admin/money/payouts/queries'
import { requireRole } from '@/lib/auth/page-guards'

// Nothing is rendered before the session is checked: there is no shell to show at once.
export const instant = false

export default async function PayoutPage(props: PageProps<'/[locale]/admin/money/payouts/[id]'>) {
  const { id } = await props.params
  const { proven } = await requireRole(`/admin/money/payouts/${encodeURIComponent(id)}`, 'owner')
  const t = await getTranslations('admin.money')
  if (!proven) return <ProveFirst text={t('prove')} action={t('proveAction')} />
  const payout = await payoutById(id)
  if (!payout) notFound()
  return (
    <AdminMessages parts={['money', 'receipts']}>
      <PayoutView payout={payout} />
    </AdminMessages>
  )
}
