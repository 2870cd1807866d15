'use client'
import { FileUp, MessageCircle, RotateCw } from 'lucide-react'
import { useTranslations } from 'next-intl'
import { useRef, useState } from 'react'
import { isUnanswered, sentenceOf } from '@/components/api'
import { HiddenFile } from '@/components/files/hidden-file'
import { SendingProgress } from '@/components/files/progress'
import { sendFile } from '@/components/files/send-file'
import { toSend } from '@/components/files/to-send'
import { useSite } from '@/components/layout/site-context'
import { Button } from '@/components/ui/button'
import { buttonVariants } from '@/components/ui/button-variants'
import { FieldError } from '@/components/ui/field-error'
import type { ManagedTransfer } from '@/lib/bookings/schema'
import { formatRM, senOf } from '@/lib/money'
import { whatsappLink } from '@/lib/settings/links'
import { SLIP_LIMIT, SLIP_TYPES } from '@/lib/uploads/rules'

type Props = { transfer: ManagedTransfer; token: string; onSent: () => void }

const MEGABYTES = SLIP_LIMIT / 1024 / 1024

/** Sends the bank's slip: made smaller where it has to be, and once more where no answer came. */
export function SlipForm({ transfer, token, onSent }: Props) {
  const t = useTranslations('transfer.slip')
  const studio = useSite()
  const input = useRef<HTMLInputElement>(null)
  const [pending, setPending] = useState(false)
  const [part, setPart] = useState<number | null>(null)
  const [fault, setFault] = useState<string>()
  /** What was not answered, and can be sent again. */
  const [unsent, setUnsent] = useState<File | null>(null)
  const { amount, reference, slipSentAt } = transfer

  const send = async (file: File) => {
    setPart(0)
    setUnsent(null)
    try {
      await sendFile(`/api/manage/${token}/slip`, file, setPart)
      onSent()
    } catch (error) {
      setFault(sentenceOf(error) ?? t('offline'))
      if (isUnanswered(error)) setUnsent(file)
    }
    setPart(null)
  }
  const during = async (work: () => Promise<void>) => {
    setFault(undefined)
    setPending(true)
    await work()
    setPending(false)
  }
  const choose = (chosen: File) =>
    during(async () => {
      setUnsent(null)
      const made = await toSend(chosen, SLIP_LIMIT)
      if ('file' in made) return send(made.file)
      setFault(t(`fault.${made.fault}`, { megabytes: MEGABYTES }))
    })

  const text = t('message', { amount: formatRM(senOf(amount)), reference })
  return (
    <div className="grid gap-3">
      <h3 className="font-sans text-sm font-semibold tracking-normal">{t('title')}</h3>
      <p role="status" className="text-sm text-muted">
        {t(slipSentAt ? 'sent' : 'lead')}
      </p>
      <div className="flex flex-wrap gap-3 max-sm:*:grow">
        {unsent && (
          <Button pending={pending} onClick={() => void during(() => send(unsent))}>
            <RotateCw aria-hidden="true" />
            <span>{t('retry')}</span>
          </Button>
        )}
        <Button
          variant="outline"
          pending={pending}
          aria-describedby={fault && 'slip-fault'}
          onClick={() => input.current?.click()}
        >
          <FileUp aria-hidden="true" />
          <span>{t(slipSentAt ? 'again' : 'upload')}</span>
        </Button>
        <HiddenFile
          input={input}
          accept={SLIP_TYPES}
          label={t('file')}
          onChosen={(chosen) => void choose(chosen)}
        />
        <a
          href={whatsappLink(studio, text)}
          target="_blank"
          rel="noopener noreferrer"
          className={buttonVariants({ variant: 'outline' })}
        >
          <MessageCircle aria-hidden="true" />
          {t('whatsApp')}
          <span className="sr-only"> ({t('newTab')})</span>
        </a>
      </div>
      <SendingProgress part={part} label={t('sending')} />
      <FieldError id="slip-fault" role="alert">
        {fault}
      </FieldError>
    </div>
  )
}
