'use client'
import { zodResolver } from '@hookform/resolvers/zod'
import { useTranslations } from 'next-intl'
import { useState } from 'react'
import { useForm } from 'react-hook-form'
import { Alert, AlertDescription } from '@/components/ui/alert'
import { Button } from '@/components/ui/button'
import { Field } from '@/components/ui/field'
import { Input } from '@/components/ui/input'
import { safeNext } from '@/lib/auth/rules'
import { signInShape, type SignIn } from '@/lib/auth/schema'
import { signIn } from './session'
import { useCountdown } from './use-countdown'

/** The owner's way in. `home` is where it leads when the address names no safe `next`. */
export function SignInForm({ home }: { home: string }) {
  const t = useTranslations('admin.signIn')
  const field = useTranslations('errors.fields')
  const [notice, setNotice] = useState<string | null>(null)
  const wait = useCountdown()
  const form = useForm<SignIn>({
    resolver: zodResolver(signInShape),
    defaultValues: { username: '', password: '' },
    mode: 'onSubmit',
    reValidateMode: 'onChange',
  })
  const { errors, isSubmitting, isSubmitSuccessful } = form.formState

  const submit = form.handleSubmit(async (values) => {
    setNotice(null)
    const result = await signIn(values)
    if (result.kind === 'done') {
      // A whole new page load: nothing rendered for a stranger may stay in the router's memory.
      window.location.assign(safeNext(new URLSearchParams(window.location.search).get('next')) ?? home)
      return
    }
    if (result.kind === 'refused' && result.waitSeconds > 0) wait.start(result.waitSeconds)
    setNotice((result.kind === 'refused' && result.message) || t('unreachable'))
    form.setError('root', { type: 'server' })
    form.setFocus('password', { shouldSelect: true })
  })

  const text = (key: string | undefined) => key && (field.has(key) ? field(key) : field('invalid'))
  const waiting = wait.left > 0
  const busy = isSubmitting || isSubmitSuccessful
  return (
    // post: before this island is awake, the browser itself would put the password into the address.
    <form method="post" noValidate onSubmit={submit} className="grid gap-5">
      {notice !== null && (
        <Alert variant="destructive" role="alert">
          <AlertDescription className="text-fg">{notice}</AlertDescription>
        </Alert>
      )}
      <Field id="username" label={t('username')} error={text(errors.username?.message)}>
        <Input {...form.register('username')} autoComplete="username" autoCapitalize="none" spellCheck={false} />
      </Field>
      <Field id="password" label={t('password')} error={text(errors.password?.message)}>
        <Input {...form.register('password')} type="password" autoComplete="current-password" />
      </Field>
      <Button type="submit" size="lg" pending={busy} disabled={waiting}>
        {busy ? t('submitting') : t('submit')}
      </Button>
      {waiting && <p className="figures text-center text-sm text-muted">{t('wait', { time: clock(wait.left) })}</p>}
    </form>
  )
}

const clock = (seconds: number) => `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`
