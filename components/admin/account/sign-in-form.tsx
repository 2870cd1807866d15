'use client'
import { useTranslations } from 'next-intl'
import { useEffect, useState, useSyncExternalStore } from 'react'
import { flushSync } from 'react-dom'
import '@/components/admin/admin.css'
import { HttpError, request, sentenceOf } from '@/components/api'
import { useFieldErrors } from '@/components/form/use-field-errors'
import { focusControl, useSchemaForm } from '@/components/form/use-schema-form'
import { useSubmit } from '@/components/form/use-submit'
import { Alert, AlertDescription, AlertTitle } from '@/components/ui/alert'
import { Button } from '@/components/ui/button'
import { Field } from '@/components/ui/field'
import { Input } from '@/components/ui/input'
import { safeNext } from '@/lib/auth/rules'
import { type SignIn, signInShape, type SignInValues } from '@/lib/auth/schema'
import { leaveTo, type Scope, signOut, stillOpen } from './sign-out'

type Props = {
  /** The destination when the address has no safe `next`. */
  home: string
  /** Called instead of navigating: for a sign-in in the middle of work. */
  onSignedIn?: () => void
}

/** The sign-in form of administrators. */
export function SignInForm({ home, onSignedIn }: Props) {
  const t = useTranslations('admin.signIn')
  const [notice, setNotice] = useState<string | null>(null)
  const [asksCode, setAsksCode] = useState(false)
  const wait = useCountdown()
  const form = useSchemaForm<SignInValues, SignIn>({
    schema: () => signInShape,
    defaultValues: { username: '', password: '', code: '' },
  })
  const errorOf = useFieldErrors(form.control)

  const { submit, pending } = useSubmit(form, {
    needsCookies: true,
    fields: ['username', 'password', 'code'],
    async send(values) {
      setNotice(null)
      await request('/api/auth/sign-in', { method: 'POST', body: values })
      if (onSignedIn) onSignedIn()
      // A full page load: nothing rendered for a signed-out visitor may stay in the router's cache.
      else
        window.location.assign(
          safeNext(new URLSearchParams(window.location.search).get('next')) ?? home,
        )
      return 'leaving' as const
    },
    onRefused(error) {
      const refusal = error instanceof HttpError ? error : null
      const codeRequired = refusal?.body.codeRequired ?? false
      if (refusal?.status === 429 && !codeRequired && refusal.retryAfterSeconds > 0)
        wait.start(refusal.retryAfterSeconds)
      // At once: the field has to be on the page before it can be focused.
      flushSync(() => {
        setNotice(sentenceOf(error) ?? t('unreachable'))
        if (codeRequired) setAsksCode(true)
      })
      focusControl(form, codeRequired ? 'code' : 'password')
    },
  })

  const waiting = wait.left > 0
  return (
    // POST: before the component is hydrated, the browser would otherwise put the password into the
    // address.
    <form method="post" noValidate onSubmit={(event) => void submit(event)} className="grid gap-5">
      <StillOpen />
      {notice !== null && (
        <Alert variant="destructive" role="alert">
          <AlertDescription className="text-fg">{notice}</AlertDescription>
        </Alert>
      )}
      <Field id="username" label={t('username')} error={errorOf('username')}>
        <Input
          {...form.register('username')}
          autoComplete="username"
          autoCapitalize="none"
          spellCheck={false}
        />
      </Field>
      <Field id="password" label={t('password')} error={errorOf('password')}>
        <Input {...form.register('password')} type="password" autoComplete="current-password" />
      </Field>
      {asksCode && (
        <Field id="code" label={t('code')} hint={t('codeHint')} error={errorOf('code')}>
          <Input
            {...form.register('code')}
            autoComplete="one-time-code"
            autoCapitalize="characters"
            spellCheck={false}
            className="figures"
          />
        </Field>
      )}
      <Button type="submit" size="lg" pending={pending} disabled={waiting}>
        {pending ? t('submitting') : t('submit')}
      </Button>
      {waiting && (
        <p className="figures text-center text-sm text-muted">
          {t('wait', { time: clock(wait.left) })}
        </p>
      )}
    </form>
  )
}

const never = () => () => {}

/** Shows that the last sign-out did not reach the server, and retries it. */
function StillOpen() {
  const t = useTranslations('admin.signIn.stillOpen')
  const scope = useSyncExternalStore(never, stillOpen, () => null)
  const [pending, setPending] = useState(false)
  if (scope === null) return null
  const again = async (which: Scope) => {
    setPending(true)
    leaveTo(await signOut(window.location.pathname, which))
  }
  return (
    <Alert role="alert">
      <AlertTitle>{t('title')}</AlertTitle>
      <AlertDescription className="grid gap-3">
        <p>{t('text')}</p>
        <Button
          variant="outline"
          size="sm"
          pending={pending}
          className="justify-self-start"
          onClick={() => void again(scope)}
        >
          {t('again')}
        </Button>
      </AlertDescription>
    </Alert>
  )
}

const clock = (seconds: number) =>
  `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`

/** Seconds left of a wait, counting down to 0; `start(n)` begins one. */
function useCountdown(): { left: number; start: (seconds: number) => void } {
  const [until, setUntil] = useState(0)
  const [left, setLeft] = useState(0)
  useEffect(() => {
    if (until === 0) return
    // Computed from the clock, not by counting ticks: a tab in the background gets few of them.
    const update = () => setLeft(Math.max(0, Math.ceil((until - Date.now()) / 1000)))
    update()
    const timer = setInterval(update, 500)
    return () => clearInterval(timer)
  }, [until])
  return { left, start: (seconds) => setUntil(Date.now() + seconds * 1000) }
}
