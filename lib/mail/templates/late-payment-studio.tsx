import { formatRM } from '@/lib/money'
import type { LatePayment } from '../schema'
import { Layout } from './layout'
import { Action, Bullets, Paragraph, Part } from './parts'
import { Amounts, Requirements, SessionFacts } from './session'
import { fullName, slotText, type Voice } from './wording'

/**
 * To the studio: a customer paid too late and has the money back; nothing to do but to be kind
 * (decision C7).
 */
export function LatePaymentStudio({ booking, voice }: { booking: LatePayment; voice: Voice }) {
  const { t } = voice
  const name = fullName(booking) ?? t('valued_customer')
  return (
    <Layout
      voice={voice}
      title={t('studio.title')}
      preview={t('studio.preview', { name, amount: formatRM(booking.totalSen) })}
      reason={t('studio.reason')}
    >
      <Paragraph>{t('studio.intro')}</Paragraph>
      <Paragraph>{t('studio.todo')}</Paragraph>
      <SessionFacts when booking={booking} voice={voice} title={t('studio.session')} />
      <Requirements booking={booking} voice={voice} />
      <Amounts
        booking={booking}
        voice={voice}
        outcome="refunded"
        reference={booking.paymentIntentId}
      />
      <Part title={t('studio.offered')}>
        {booking.alternatives.length > 0 ? (
          <Bullets items={booking.alternatives.map((slot) => slotText(slot, voice))} />
        ) : (
          <Paragraph>{t('studio.none')}</Paragraph>
        )}
      </Part>
      <Action primary href={`${voice.site}/admin`}>
        {t('studio.admin')}
      </Action>
    </Layout>
  )
}
