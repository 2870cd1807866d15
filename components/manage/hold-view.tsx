import { Clock, MessageCircle, Phone } from 'lucide-react'
import { useLocale, useTranslations } from 'next-intl'
import Link from 'next/link'
import type { ReactNode } from 'react'
import { Alert, AlertDescription, AlertTitle } from '@/components/ui/alert'
import { buttonVariants } from '@/components/ui/button-variants'
import { cn } from '@/components/ui/cn'
import { plainPath } from '@/lib/bookings/rules'
import type { Managed } from '@/lib/bookings/schema'
import { pathIn } from '@/lib/i18n/path'
import { toLocale } from '@/lib/i18n/routing'
import { phoneHref, type Site, whatsappLink } from '@/lib/settings/site'
import { longDate, studioTime } from '@/lib/time'
import { SessionCard } from './session-card'

type Props = { booking: Managed; studio: Site; now: Date }

/**
 * The hold of a visitor without script: until when it lasts, in the studio's time, and how to pay.
 * It shows the booking's current state whenever it is opened.
 */
export function HoldView({ booking, studio, now }: Props) {
  const t = useTranslations('plainBooking.hold')
  const locale = toLocale(useLocale())
  const { status, holdExpiresAt } = booking
  const isPaid = status === 'confirmed' || status === 'completed'
  const isOver = holdExpiresAt !== null && new Date(holdExpiresAt) <= now
  const isHeld = status === 'pending' && !isOver
  const { serviceId: service, duration, hours } = booking
  const again = pathIn(locale, plainPath('choose', { service, duration, hours }))
  return (
    <div className="grid gap-8">
      <header className="grid gap-3">
        <h1 className="text-2xl sm:text-3xl">{t(isHeld ? 'title' : isPaid ? 'paid' : 'ended')}</h1>
        {isHeld && (
          <p className="wrap-anywhere text-muted">{t('lead', { name: booking.firstName })}</p>
        )}
      </header>
      {isHeld && (
        <Alert className="max-w-3xl">
          <Clock aria-hidden="true" />
          <AlertTitle className="text-lg figures">
            {holdExpiresAt === null
              ? t('noEnd')
              : t('until', { time: studioTime(new Date(holdExpiresAt)) })}
          </AlertTitle>
          {holdExpiresAt !== null && <AlertDescription>{t('zone')}</AlertDescription>}
        </Alert>
      )}
      {isPaid && <p className="measure text-muted">{t('paidNote')}</p>}
      {!isHeld && !isPaid && (
        <div className="grid gap-4">
          <p className="measure text-muted">{t('endedNote')}</p>
          <Link
            href={again}
            prefetch={false}
            className={buttonVariants({ size: 'lg', className: 'justify-self-start' })}
          >
            {t('again')}
          </Link>
        </div>
      )}
      <SessionCard booking={booking} />
      {isHeld && <HowToPay booking={booking} studio={studio} again={again} />}
    </div>
  )
}

// Some languages need more than three hundred pixels for a button in one line.
const WRAPS = 'h-auto min-h-12 shrink px-4 py-2 whitespace-normal'

type PayProps = Pick<Props, 'booking' | 'studio'> & { again: string }

function HowToPay({ booking, studio, again }: PayProps) {
  const t = useTranslations('plainBooking.hold')
  const newTab = useTranslations('common')('newTab')
  const locale = toLocale(useLocale())
  const reference = `#${booking.id}`
  const message = t('message', {
    studio: studio.name,
    reference,
    service: booking.service,
    date: longDate(booking.date, locale),
    time: booking.time,
  })
  return (
    <div className="grid gap-6 md:grid-cols-2">
      <Way id="pay" title={t('pay')} note={t('payNote', { reference })} className="md:col-span-2">
        <a
          className={buttonVariants({ size: 'lg', className: WRAPS })}
          href={whatsappLink(studio, message)}
          target="_blank"
          rel="noopener noreferrer"
        >
          <MessageCircle aria-hidden="true" />
          {t('whatsapp')}
          <span className="sr-only">{` (${newTab})`}</span>
        </a>
        <a
          className={buttonVariants({
            size: 'lg',
            variant: 'outline',
            className: cn(WRAPS, 'figures'),
          })}
          href={phoneHref(studio)}
        >
          <Phone aria-hidden="true" />
          <span>{t('call', { phone: studio.phone })}</span>
        </a>
      </Way>
      <Way id="card" title={t('card')} note={t('cardNote')}>
        <Link
          className={buttonVariants({ variant: 'outline' })}
          href={pathIn(locale, `/booking?service=${booking.serviceId}`)}
          prefetch={false}
        >
          {t('open')}
        </Link>
      </Way>
      <Way id="other" title={t('other')} note={t('otherNote')}>
        <Link className={buttonVariants({ variant: 'outline' })} href={again} prefetch={false}>
          {t('other')}
        </Link>
      </Way>
    </div>
  )
}

type WayProps = {
  id: string
  title: string
  note: string
  className?: string
  children: ReactNode
}

const Way = ({ id, title, note, className = '', children }: WayProps) => (
  <section
    aria-labelledby={`way-${id}`}
    className={
      'grid content-start gap-4 rounded-lg border border-line bg-raised p-5 text-sm sm:p-6 ' +
      className
    }
  >
    <h2 id={`way-${id}`} className="text-lg">
      {title}
    </h2>
    <p className="measure text-muted">{note}</p>
    <div className="flex flex-wrap gap-3">{children}</div>
  </section>
)
