'use client'
import { useLocale, useTranslations } from 'next-intl'
import { useState } from 'react'
import { useRoomName } from '@/components/admin/shared/rooms'
import type { FormAction } from '@/components/admin/shared/run-action'
import { Badge } from '@/components/ui/badge'
import type { CrewBooking } from '@/lib/admin/bookings/schema'
import { toLocale } from '@/lib/i18n/routing'
import { longDate, studioDate, studioTime } from '@/lib/time'
import { ArrivalActs } from './arrival-acts'
import { NoteDialog, Notes } from './notes'
import { SheetPart } from './sheet-part'
import { ReachCustomer } from './reach-customer'

type Props = {
  booking: CrewBooking
  /** The studio's date. */
  today: string
  submitNote: FormAction
}

/** One booking in the hand of those who run the session. */
export function CrewSheet({ booking, today, submitNote }: Props) {
  const t = useTranslations('admin.sheet')
  const locale = toLocale(useLocale())
  const room = useRoomName(booking.roomId)
  const [isWriting, setWriting] = useState(false)
  const { id, name, phone, whatsApp, texts, people, addOns, arrivedAt, noShowAt } = booking
  const isDayOf = studioDate(new Date(booking.startsAt)) <= today
  return (
    <div className="grid gap-5">
      <div className="grid gap-1.5">
        <div className="flex flex-wrap items-center gap-2 empty:hidden">
          {booking.member && <Badge variant="outline">{t('member')}</Badge>}
          {noShowAt && <Badge variant="destructive">{t('noShow')}</Badge>}
          {arrivedAt && (
            <Badge variant="success">
              {t('arrivedAt', { time: studioTime(new Date(arrivedAt)) })}
            </Badge>
          )}
        </div>
        <ul className="figures">
          {booking.spans.map(({ date, from, to }) => (
            <li key={date}>
              {[longDate(date, locale), `${from}–${to}`, room].filter(Boolean).join(' · ')}
            </li>
          ))}
        </ul>
        <p className="text-sm text-muted wrap-anywhere">
          {[
            `#${id}`,
            booking.service,
            people && t('people', { count: people }),
            ...addOns.map((addOn) => `+ ${addOn}`),
          ]
            .filter(Boolean)
            .join(' · ')}
        </p>
      </div>
      <div className="grid gap-2">
        <ReachCustomer
          phone={phone}
          whatsApp={whatsApp}
          text={texts.about}
          email={null}
          note={() => setWriting(true)}
        />
        {booking.isChangeable && isDayOf && (
          <div className="grid grid-cols-3 gap-2">
            <ArrivalActs
              id={id}
              name={name}
              arrival={booking}
              version={booking.version}
              whatsApp={whatsApp}
              late={texts.late}
            />
          </div>
        )}
      </div>
      {booking.wishes && (
        <SheetPart title={t('wishes')}>
          <p className="text-sm whitespace-pre-line wrap-anywhere">{booking.wishes}</p>
        </SheetPart>
      )}
      {booking.notes.length > 0 && (
        <SheetPart title={t('notes')}>
          <Notes bookingId={id} notes={booking.notes} fixed />
        </SheetPart>
      )}
      {isWriting && (
        <NoteDialog bookingId={id} submit={submitNote} close={() => setWriting(false)} />
      )}
    </div>
  )
}
