'use client'
import { useTranslations } from 'next-intl'
import { useEffect, useState } from 'react'
import { useAct } from '@/components/admin/shared/use-act'
import { useRead } from '@/components/admin/shared/use-save'
import { useReadAgain } from '@/components/browser/seen-again'
import { Button } from '@/components/ui/button'
import { buttonVariants } from '@/components/ui/button-variants'
import {
  Dialog,
  DialogContent,
  DialogDescription,
  DialogHeader,
  DialogTitle,
} from '@/components/ui/dialog'
import type { Extended, OfferedExtension } from '@/lib/admin/bookings/schema'
import { formatRM, senOf } from '@/lib/money'
import { STUDIO_METHODS } from '@/lib/sales/money'
import { whatsappLink } from '@/lib/settings/links'
import { studioTime } from '@/lib/time'
import { MailPreview } from './mail-preview'

type Props = {
  id: number
  name: string
  version: string
  /** None with add-ons alone. */
  hours: number
  addOns: readonly { id: number; name: string }[]
  whatsApp: string | null
  close: () => void
}

/** An hour or an add-on more: what it costs, whether the room is free, and how it is paid. */
export function ExtendDialog({ id, name, version, hours, addOns, whatsApp, close }: Props) {
  const t = useTranslations('admin.sheet.extend')
  const ways = useTranslations('admin.record.methods')
  const readAgain = useReadAgain()
  const { act, pending } = useAct(readAgain)
  const [chosen, setChosen] = useState<readonly number[]>([])
  const [sold, setSold] = useState<Extended | null>(null)
  const offer = useOffer(id, hours, chosen)
  const sell = async (pay: unknown) => {
    if (!offer?.price) return
    const more = await act<Extended>({
      method: 'POST',
      path: `/api/admin/bookings/${id}/extend`,
      body: {
        ...{ hours, addOns: chosen, pay, version },
        priceSen: senOf(offer.price.totalAmount),
        despite: offer.warnings,
      },
      said: t('done', { name }),
      undone: close,
    })
    if (!more) return
    if (pay === 'link' && more.payUrl) setSold(more)
    else close()
  }
  const possible = offer?.price && (offer.state === 'free' || offer.state === 'warn')
  return (
    <Dialog open onOpenChange={(open) => !open && !pending && close()}>
      <DialogContent closeLabel={t('close')} className="gap-4">
        <DialogHeader>
          <DialogTitle>{t(hours > 0 ? 'title' : 'titleAddOn', { name, hours })}</DialogTitle>
          <DialogDescription aria-live="polite">{sentence(t, offer, hours)}</DialogDescription>
        </DialogHeader>
        {addOns.length > 0 && !sold && (
          <fieldset className="grid gap-1">
            <legend className="sr-only">{t('addOns')}</legend>
            {addOns.map((addOn) => (
              <label key={addOn.id} className="flex min-h-11 items-center gap-3">
                <input
                  type="checkbox"
                  className="size-5"
                  checked={chosen.includes(addOn.id)}
                  onChange={({ target }) =>
                    setChosen((ids) =>
                      target.checked ? [...ids, addOn.id] : ids.filter((one) => one !== addOn.id),
                    )
                  }
                />
                <span>{addOn.name}</span>
              </label>
            ))}
          </fieldset>
        )}
        {possible && !sold && (
          <div className="grid gap-2">
            <MoreMail mail={offer.mail} />
            <Button
              size="lg"
              className="h-auto min-h-13 py-2"
              pending={pending}
              onClick={() => void sell('link')}
            >
              {t('link', { amount: formatRM(senOf(offer.price?.totalAmount ?? '0')) })}
            </Button>
            <div className="grid grid-cols-2 gap-2">
              {STUDIO_METHODS.map((method) => (
                <Button
                  key={method}
                  variant="outline"
                  className="h-auto min-h-11 px-3 py-1.5"
                  disabled={pending}
                  onClick={() => void sell({ method })}
                >
                  {ways(method)}
                </Button>
              ))}
            </div>
            <Button variant="ghost" disabled={pending} onClick={() => void sell('later')}>
              {t('later')}
            </Button>
          </div>
        )}
        {sold?.payUrl && (
          <div className="grid gap-2">
            <p className="text-sm">{t('sold')}</p>
            <a
              href={whatsappLink(
                whatsApp === null ? {} : { whatsapp: whatsApp },
                sold.payText ?? sold.payUrl,
              )}
              target="_blank"
              rel="noopener noreferrer"
              className={buttonVariants({ size: 'lg' })}
            >
              {t('send', { name })}
            </a>
            <p className="text-sm text-muted wrap-anywhere select-all">{sold.payUrl}</p>
          </div>
        )}
      </DialogContent>
    </Dialog>
  )
}

/** The mail as it will read: with what is to be paid, and what it says instead of what is paid at once. */
function MoreMail({ mail }: { mail: OfferedExtension['mail'] }) {
  const t = useTranslations('admin.sheet.mail')
  if (!mail?.owed) return <p className="text-sm text-muted">{t('nothingTold')}</p>
  const { locale, owed, paid } = mail
  const instead = paid?.sentences.filter((sentence) => !owed.sentences.includes(sentence)) ?? []
  return (
    <MailPreview
      locale={locale}
      mail={owed}
      otherwise={
        instead.length > 0 && (
          <p className="wrap-anywhere">
            <span className="text-muted">{t('whenPaid')}</span>{' '}
            <span lang={locale}>{instead.join(' ')}</span>
          </p>
        )
      }
    />
  )
}

/** What it would cost, and whether it is possible; null while it is being read. */
function useOffer(id: number, hours: number, addOns: readonly number[]): OfferedExtension | null {
  const read = useRead()
  const isAsked = hours > 0 || addOns.length > 0
  const key = `/api/admin/bookings/${id}/extend?hours=${hours}${addOns.length > 0 ? `&addOns=${addOns.join(',')}` : ''}`
  const [shown, setShown] = useState<{ key: string; offer: OfferedExtension | null } | null>(null)
  useEffect(() => {
    if (!isAsked) return
    let current = true
    void read<OfferedExtension>(key).then((offer) => current && setShown({ key, offer }))
    return () => {
      current = false
    }
  }, [isAsked, key, read])
  return shown?.key === key ? shown.offer : null
}

function sentence(
  t: ReturnType<typeof useTranslations<'admin.sheet.extend'>>,
  offer: OfferedExtension | null,
  hours: number,
): string {
  if (!offer) return hours > 0 ? t('reading') : t('choose')
  const { state, clash, otherRooms, to } = offer
  const time = (instant: string) => studioTime(new Date(instant))
  if (state === 'taken' && clash)
    return [
      t('taken', {
        from: time(clash.startsAt),
        until: time(clash.endsAt),
        who: clash.client ?? clash.reason ?? '',
      }),
      otherRooms.length > 0 &&
        t('otherRooms', { rooms: otherRooms.map((room) => room.name).join(', ') }),
    ]
      .filter(Boolean)
      .join(' ')
  if (state === 'longest' || state === 'no_charge' || state === 'room_retired' || state === 'over')
    return t(state)
  return hours > 0 && to ? t('until', { time: time(to) }) : t('possible')
}
