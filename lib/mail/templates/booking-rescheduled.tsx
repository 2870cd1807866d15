import type { RescheduledBooking } from '../schema'
import { Layout } from './layout'
import { Paragraph } from './parts'
import { Greeting, SessionFacts, Ticket } from './session'
import { Help, ManageLink, WhatToBring, WhereToFindUs } from './visit'
import { slotText, type Voice } from './wording'

/** To the customer: the session has another time; the attached file moves it in the calendar. */
export function BookingRescheduled({
  booking,
  voice,
}: {
  booking: RescheduledBooking
  voice: Voice
}) {
  const { t } = voice
  return (
    <Layout
      voice={voice}
      title={t('rescheduled.title')}
      preview={t('rescheduled.preview', { id: booking.bookingId, slot: slotText(booking, voice) })}
    >
      <Greeting booking={booking} voice={voice} />
      <Paragraph>{t('rescheduled.intro')}</Paragraph>
      <Ticket booking={booking} voice={voice} />
      <Paragraph>{t('rescheduled.before', { slot: slotText(booking.previous, voice) })}</Paragraph>
      <Paragraph>{t('rescheduled.calendar')}</Paragraph>
      <ManageLink about="session" token={booking.manageToken} voice={voice} />
      <SessionFacts booking={booking} voice={voice} />
      <WhereToFindUs voice={voice} />
      <WhatToBring voice={voice} />
      <Help voice={voice} id={booking.bookingId} />
    </Layout>
  )
}
