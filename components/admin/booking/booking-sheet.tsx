'use client'
import { useLocale, useTranslations } from 'next-intl'
import Link from 'next/link'
import { useRouter, useSearchParams } from 'next/navigation'
import { useState } from 'react'
import { PersonActions } from '@/components/admin/people/person-actions'
import { CancelDialog } from '@/components/admin/bookings/cancel-dialog'
import { openedBooking } from '@/components/admin/bookings/opened-booking'
import { StatusBadge } from '@/components/admin/shared/badges'
import { useRoomName } from '@/components/admin/shared/rooms'
import type { FormAction } from '@/components/admin/shared/run-action'
import { useAct } from '@/components/admin/shared/use-act'
import { Badge } from '@/components/ui/badge'
import { Button } from '@/components/ui/button'
import { buttonVariants } from '@/components/ui/button-variants'
import type { Elements } from '@/components/ui/elements'
import type { BookingInHand as Sheet } from '@/lib/admin/bookings/schema'
import { lengthKey, lengthOf } from '@/lib/availability/rules'
import { pathIn } from '@/lib/i18n/path'
import { toLocale } from '@/lib/i18n/routing'
import { formatRM } from '@/lib/money'
import { fullName } from '@/lib/names'
import { mailtoHref, phoneHref, whatsappLink } from '@/lib/settings/links'
import { longDate, studioDate, studioTime } from '@/lib/time'
import { BookingMoney } from './booking-money'
import { BookingHistory, BookingMails } from './booking-records'
import { ContactDialog } from './contact-dialog'
import { ExtendDialog } from './extend-dialog'
import { MoveSheet } from './move-sheet'
import { NoteDialog, Notes } from './notes'

type Open = 'move' | 'extend' | 'add' | 'note' | 'contact' | 'cancel'
const OPENED: readonly string[] = ['move', 'extend', 'add', 'note', 'contact', 'cancel']
const isOpen = (name: string | null): name is Open => name !== null && OPENED.includes(name)

type Props = {
  sheet: Sheet
  /** The studio's date. */
  today: string
  addOns: readonly { id: number; name: string }[]
  submit: { note: FormAction; contactDetails: FormAction }
}

