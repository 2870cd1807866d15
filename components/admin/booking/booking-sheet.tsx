'use client'
import { useLocale, useTranslations } from 'next-intl'
import { useSearchParams } from 'next/navigation'
import { useState, type ReactElement } from 'react'
import { Link } from '@/components/admin/frame/link'
import { OwnerOnly } from '@/components/admin/frame/owner-only'
import { PersonActions } from '@/components/admin/people/person-actions'
import { CancelDialog } from '@/components/admin/bookings/cancel-dialog'
import { openedBooking } from '@/components/admin/bookings/opened-booking'
import { StatusBadge } from '@/components/admin/shared/badges'
import { useRoomName } from '@/components/admin/shared/rooms'
import type { FormAction } from '@/components/admin/shared/run-action'
import { Badge } from '@/components/ui/badge'
import { Button } from '@/components/ui/button'
import { buttonVariants } from '@/components/ui/button-variants'
import type { BookingInHand as Sheet } from '@/lib/admin/bookings/schema'
import { lengthKey, lengthOf } from '@/lib/availability/rules'
import { pathIn } from '@/lib/i18n/path'
import { toLocale } from '@/lib/i18n/routing'
import { formatRM } from '@/lib/money'
import { fullName } from '@/lib/names'
import { longDate, studioDate, studioTime } from '@/lib/time'
import { ActButton, ArrivalActs } from './arrival-acts'
import { BookingMoney } from './booking-money'
import { BookingMails } from './booking-records'
import { ContactDialog } from './contact-dialog'
import { ExtendDialog } from './extend-dialog'
import { MoveSheet } from './move-sheet'
import { NoteDialog, Notes } from './notes'
import { SheetPart } from './sheet-part'
import { ReachCustomer } from './reach-customer'

type Open = 'move' | 'extend' | 'add' | 'note' | 'contact' | 'cancel'
const OPENED: readonly string[] = ['move', 'extend', 'add', 'note', 'contact', 'cancel']
const isOpen = (name: string | null): name is Open => name !== null && OPENED.includes(name)

type Props = {
  sheet: Sheet
  history: ReactElement
  /** The studio's date. */
  today: string
  addOns: readonly { id: number; name: string }[]
  submit: { note: FormAction; contactDetails: FormAction }
}

/** Its visitor would pay for another time than they were shown. */
const isBeingBooked = ({ detail: { booking }, transfer }: Props['sheet']): boolean =>
  booking.status === 'pending' && booking.holdExpiresAt !== null && transfer === null

