import { useTranslations } from 'next-intl'
import { Fact, TicketPart } from '@/components/checkout/ticket-part'
import { Alert, AlertTitle } from '@/components/ui/alert'
import type { VisitTimes } from '@/lib/bookings/schema'
import { DayView } from './day-view'
import { RoomFact, When } from './session-card'

/** The session for its guests: time and length, and nothing about who booked it. */
export function GuestView({ visit }: { visit: VisitTimes }) {
  const t = useTranslations('manage.guest')
  return (
    <div className="grid gap-8">
      <header className="grid gap-3">
        <h1 className="text-2xl sm:text-3xl">{t('title')}</h1>
        <p className="measure text-muted">{t('lead')}</p>
      </header>
      {visit.status === 'cancelled' ? (
        <Alert variant="destructive">
          <AlertTitle>{t('cancelled')}</AlertTitle>
        </Alert>
      ) : (
        <div data-no-print>
          <DayView visit={visit} />
        </div>
      )}
      <article className="max-w-3xl rounded-lg border border-line bg-raised">
        <TicketPart title={t('when')} className="border-t-0">
          <When visit={visit} />
          <Fact label={t('what')}>{visit.service}</Fact>
          <RoomFact visit={visit} />
        </TicketPart>
      </article>
    </div>
  )
}
