'use client'
import { useTranslations } from 'next-intl'
import { type KeyboardEvent, useId, useRef, useState } from 'react'
import { HttpError, sentenceOf } from '@/components/api'
import { useCountdown } from '@/components/checkout/hold-timer'
import { inSeconds } from '@/components/browser/clock'
import { cookiesWork } from '@/components/browser/cookies'
import { notice } from '@/components/browser/notice'
import { askForCode, signIn } from '@/components/membership/api'
import { Button } from '@/components/ui/button'
import { Field } from '@/components/ui/field'
import { Input } from '@/components/ui/input'
import { CODE_RESEND_SECONDS, memberCodeIn } from '@/lib/auth/rules'

type Props = {
  email: string
  /** What it is for. */
  lead: string
  /** The email is proven in this browser from now on. */
  onProven: () => void
}

/**
 * Proves the form's email by a code, inside the step, for what is held only for a proven email. It
 * is inside the booking form, so it is not a form itself.
 */
export function ProveEmail({ email, lead, onProven }: Props) {
  const t = useTranslations('booking.proof')
  const faults = useTranslations('errors.fields')
  const cookies = useTranslations('common.cookies')
  const id = useId()
  const input = useRef<HTMLInputElement>(null)
  const [sentTo, setSentTo] = useState<string | null>(null)
  const [resendAt, setResendAt] = useState<string | null>(null)
  const [busy, setBusy] = useState(false)
  const [fault, setFault] = useState<string | undefined>()
  const left = useCountdown(resendAt) ?? 0
  const sent = sentTo === email

  const attempt = async (work: () => Promise<void>): Promise<void> => {
    if (busy) return
    if (!cookiesWork()) return notice.error(cookies('title'), cookies('text'))
    setBusy(true)
    setFault(undefined)
    try {
      await work()
    } catch (error) {
      const beside = error instanceof HttpError ? error.body.fields?.code : undefined
      if (beside) setFault(beside)
      else notice.error(t('failed.title'), sentenceOf(error) ?? t('failed.text'))
    } finally {
      setBusy(false)
    }
  }
  const send = () =>
    attempt(async () => {
      await askForCode(email)
      setSentTo(email)
      setResendAt(inSeconds(CODE_RESEND_SECONDS))
    })
  const check = () => {
    const code = memberCodeIn(input.current?.value ?? '')
    if (code === null) return setFault(faults('code'))
    return void attempt(async () => {
      await signIn(email, code)
      onProven()
    })
  }
  // Enter in a field would submit the booking form.
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Enter') return
    event.preventDefault()
    check()
  }

  return (
    <section
      aria-labelledby={id}
      className="grid gap-3 rounded-lg border border-tungsten/50 bg-tungsten/8 p-4 sm:col-span-2"
    >
      <h3 id={id} className="font-medium">
        {t('title')}
      </h3>
      <p className="text-sm text-muted" role="status">
        {sent ? t('sent', { email }) : lead}
      </p>
      {sent ? (
        <div className="grid gap-3 sm:max-w-sm">
          <Field id="booking-proof" label={t('code')} error={fault} required>
            <Input
              ref={input}
              inputMode="numeric"
              autoComplete="one-time-code"
              autoFocus
              onKeyDown={onKeyDown}
            />
          </Field>
          <Button type="button" pending={busy} onClick={check}>
            {t('check')}
          </Button>
          <Button
            type="button"
            variant="link"
            className="min-h-11 justify-self-start"
            disabled={left > 0 || busy}
            onClick={() => void send()}
          >
            {left > 0 ? t('wait', { seconds: left }) : t('resend')}
          </Button>
        </div>
      ) : (
        <Button
          type="button"
          pending={busy}
          className="sm:justify-self-start"
          onClick={() => void send()}
        >
          {t('send', { email })}
        </Button>
      )}
    </section>
  )
}