/** One booking and all that the owner does with it; `?do=move` opens with that. */
export function BookingSheet({ sheet, history, today, addOns, submit }: Props) {
  const t = useTranslations('admin.sheet')
  const unknown = useTranslations('admin.list')('unknownService')
  const locale = toLocale(useLocale())
  const asked = useSearchParams().get('do')
  const [open, setOpen] = useState<Open | null>(isOpen(asked) ? asked : null)
  const { detail } = sheet
  const { booking } = detail
  const name = fullName(booking)
  const changeable = booking.status === 'pending' || booking.status === 'confirmed'
  const isDayOf = studioDate(new Date(sheet.startsAt)) <= today
  const opened = openedBooking({ ...booking, keptAmount: detail.keptAmount }, unknown)
  const close = () => setOpen(null)
  return (
    <div className="grid gap-5">
      <Head sheet={sheet} />
      <div className="grid gap-2">
        <ReachCustomer
          phone={booking.phone}
          whatsApp={sheet.whatsApp}
          text={sheet.texts.unpaid ?? sheet.texts.about}
          email={booking.email}
          note={() => setOpen('note')}
        />
        {changeable && (
          <div className="grid grid-cols-3 gap-2">
            {isDayOf && (
              <ArrivalActs
                id={booking.id}
                name={name}
                arrival={booking}
                version={booking.updatedAt}
                whatsApp={sheet.whatsApp}
                late={sheet.texts.late}
                time={{
                  ...{ startsAt: sheet.startsAt, endsAt: sheet.endsAt },
                  freeFrom: detail.freeFrom,
                }}
              />
            )}
            {!isBeingBooked(sheet) && (
              <ActButton press={() => setOpen('move')}>{t('moveTo')}</ActButton>
            )}
            <ActButton press={() => setOpen('extend')}>{t('hour')}</ActButton>
            <ActButton press={() => setOpen('add')}>{t('addOn')}</ActButton>
          </div>
        )}
      </div>
      {booking.requirements && (
        <SheetPart title={t('wishes')}>
          <p className="text-sm whitespace-pre-line wrap-anywhere">{booking.requirements}</p>
        </SheetPart>
      )}
      {detail.notes.length > 0 && (
        <SheetPart title={t('notes')}>
          <Notes bookingId={booking.id} notes={detail.notes} />
        </SheetPart>
      )}
      <SheetPart title={t('money')}>
        <BookingMoney sheet={sheet} today={today} />
      </SheetPart>
      <SheetPart title={t('mails')}>
        <BookingMails mails={detail.mails} />
      </SheetPart>
      <SheetPart title={t('history')}>{history}</SheetPart>
      <div data-no-print className="grid gap-2 border-t border-line pt-4">
        <Button variant="outline" onClick={() => setOpen('contact')}>
          {t('contact')}
        </Button>
        <Link
          href={`${pathIn(locale, '/admin/bookings/new')}?again=${booking.id}`}
          className={buttonVariants({ variant: 'outline' })}
        >
          {t('again')}
        </Link>
        {(changeable || Number(detail.keptAmount) > 0) && (
          <Button variant="ghost" className="text-onair-soft" onClick={() => setOpen('cancel')}>
            {t(changeable ? 'cancel' : 'refundAll')}
          </Button>
        )}
      </div>
      {booking.email && (
        <OwnerOnly>
          <div data-no-print>
            <SheetPart title={t('protection')}>
              <p className="text-sm text-muted">{t('protectionText')}</p>
              <PersonActions email={booking.email} name={name} inWords />
            </SheetPart>
          </div>
        </OwnerOnly>
      )}
      {open === 'move' && <MoveSheet booking={opened} today={today} name={name} close={close} />}
      {(open === 'extend' || open === 'add') && (
        <ExtendDialog
          id={booking.id}
          name={name}
          version={booking.updatedAt}
          hours={open === 'extend' ? 1 : 0}
          addOns={open === 'add' ? addOns : []}
          whatsApp={sheet.whatsApp}
          close={close}
        />
      )}
      {open === 'note' && <NoteDialog bookingId={booking.id} submit={submit.note} close={close} />}
      {open === 'contact' && (
        <ContactDialog detail={detail} submit={submit.contactDetails} close={close} />
      )}
      {open === 'cancel' && <CancelDialog booking={opened} onClose={close} />}
    </div>
  )
}

/** Who, when and where. */
function Head({ sheet }: { sheet: Sheet }) {
  const t = useTranslations('admin.sheet')
  const durations = useTranslations('admin.durations')
  const locale = toLocale(useLocale())
  const { booking, addOns, spans } = sheet.detail
  const room = useRoomName(booking.roomId)
  const length = lengthKey(lengthOf(booking))
  const [from, to] = [sheet.startsAt, sheet.endsAt].map((instant) => studioTime(new Date(instant)))
  return (
    <div className="grid gap-1.5">
      <div className="flex flex-wrap items-center gap-2">
        <StatusBadge booking={booking} />
        {sheet.owedSen > 0 && (
          <Badge variant="destructive">{t('owes', { amount: formatRM(sheet.owedSen) })}</Badge>
        )}
        {sheet.member && <Badge variant="outline">{t('member')}</Badge>}
        {booking.noShowAt && <Badge variant="destructive">{t('noShow')}</Badge>}
        {sheet.detail.freeFrom && (
          <Badge variant="outline">
            {t('freeFrom', { time: studioTime(new Date(sheet.detail.freeFrom)) })}
          </Badge>
        )}
        {booking.arrivedAt && (
          <Badge variant="success">
            {t('arrivedAt', { time: studioTime(new Date(booking.arrivedAt)) })}
          </Badge>
        )}
      </div>
      <p className="figures">
        <span>{`${longDate(booking.date, locale)} · `}</span>
        <span className="whitespace-nowrap">{`${from}–${to}`}</span>
        {room && <span>{` · ${room}`}</span>}
      </p>
      <p className="text-sm text-muted wrap-anywhere">
        {[
          `#${booking.id}`,
          booking.service.name,
          durations.has(length) && durations(length, { hours: booking.hours }),
          booking.people && t('people', { count: booking.people }),
          ...addOns.map((addOn) => `+ ${addOn.name}`),
        ]
          .filter(Boolean)
          .join(' · ')}
      </p>
      {spans.length > 1 && (
        <ul className="figures text-sm text-muted">
          {spans.map(({ startsAt, endsAt }) => (
            <li key={startsAt}>
              {[
                longDate(studioDate(new Date(startsAt)), locale),
                `${studioTime(new Date(startsAt))}–${studioTime(new Date(endsAt))}`,
              ].join(', ')}
            </li>
          ))}
        </ul>
      )}
    </div>
  )
}
