import { formatRM } from '@/lib/money'
import type { RefundedUpgrade } from '../schema'
import { Layout } from './layout'
import { Paragraph } from './parts'
import { Greeting, SessionFacts } from './session'
import { Help, ManageLink } from './visit'
import type { Voice } from './wording'

/**
 * To the customer: the upgrade was paid too late, the money is back, the booking is as it was
 * (decision C7).
 */
export function UpgradeRefund({ booking, voice }: { booking: RefundedUpgrade; voice: Voice }) {
  const { t } = voice
  const amount = formatRM(booking.refundedSen)
  return (
    <Layout
      voice={voice}
      title={t('upgrade_refund.title')}
      preview={t('upgrade_refund.preview', { id: booking.bookingId, amount })}
    >
      <Greeting booking={booking} voice={voice} />
      <Paragraph>{t('upgrade_refund.intro')}</Paragraph>
      <Paragraph>{t('upgrade_refund.refund', { amount })}</Paragraph>
      <Paragraph>{t('upgrade_refund.rest')}</Paragraph>
      <SessionFacts when booking={booking} voice={voice} />
      <ManageLink about="session" token={booking.manageToken} voice={voice} />
      <Help voice={voice} id={booking.bookingId} />
    </Layout>
  )
}
