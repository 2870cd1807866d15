import { getTranslations } from 'next-intl/server'
import { MailSection } from '@/components/admin/attention/mail-section'
import { PaymentSection } from '@/components/admin/attention/payment-section'
import { AdminMessages } from '@/components/admin/messages'
import { NoRecords } from '@/components/admin/records'
import { failedMails } from '@/lib/mail/data'
import { attentionPayments } from '@/lib/payments/attention'

export async function AttentionPanel() {
  const [payments, mails, t] = await Promise.all([
    attentionPayments(),
    failedMails(),
    getTranslations('admin.attention'),
  ])
  const nothing = payments.open.length + payments.disputed.length + mails.length === 0
  return (
    <AdminMessages parts={['attention', 'lists']}>
      <div className="grid min-w-0 gap-5">
        {nothing && <NoRecords title={t('empty')} hint={t('emptyHint')} />}
        <PaymentSection kind="open" payments={payments.open} />
        <PaymentSection kind="disputed" payments={payments.disputed} />
        <MailSection mails={mails} />
        <PaymentSection kind="late" payments={payments.late} />
        <PaymentSection kind="handled" payments={payments.handled} />
      </div>
    </AdminMessages>
  )
}
