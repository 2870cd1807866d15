import { ALERT_KINDS } from '@/lib/admin/attention/schema'
import { requireRole } from '@/lib/auth/page-guards'
import { getLocale, getTranslations } from 'next-intl/server'
import {
  MailSection,
  MethodAlerts,
  PaymentSection,
  TransferOverSection,
  TroubleAlerts,
  UnpaidOverSection,
  UnrecordedSection,
} from '@/components/admin/attention/sections'
import type { AlertList } from '@/lib/admin/attention/schema'
import { datesIn } from '@/lib/i18n/dates'
import { studioDate } from '@/lib/time'
import { AdminMessages } from '@/components/admin/shared/messages'
import { NoRows } from '@/components/admin/shared/table'
import { Alert, AlertDescription } from '@/components/ui/alert'
import { FAILED, listedMails, UNATTACHED } from '@/lib/mail/queries'
import {
  attentionPayments,
  transfersOver,
  troubles,
  unpaidOver,
} from '@/lib/admin/attention/queries'

const MOMENT = {
  day: 'numeric',
  month: 'short',
  hour: '2-digit',
  minute: '2-digit',
  hourCycle: 'h23',
} as const

// Nothing is rendered before the session is checked: there is no shell to show at once.
export const instant = false

export default async function AttentionPage() {
  await requireRole('/admin/attention', 'manager')
  const [payments, failed, unattached, lasting, unpaid, transfers, t, format] = await Promise.all([
    attentionPayments(),
    listedMails(FAILED),
    listedMails(UNATTACHED),
    troubles(),
    unpaidOver(),
    transfersOver(),
    getTranslations('admin.attention'),
    getLocale().then(datesIn),
  ])
  const { keyRefusedSince: refused, methodRefusals, unrecorded } = payments
  const money = ALERT_KINDS.map((kind) => payments[kind])
  const waiting = [
    ...[...money, unrecorded, failed.rows, unattached.rows],
    ...[lasting, unpaid, transfers],
  ]
  const isEmpty =
    refused === null && methodRefusals.length === 0 && waiting.every(({ length }) => length === 0)
  const today = studioDate(new Date())
  const about = (kind: AlertList) => ({
    ...{ today, kind, payments: payments[kind], more: payments.more[kind] },
  })
  return (
    <AdminMessages
      parts={[
        ...(['attention', 'form', 'record', 'giveBack', 'bankDetails', 'sheet'] as const),
        'transfer',
      ]}
    >
      <div className="grid min-w-0 gap-5">
        {isEmpty && <NoRows title={t('empty')} hint={t('emptyHint')} />}
        {refused && (
          <Alert variant="destructive">
            <AlertDescription className="text-fg">
              {t('keyRefused', { since: format.dateTime(new Date(refused), MOMENT) })}
            </AlertDescription>
          </Alert>
        )}
        <TroubleAlerts troubles={lasting} />
        <MethodAlerts refusals={methodRefusals} />
        {ALERT_KINDS.map((kind) => (
          <PaymentSection key={kind} {...about(kind)} />
        ))}
        <UnrecordedSection intents={unrecorded} more={payments.more.unrecorded} />
        <TransferOverSection transfers={transfers} />
        <UnpaidOverSection bookings={unpaid} />
        <MailSection list="mails" mails={failed} />
        <MailSection list="attachments" mails={unattached} />
        <PaymentSection {...about('late')} />
        <PaymentSection {...about('handled')} />
      </div>
    </AdminMessages>
  )
}
