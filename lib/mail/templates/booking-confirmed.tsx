import type { ManagedBooking } from '../schema'
import { Layout } from './layout'
import { Paragraph } from './parts'
import { Amounts, Greeting, Requirements, SessionFacts, Ticket } from './session'
import { Help, ManageLink, Policy, WhatNext, WhatToBring, WhereToFindUs } from './visit'
import type { Voice } from './wording'

/** To the customer: the session is theirs. */
export function BookingConfirmed({ booking, voice }: { booking: ManagedBooking; voice: Voice }) {
  const { t } = voice
  return (
    <Layout
      voice={voice}
      title={t('confirmed.title')}
      preview={t('confirmed.preview', { id: booking.bookingId })}
    >
      <Greeting booking={booking} voice={voice} />
      <Paragraph>{t(booking.totalSen > 0 ? 'confirmed.intro' : 'confirmed.intro_free')}</Paragraph>
      <Ticket booking={booking} voice={voice} />
      <ManageLink about="session" token={booking.manageToken} voice={voice} />
      <SessionFacts booking={booking} voice={voice} />
      <Requirements booking={booking} voice={voice} />
      <Amounts booking={booking} voice={voice} outcome="paid" />
      <WhatNext voice={voice} />
      <WhereToFindUs voice={voice} />
      <WhatToBring voice={voice} />
      <Policy voice={voice} />
      <Help voice={voice} id={booking.bookingId} />
    </Layout>
  )
}
