import type { ManagedBooking } from '../schema'
import { Layout } from './layout'
import { Paragraph } from './parts'
import { Greeting, Requirements, SessionFacts, Ticket } from './session'
import { Help, ManageLink, WhatToBring, WhereToFindUs } from './visit'
import { slotText, type Voice } from './wording'

/** To the customer, a day before: when, where, what to bring. */
export function BookingReminder({ booking, voice }: { booking: ManagedBooking; voice: Voice }) {
  const { t } = voice
  return (
    <Layout
      voice={voice}
      title={t('reminder.title')}
      preview={t('reminder.preview', { slot: slotText(booking, voice) })}
    >
      <Greeting booking={booking} voice={voice} />
      <Paragraph>{t('reminder.intro')}</Paragraph>
      <Ticket booking={booking} voice={voice} />
      <Paragraph>{t('next.arrive')}</Paragraph>
      <ManageLink
        about="session"
        token={booking.manageToken}
        voice={voice}
        text={t('reminder.manage')}
      />
      <WhereToFindUs voice={voice} />
      <WhatToBring voice={voice} />
      <SessionFacts booking={booking} voice={voice} />
      <Requirements booking={booking} voice={voice} />
      <Help voice={voice} id={booking.bookingId} />
    </Layout>
  )
}
