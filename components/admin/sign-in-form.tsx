'use client'
import { zodResolver } from '@hookform/resolvers/zod'
import { useTranslations } from 'next-intl'
import { useState } from 'react'
import { flushSync } from 'react-dom'
import { useForm } from 'react-hook-form'
import { Alert, AlertDescription } from '@/components/ui/alert'
import { Button } from '@/components/ui/button'
import { Field } from '@/components/ui/field'
import { Input } from '@/components/ui/input'
import { safeNext } from '@/lib/auth/rules'
import { signInShape, type SignIn, type SignInValues } from '@/lib/auth/schema'
import { signIn } from './session'
import { useCountdown } from './use-countdown'
import './admin.css'

type Props = {
  /** Where it leads when the address names no safe `next`. */
  home: string
  /** Instead of leading anywhere: for a sign-in in the middle of work. */
  onSignedIn?: () => void
}

/** The owner's way in. */
export function SignInForm({ home, onSignedIn }: Props) {
  const t = useTranslations('admin.signIn')
  const field = useTranslations('errors.fields')
  const [notice, setNotice] = useState<string | null>(null)
  const [asksCode, setAsksCode] = useState(false)
  const wait = useCountdown()
  const form = useForm<SignInValues, unknown, SignIn>({
    resolver: zodResolver(signInShape),
    defaultValues: { username: '', password: '', code: '' },
    mode: 'onSubmit',
    reValidateMode: 'onChange',
  })
  const { errors, isSubmitting, isSubmitSuccessful } = form.formState

  const submit = form.handleSubmit(async (values) => {
    setNotice(null)
    const result = await signIn(values)
    if (result.kind === 'done') {
      if (onSignedIn) return onSignedIn()
      // A whole new page load: nothing rendered for a stranger may stay in the router's memory.
      window.location.assign(
        safeNext(new URLSearchParams(window.location.search).get('next')) ?? home,
      )
      return
    }
    if (result.kind === 'refused' && result.waitSeconds > 0) wait.start(result.waitSeconds)
    setNotice((result.kind === 'refused' && result.message) || t('unreachable'))
    form.setError('root', { type: 'server' })
    // the field must stand there to be focused
    if (result.kind === 'refused' && result.codeRequired) flushSync(() => setAsksCode(true))
    form.setFocus(result.kind === 'refused' && result.codeRequired ? 'code' : 'password', {
      shouldSelect: true,
    })
  })

  const text = (key: string | undefined) => key && (field.has(key) ? field(key) : field('invalid'))
  const waiting = wait.left > 0
  const busy = isSubmitting || isSubmitSuccessful
  return (
    // post: before this island is awake, the browser itself would put the password into the
    // address.
    <form method="post" noValidate onSubmit={submit} className="grid gap-5">
      {notice !== null && (
        <Alert variant="destructive" role="alert">
          <AlertDescription className="text-fg">{notice}</AlertDescription>
        </Alert>
      )}
      <Field id="username" label={t('username')} error={text(errors.username?.message)}>
        <Input
          {...form.register('username')}
          autoComplete="username"
          autoCapitalize="none"
          spellCheck={false}
        />
      </Field>
      <Field id="password" label={t('password')} error={text(errors.password?.message)}>
        <Input {...form.register('password')} type="password" autoComplete="current-password" />
      </Field>
      {asksCode && (
        <Field id="code" label={t('code')} hint={t('codeHint')} error={text(errors.code?.message)}>
          <Input
            {...form.register('code')}
            autoComplete="one-time-code"
            autoCapitalize="characters"
            spellCheck={false}
            className="figures"
          />
        </Field>
      )}
      <Button type="submit" size="lg" pending={busy} disabled={waiting}>
        {busy ? t('submitting') : t('submit')}
      </Button>
      {waiting && (
        <p className="figures text-center text-sm text-muted">
          {t('wait', { time: clock(wait.left) })}
        </p>
      )}
    </form>
  )
}

const clock = (seconds: number) =>
  `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`
