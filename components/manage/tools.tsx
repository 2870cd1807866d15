'use client'
import { CalendarPlus, MessageCircle } from 'lucide-react'
import { useTranslations } from 'next-intl'
import { Share } from '@/components/blog/share'
import { useSite } from '@/components/layout/site-context'
import { buttonVariants } from '@/components/ui/button-variants'
import type { Elements } from '@/components/ui/elements'
import type { Managed } from '@/lib/bookings/schema'
import { whatsappLink } from '@/lib/settings/links'
import { calendarPath } from './api'
import { googleCalendarLink } from './google-calendar'
import { ShareStory } from './share-story'

const button = buttonVariants({ variant: 'outline', className: 'w-full justify-start' })

/** Actions of the page: the calendar entry, the link for guests, a chat about this booking. */
export function Tools({
  booking,
  token,
  guestUrl,
}: {
  booking: Managed
  token: string
  guestUrl: string
}) {
  const t = useTranslations('manage')
  const common = useTranslations('common')
  const studio = useSite()
  const google = googleCalendarLink(
    booking,
    studio,
    t('calendar.details', { id: booking.id, phone: studio.phone }),
  )
  const takesPlace = booking.status === 'confirmed' || booking.status === 'completed'
  return (
    <div className="grid content-start gap-6">
      {takesPlace && (
        <Tool title={t('calendar.title')}>
          {/* A download, not a page: the browser's own link. */}
          <a href={calendarPath(token)} download className={button}>
            <CalendarPlus aria-hidden="true" />
            {t('calendar.file')}
          </a>
          {google && (
            <a href={google} target="_blank" rel="noopener noreferrer" className={button}>
              <CalendarPlus aria-hidden="true" />
              {t('calendar.google')}
              <span className="sr-only"> ({common('newTab')})</span>
            </a>
          )}
        </Tool>
      )}
      {takesPlace && (
        <Tool title={t('guests.title')} note={t('guests.note')}>
          <Share
            title={t('guests.message', { studio: studio.name })}
            url={guestUrl}
            namespace="manage.guests"
          />
        </Tool>
      )}
      {takesPlace && (
        <Tool title={t('story.title')} note={t('story.note')}>
          <ShareStory token={token} className={button} />
        </Tool>
      )}
      <Tool title={t('help.title')} note={t('help.note')}>
        <a
          href={whatsappLink(studio, t('help.message', { id: booking.id }))}
          target="_blank"
          rel="noopener noreferrer"
          className={button}
        >
          <MessageCircle aria-hidden="true" />
          {t('help.button')}
          <span className="sr-only"> ({common('newTab')})</span>
        </a>
      </Tool>
    </div>
  )
}

const Tool = ({ title, note, children }: { title: string; note?: string; children: Elements }) => (
  <section className="grid gap-2.5">
    <h2 className="text-lg">{title}</h2>
    {note && <p className="text-sm text-muted">{note}</p>}
    {children}
  </section>
)
