import { formatRM } from '@/lib/money'
import type { UpgradedBooking } from '../schema'
import { Layout } from './layout'
import { Bullets, Paragraph, Part } from './parts'
import { Amounts, Greeting, SessionFacts, Ticket } from './session'
import { Help, ManageLink, Policy } from './visit'
import type { Voice } from './wording'

/**
 * To the customer: the session is longer, or has add-ons; the attached file brings the calendar up
 * to date.
 */
export function BookingUpgraded({ booking, voice }: { booking: UpgradedBooking; voice: Voice }) {
  const { t } = voice
  const amount = formatRM(booking.paidSen)
  return (
    <Layout
      voice={voice}
      title={t('upgraded.title')}
      preview={t('upgraded.preview', { id: booking.bookingId, amount })}
    >
      <Greeting booking={booking} voice={voice} />
      <Paragraph>{t('upgraded.intro', { amount })}</Paragraph>
      <Ticket booking={booking} voice={voice} />
      {booking.addOns.length > 0 && (
        <Part title={t('upgraded.add_ons')}>
          <Bullets items={booking.addOns.map((addOn) => t('upgraded.add_on', addOn))} />
        </Part>
      )}
      <Paragraph>{t('upgraded.calendar')}</Paragraph>
      <ManageLink about="session" token={booking.manageToken} voice={voice} />
      <SessionFacts booking={booking} voice={voice} />
      <Amounts booking={booking} voice={voice} outcome="paid" />
      <Policy voice={voice} />
      <Help voice={voice} id={booking.bookingId} />
    </Layout>
  )
}
