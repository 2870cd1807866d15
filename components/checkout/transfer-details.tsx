'use client'
import { Check, Copy } from 'lucide-react'
import { useTranslations } from 'next-intl'
import { useState } from 'react'
import { copyText } from '@/components/browser/copy'
import { useDates } from '@/components/dates'
import { Button } from '@/components/ui/button'
import { QrCode } from '@/components/browser/qr-code'
import type { ManagedTransfer } from '@/lib/bookings/schema'
import { formatRM, senOf } from '@/lib/money'
import { STUDIO_ZONE } from '@/lib/time'

const UNTIL = {
  weekday: 'short',
  day: 'numeric',
  month: 'short',
  hour: '2-digit',
  minute: '2-digit',
  hourCycle: 'h23',
  timeZone: STUDIO_ZONE,
} as const

type Props = {
  transfer: Omit<ManagedTransfer, 'slipSentAt'>
  /** The reader has them by mail too. */
  isMailed?: boolean
}

/** How much goes where, under which reference, and until when. */
export function TransferDetails({ transfer, isMailed = true }: Props) {
  const t = useTranslations('transfer')
  const format = useDates()
  const { account, amount, reference, until } = transfer
  if (!account) return null
  const facts = [
    ['amount', formatRM(senOf(amount)), { text: amount, label: t('copyAmount') }],
    ['reference', reference, { text: reference, label: t('copyReference') }],
    ['bank', account.bank, null],
    ['holder', account.holder, null],
    [
      ...(['number', account.number] as const),
      { text: account.number.replace(/\D/g, ''), label: t('copyNumber') },
    ],
  ] as const
  return (
    <div className="grid gap-4">
      <p className="text-sm text-muted">
        {until
          ? t(isMailed ? 'lead' : 'leadUntil', { time: format.dateTime(new Date(until), UNTIL) })
          : t('leadWithoutEnd')}
      </p>
      <div className="flex flex-wrap gap-x-8 gap-y-4">
        <dl className="grid min-w-0 grow content-start">
          {facts.map(([name, shown, copied]) => (
            <div
              key={name}
              className="relative grid min-h-12 content-center border-b border-line py-1 pr-40"
            >
              <dt className="text-xs text-muted">{t(`facts.${name}`)}</dt>
              <dd className="figures font-semibold wrap-anywhere">
                <span>{shown}</span>
                {copied !== null && (
                  <span className="absolute inset-y-0 right-0 flex items-center">
                    <CopyButton {...copied} />
                  </span>
                )}
              </dd>
            </div>
          ))}
        </dl>
        {account.qr && (
          <figure className="grid content-start justify-items-center gap-2 max-sm:w-full">
            <QrCode
              text={account.qr.text}
              label={t(account.qr.asks ? 'qr' : 'qrPlain')}
              save={{ name: `duitnow-${reference}.png`, label: t('saveQr') }}
              className="size-60"
            />
            <figcaption className="max-w-60 text-center text-xs text-muted">
              {t(account.qr.asks ? 'qrNote' : 'qrPlainNote')}
            </figcaption>
          </figure>
        )}
      </div>
      <p className="text-sm">{t('notYet')}</p>
    </div>
  )
}

function CopyButton({ text, label }: { text: string; label: string }) {
  const t = useTranslations('transfer')
  const [copied, setCopied] = useState(false)
  // Refused: the text is visible and can be selected.
  const copy = async () => setCopied(await copyText(text))
  return (
    <Button variant="outline" size="sm" className="h-11 shrink-0" onClick={() => void copy()}>
      {copied ? <Check aria-hidden="true" /> : <Copy aria-hidden="true" />}
      <span role="status">{copied ? t('copied') : label}</span>
    </Button>
  )
}
