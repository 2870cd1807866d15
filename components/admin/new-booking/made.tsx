'use client'
import { Copy, MessageCircle } from 'lucide-react'
import { useLocale, useTranslations } from 'next-intl'
import { useEffect, useRef, useState } from 'react'
import { copyText } from '@/components/browser/copy'
import { Link } from '@/components/admin/frame/link'
import { serverNow } from '@/components/browser/clock'
import { Button } from '@/components/ui/button'
import { buttonVariants } from '@/components/ui/button-variants'
import { QrCode } from '@/components/browser/qr-code'
import type { SoldByHand } from '@/lib/admin/bookings/schema'
import { hoursPerDay } from '@/lib/availability/rules'
import { pathIn } from '@/lib/i18n/path'
import { toLocale } from '@/lib/i18n/routing'
import { formatRM, senOf } from '@/lib/money'
import { fullName } from '@/lib/names'
import { whatsappLink } from '@/lib/settings/links'
import { HOUR_MS, longDate, toInstant } from '@/lib/time'

/** Nobody is asked by mail to pay for a session that is over. */
const isOver = (made: SoldByHand): boolean =>
  toInstant(made.date, made.time).getTime() + hoursPerDay(made) * HOUR_MS <= serverNow()

/** A booking that was made, and the link to pay it. */
export function Made({ booking, another }: { booking: SoldByHand; another: () => void }) {
  const t = useTranslations('admin.newBooking.made')
  const locale = toLocale(useLocale())
  const title = useRef<HTMLHeadingElement>(null)
  useEffect(() => title.current?.focus(), [])
  const name = fullName(booking)
  const { payUrl, payText, whatsApp } = booking
  return (
    <div className="grid gap-5">
      <div className="grid gap-1.5">
        <h2 ref={title} tabIndex={-1} className="text-xl outline-none wrap-anywhere">
          {t('title', { id: String(booking.id), name })}
        </h2>
        <p className="figures">
          {[longDate(booking.date, locale), booking.time, booking.service.name].join(' · ')}
        </p>
        <p className="figures text-sm text-muted">
          {t(payUrl ? 'toPay' : 'nothingToPay', { amount: formatRM(senOf(booking.totalAmount)) })}
        </p>
        {payUrl && booking.status === 'pending' && isOver(booking) && (
          <p className="text-sm text-tungsten">{t('over')}</p>
        )}
      </div>
      {payUrl && (
        <div className="grid justify-items-start gap-3">
          <a
            href={whatsappLink(whatsApp === null ? {} : { whatsapp: whatsApp }, payText ?? payUrl)}
            target="_blank"
            rel="noopener noreferrer"
            className={buttonVariants({ size: 'lg', className: 'w-full' })}
          >
            <MessageCircle aria-hidden="true" />
            <span className="min-w-0 truncate">{t('send', { name })}</span>
          </a>
          <CopyLink link={payUrl} />
          <p className="text-sm text-muted wrap-anywhere select-all">{payUrl}</p>
          <QrCode text={payUrl} label={t('qr')} />
        </div>
      )}
      <div className="grid gap-2 border-t border-line pt-4">
        <Link
          href={pathIn(locale, `/admin/bookings/${booking.id}`)}
          className={buttonVariants({ variant: payUrl ? 'outline' : 'default' })}
        >
          {t('open')}
        </Link>
        <Button variant="ghost" onClick={another}>
          {t('another')}
        </Button>
      </div>
    </div>
  )
}

function CopyLink({ link }: { link: string }) {
  const t = useTranslations('admin.newBooking.made.copy')
  const [state, setState] = useState<'copy' | 'copied' | 'failed'>('copy')
  const copy = async () => setState((await copyText(link)) ? 'copied' : 'failed')
  return (
    <Button variant="outline" onClick={() => void copy()}>
      <Copy aria-hidden="true" />
      <span aria-live="polite">{t(state)}</span>
    </Button>
  )
}
