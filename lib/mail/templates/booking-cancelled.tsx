import { formatRM } from '@/lib/money'
import type { CancelledBooking } from '../schema'
import { Layout } from './layout'
import { Action, Paragraph } from './parts'
import { Greeting, SessionFacts } from './session'
import { Help, ManageLink } from './visit'
import { pageLink, type Voice } from './wording'

/**
 * To the customer: the studio cancelled the session, with or without the money back (decision C12).
 */
export function BookingCancelled({ booking, voice }: { booking: CancelledBooking; voice: Voice }) {
  const { t } = voice
  return (
    <Layout
      voice={voice}
      title={t('cancelled.title')}
      preview={t('cancelled.preview', { id: booking.bookingId })}
    >
      <Greeting booking={booking} voice={voice} />
      <Paragraph>{t('cancelled.intro')}</Paragraph>
      {booking.totalSen > 0 && (
        <Paragraph>
          {t(`cancelled.refund_${booking.refund}`, { amount: formatRM(booking.totalSen) })}
        </Paragraph>
      )}
      <SessionFacts when booking={booking} voice={voice} />
      <Paragraph>{t('cancelled.calendar')}</Paragraph>
      <Action primary href={pageLink('/booking', voice)}>
        {t('cancelled.again')}
      </Action>
      <ManageLink about="past" token={booking.manageToken} voice={voice} />
      <Help voice={voice} id={booking.bookingId} />
    </Layout>
  )
}