/** One booking and all that the owner does with it; `?do=move` opens with that. */
export function BookingSheet({ sheet, today, addOns, submit }: Props) {
  const t = useTranslations('admin.sheet')
  const unknown = useTranslations('admin.list')('unknownService')
  const locale = toLocale(useLocale())
  const router = useRouter()
  const asked = useSearchParams().get('do')
  const [open, setOpen] = useState<Open | null>(isOpen(asked) ? asked : null)
  const { act, pending } = useAct(() => router.refresh())
  const { detail } = sheet
  const { booking } = detail
  const name = fullName(booking)
  const changeable = booking.status === 'pending' || booking.status === 'confirmed'
  const isDayOf = studioDate(new Date(sheet.startsAt)) <= today
  const opened = openedBooking({ ...booking, keptAmount: detail.keptAmount }, unknown)
  const note = (state: 'arrived' | 'no_show' | 'expected') =>
    void act({
      method: 'PATCH',
      path: `/api/admin/bookings/${booking.id}/arrival`,
      body: { state, version: booking.updatedAt },
      said: t(`noted.${state}`, { name }),
    })
  const arrival = booking.arrivedAt ? 'arrived' : booking.noShowAt ? 'no_show' : 'expected'
  const close = () => setOpen(null)
  return (
    <div className="grid gap-5">
      <Head sheet={sheet} />
      <div className="grid gap-2">
        <Reach sheet={sheet} note={() => setOpen('note')} />
        {changeable && (
          <div className="grid grid-cols-3 gap-2">
            {isDayOf && (
              <>
                <Act
                  pressed={arrival === 'arrived'}
                  disabled={pending}
                  press={() => note(arrival === 'arrived' ? 'expected' : 'arrived')}
                >
                  {t('arrived')}
                </Act>
                {sheet.whatsApp ? (
                  <a
                    href={whatsappLink({ whatsapp: sheet.whatsApp }, sheet.texts.late)}
                    target="_blank"
                    rel="noopener noreferrer"
                    className={wide}
                  >
                    {t('late')}
                  </a>
                ) : (
                  <span />
                )}
                <Act
                  pressed={arrival === 'no_show'}
                  disabled={pending}
                  press={() => note(arrival === 'no_show' ? 'expected' : 'no_show')}
                >
                  {t('noShow')}
                </Act>
              </>
            )}
            <Act press={() => setOpen('move')}>{t('moveTo')}</Act>
            <Act press={() => setOpen('extend')}>{t('hour')}</Act>
            <Act press={() => setOpen('add')}>{t('addOn')}</Act>
          </div>
        )}
      </div>
      {booking.requirements && (
        <Part title={t('wishes')}>
          <p className="text-sm whitespace-pre-line wrap-anywhere">{booking.requirements}</p>
        </Part>
      )}
      {detail.notes.length > 0 && (
        <Part title={t('notes')}>
          <Notes bookingId={booking.id} notes={detail.notes} />
        </Part>
      )}
      <Part title={t('money')}>
        <BookingMoney sheet={sheet} />
      </Part>
      <Part title={t('mails')}>
        <BookingMails mails={detail.mails} />
      </Part>
      <Part title={t('history')}>
        <BookingHistory history={detail.history} />
      </Part>
      <div className="grid gap-2 border-t border-line pt-4">
        <Button variant="outline" onClick={() => setOpen('contact')}>
          {t('contact')}
        </Button>
        <Link
          href={`${pathIn(locale, '/admin/bookings/new')}?again=${booking.id}`}
          prefetch={false}
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
        <Part title={t('protection')}>
          <p className="text-sm text-muted">{t('protectionText')}</p>
          <PersonActions email={booking.email} name={name} />
        </Part>
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

const wide = buttonVariants({ variant: 'outline', className: 'px-1 text-center' })

type ActProps = { press: () => void; pressed?: boolean; disabled?: boolean; children: string }
const Act = ({ press, pressed, disabled = false, children }: ActProps) => (
  <Button
    variant={pressed ? 'secondary' : 'outline'}
    className="px-2"
    aria-pressed={pressed}
    disabled={disabled}
    onClick={press}
  >
    {children}
  </Button>
)

const Part = ({ title, children }: { title: string; children: Elements }) => (
  <section className="grid gap-2 border-t border-line pt-4">
    <h2 className="text-sm font-semibold text-muted">{title}</h2>
    {children}
  </section>
)

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
        {booking.arrivedAt && (
          <Badge variant="success">
            {t('arrivedAt', { time: studioTime(new Date(booking.arrivedAt)) })}
          </Badge>
        )}
      </div>
      <p className="figures">
        {[longDate(booking.date, locale), `${from}–${to}`, room].filter(Boolean).join(' · ')}
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

/** How to reach the customer, and a note for oneself. */
function Reach({ sheet, note }: { sheet: Sheet; note: () => void }) {
  const t = useTranslations('admin.sheet')
  const { booking } = sheet.detail
  const ways = [
    booking.phone && { key: 'call', href: phoneHref({ phone: booking.phone }), text: t('call') },
    sheet.whatsApp && {
      key: 'whatsApp',
      href: whatsappLink({ whatsapp: sheet.whatsApp }, sheet.texts.unpaid ?? sheet.texts.about),
      text: t('whatsApp'),
    },
    booking.email && { key: 'email', href: mailtoHref(booking.email), text: t('email') },
  ]
  return (
    <div className="grid grid-cols-4 gap-2">
      {ways.map(
        (way) =>
          way && (
            <a
              key={way.key}
              href={way.href}
              {...(way.key === 'whatsApp' && { target: '_blank', rel: 'noopener noreferrer' })}
              className={wide}
            >
              {way.text}
            </a>
          ),
      )}
      <Button variant="outline" className="px-2" onClick={note}>
        {t('note')}
      </Button>
    </div>
  )
}
