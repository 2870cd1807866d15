'use client'
import { useLocale, useTranslations } from 'next-intl'
import { Suspense, useState } from 'react'
import { HttpError, request, sentenceOf } from '@/components/api'
import { Consent } from '@/components/legal/consent'
import { Alert, AlertTitle } from '@/components/ui/alert'
import { Button } from '@/components/ui/button'
import { buttonVariants } from '@/components/ui/button-variants'
import { cn } from '@/components/ui/cn'
import type { Elements } from '@/components/ui/elements'
import { lazyPart } from '@/components/ui/part'
import type { Managed, ManagedTransfer } from '@/lib/bookings/schema'
import { pathIn } from '@/lib/i18n/path'
import { PolicyNotice } from './policy-notice'
import { TransferDetails } from './transfer-details'

const ProveEmail = lazyPart(() => import('./prove-email').then((module) => module.ProveEmail))

type Chosen = { transfer: ManagedTransfer; token: string }
export type OfferedTransfer = {
  bookingId: number
  /** The booking's, which has to be proven first. */
  email: string
  /** How long the time is held for it. */
  hours: number
  /** The time waits for the transfer: nothing is paid here any more. */
  onChosen: () => void
}
type Props = OfferedTransfer & {
  /** The other ways to pay. */
  children: Elements
}

/** A bank transfer or DuitNow QR beside the other ways to pay. */
export function TransferWay({ bookingId, email, hours, onChosen, children }: Props) {
  const t = useTranslations('transfer')
  const locale = useLocale()
  const [isTransfer, setTransfer] = useState(false)
  const [chosen, setChosen] = useState<Chosen | null>(null)
  const [pending, setPending] = useState(false)
  const [fault, setFault] = useState<string | null>(null)
  const [unproven, setUnproven] = useState(false)

  const choose = async () => {
    setPending(true)
    setFault(null)
    try {
      const path = `/api/bookings/${bookingId}/transfer`
      const { token } = await request<{ token: string }>(path, { method: 'POST' })
      onChosen()
      const { transfer } = await request<Managed>(`/api/manage/${token}`)
      if (transfer) setChosen({ transfer, token })
    } catch (error) {
      if (error instanceof HttpError && error.body.code === 'email_unproven') setUnproven(true)
      else setFault(sentenceOf(error) ?? t('offline'))
    }
    setPending(false)
  }

  if (chosen)
    return (
      <section aria-labelledby="transfer-title" className="grid content-start gap-4">
        <h3 id="transfer-title" className="text-lg">
          {t('held')}
        </h3>
        <TransferDetails transfer={chosen.transfer} />
        <a
          href={pathIn(locale, `/manage/${chosen.token}`)}
          className={buttonVariants({ size: 'lg', className: 'w-full' })}
        >
          {t('toPage')}
        </a>
      </section>
    )
  return (
    <div className="flex min-w-0 flex-1 flex-col gap-2.5 sm:gap-5">
      <div role="group" aria-label={t('ways')} className="grid grid-cols-2 gap-2">
        <Way pressed={!isTransfer} press={() => setTransfer(false)} text={t('online')} />
        <Way pressed={isTransfer} press={() => setTransfer(true)} text={t('transfer')} />
      </div>
      {isTransfer && (
        <div className="grid gap-4">
          <p>{t('intro', { hours })}</p>
          <Consent />
          <PolicyNotice />
          {fault && (
            <Alert variant="destructive" role="alert">
              <AlertTitle>{fault}</AlertTitle>
            </Alert>
          )}
          {unproven ? (
            <Suspense fallback={null}>
              <ProveEmail
                email={email}
                lead={t('proof', { email })}
                onProven={() => {
                  setUnproven(false)
                  void choose()
                }}
              />
            </Suspense>
          ) : (
            <Button size="lg" pending={pending} onClick={() => void choose()}>
              {t('choose')}
            </Button>
          )}
        </div>
      )}
      <div className={cn('flex flex-1 flex-col', isTransfer && 'hidden')}>{children}</div>
    </div>
  )
}

const Way = ({ pressed, press, text }: { pressed: boolean; press: () => void; text: string }) => (
  <Button
    variant="outline"
    size="sm"
    aria-pressed={pressed}
    onClick={press}
    className={cn('h-11 px-2 text-sm', pressed && 'border-tungsten bg-tungsten/8 font-semibold')}
  >
    {text}
  </Button>
)
