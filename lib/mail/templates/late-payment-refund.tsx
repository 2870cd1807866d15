import { formatRM } from '@/lib/money'
import type { LatePayment } from '../schema'
import { Layout } from './layout'
import { Action, Bullets, Paragraph, Part } from './parts'
import { Amounts, Greeting, SessionFacts } from './session'
import { Help, ManageLink } from './visit'
import { pageLink, slotText, type Voice } from './wording'

/**
 * To the customer: paid after the slot was gone, refunded in full, and what is free instead
 * (decision C7).
 */
export function LatePaymentRefund({ booking, voice }: { booking: LatePayment; voice: Voice }) {
  const { t } = voice
  const amount = formatRM(booking.totalSen)
  return (
    <Layout voice={voice} title={t('late.title')} preview={t('late.preview', { amount })}>
      <Greeting booking={booking} voice={voice} />
      <Paragraph>{t('late.intro')}</Paragraph>
      <Paragraph>{t('late.refund', { amount })}</Paragraph>
      {booking.alternatives.length > 0 && (
        <Part title={t('late.alternatives')}>
          <Paragraph>{t('late.alternatives_text')}</Paragraph>
          <Bullets
            items={booking.alternatives.map((slot) => (
              <strong key={`${slot.date} ${slot.time}`}>{slotText(slot, voice)}</strong>
            ))}
          />
        </Part>
      )}
      <Action primary href={pageLink('/booking', voice)}>
        {t('late.book')}
      </Action>
      <SessionFacts when booking={booking} voice={voice} title={t('late.wanted')} />
      <Amounts
        booking={booking}
        voice={voice}
        outcome="refunded"
        reference={booking.paymentIntentId}
      />
      <ManageLink about="past" token={booking.manageToken} voice={voice} />
      <Help voice={voice} id={booking.bookingId} />
    </Layout>
  )
}
