'use client'
import { useTranslations } from 'next-intl'
import { type ChangeEvent, useEffect, useRef, useState, useTransition } from 'react'
import { useFieldErrors } from '@/components/form/use-field-errors'
import { useSchemaForm } from '@/components/form/use-schema-form'
import { showServerErrors, useSubmit } from '@/components/form/use-submit'
import { useCountdown } from '@/components/checkout/hold-timer'
import { inSeconds } from '@/components/browser/clock'
import { notice, prepareNotices } from '@/components/browser/notice'
import { DataNotice } from '@/components/legal/consent'
import { HttpError, sentenceOf } from '@/components/api'
import { Button } from '@/components/ui/button'
import { Field } from '@/components/ui/field'
import { Input } from '@/components/ui/input'
import { CODE_RESEND_SECONDS, memberCodeIn } from '@/lib/auth/rules'
import { type MemberSignIn, memberCodeShape, memberSignInShape } from '@/lib/auth/schema'
import { askForCode, signIn } from './api'

type EmailInput = { email: string }

type Start = {
  email: string
  /** Whether the code was sent already. */
  sent: boolean
}
const BLANK: Start = { email: '', sent: false }

/** Shows in a notice an error that belongs to no field. */
function useRefusal() {
  const t = useTranslations('membership.member.code')
  return (error: unknown) => notice.error(t('failed.title'), sentenceOf(error) ?? t('failed.text'))
}

/**
 * Sign-in without a password: an email, then the six digits sent to it (docs/decisions/020 E2). The
 * same for members and others.
 */
export function SignIn({ start = BLANK, onDone }: { start?: Start; onDone: () => void }) {
  const t = useTranslations('membership.member.code')
  const [email, setEmail] = useState(start.email)
  const [resendAt, setResendAt] = useState(() =>
    start.sent ? inSeconds(CODE_RESEND_SECONDS) : null,
  )
  const [isLimited, setIsLimited] = useState(false)
  const send = async (to: string) => {
    setEmail((await askForCode(to)).email)
    setIsLimited(false)
    setResendAt(inSeconds(CODE_RESEND_SECONDS))
  }
  return (
    // High enough for a long email in the sentence above the code: nothing moves when it was sent.
    <div
      data-code=""
      className="grid min-h-77 w-full scroll-mt-3 content-start gap-3 sm:min-h-71 sm:w-96"
    >
      <p className="text-sm text-muted" role="status">
        {resendAt === null ? t('lead') : t(isLimited ? 'limited' : 'sent', { email })}
      </p>
      {resendAt === null ? (
        <EmailStep
          email={email}
          send={send}
          onLimited={(to) => {
            setEmail(to)
            setIsLimited(true)
            setResendAt(inSeconds(CODE_RESEND_SECONDS))
          }}
        />
      ) : (
        <CodeStep
          email={email}
          resendAt={resendAt}
          limited={isLimited}
          send={send}
          onDone={onDone}
          onOther={() => setResendAt(null)}
        />
      )}
    </div>
  )
}

type StepProps = { email: string; send: (email: string) => Promise<void> }

function EmailStep({ email, send, onLimited }: StepProps & { onLimited: (email: string) => void }) {
  const t = useTranslations('membership.member.code')
  const refuse = useRefusal()
  const form = useSchemaForm<EmailInput, EmailInput>({
    schema: () => memberCodeShape,
    defaultValues: { email },
  })
  const errorOf = useFieldErrors(form.control)
  const { submit, pending } = useSubmit(form, {
    fields: ['email'],
    needsCookies: true,
    send(input) {
      prepareNotices()
      return send(input.email)
    },
    onRefused(error) {
      if (showServerErrors(form, ['email'], error)) return
      refuse(error)
      // Others have used up the codes of this email: its owner may have been sent a long one.
      if (error instanceof HttpError && error.body.codeRequired) onLimited(form.getValues('email'))
    },
  })
  return (
    <form noValidate method="post" onSubmit={(event) => void submit(event)} className="grid gap-3">
      <Field id="member-email" label={t('email')} error={errorOf('email')} required>
        <Input
          {...form.register('email')}
          type="email"
          inputMode="email"
          autoComplete="email"
          autoFocus
        />
      </Field>
      <Button type="submit" pending={pending}>
        {pending ? t('sending') : t('send')}
      </Button>
      <DataNotice />
    </form>
  )
}

const TOP = 96

/**
 * The whole block around the code, its heading first, where part of it is outside of the window: the
 * field is then below the header and a notice.
 */
function bringIntoView(form: HTMLElement | null): void {
  const own = form?.closest('[data-code]')
  const block = own?.parentElement?.closest('[data-code]') ?? own
  const { top, bottom, height } = block?.getBoundingClientRect() ?? new DOMRect()
  if (height > 0 && (top < TOP || bottom > window.innerHeight))
    block?.scrollIntoView({ block: 'start' })
}

type CodeStepProps = StepProps & {
  resendAt: string
  /** No new six digits were sent. */
  limited: boolean
  onDone: () => void
  onOther: () => void
}

/**
 * The six digits: typed, pasted with surrounding text, or filled in by the phone; submitted
 * automatically when complete.
 */
function CodeStep({ email, resendAt, limited, send, onDone, onOther }: CodeStepProps) {
  const t = useTranslations('membership.member.code')
  const refuse = useRefusal()
  const place = useRef<HTMLFormElement>(null)
  useEffect(() => bringIntoView(place.current), [])
  const left = useCountdown(resendAt) ?? 0
  const form = useSchemaForm<MemberSignIn, MemberSignIn>({
    schema: () => memberSignInShape,
    recheck: 'onSubmit',
    defaultValues: { email, code: '' },
  })
  const errorOf = useFieldErrors(form.control)
  const { submit, pending } = useSubmit(form, {
    fields: ['code'],
    needsCookies: true,
    async send(input) {
      prepareNotices()
      await signIn(input.email, input.code)
      onDone()
    },
    onRefused: (error) => showServerErrors(form, ['code'], error) || refuse(error),
  })
  const [resending, startResending] = useTransition()
  const resend = () =>
    startResending(async () => {
      prepareNotices()
      await send(email).catch(refuse)
    })

  const change = ({ target }: ChangeEvent<HTMLInputElement>) => {
    form.clearErrors('code')
    const code = memberCodeIn(target.value)
    if (code === null) return
    if (target.value !== code) form.setValue('code', code)
    void submit()
  }
  return (
    <form
      ref={place}
      noValidate
      method="post"
      onSubmit={(event) => void submit(event)}
      className="grid gap-3"
    >
      <Field id="member-code" label={t('code')} error={errorOf('code')} required>
        <Input
          {...form.register('code', { onChange: change })}
          inputMode={limited ? 'text' : 'numeric'}
          autoCapitalize="characters"
          autoComplete="one-time-code"
          autoFocus
          className="figures h-14 text-center font-display text-2xl tracking-[0.4em]"
        />
      </Field>
      <Button type="submit" pending={pending}>
        {pending ? t('checking') : t('check')}
      </Button>
      <div className="flex flex-wrap justify-between gap-x-6">
        <Button
          variant="link"
          className="min-h-11"
          disabled={left > 0 || pending || resending}
          onClick={resend}
        >
          {left > 0 ? t('wait', { seconds: left }) : t('resend')}
        </Button>
        <Button variant="link" className="min-h-11" onClick={onOther}>
          {t('other')}
        </Button>
      </div>
    </form>
  )
}
