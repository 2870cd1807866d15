'use client'
import { KeyRound } from 'lucide-react'
import { useTranslations } from 'next-intl'
import { useRef, useState, useSyncExternalStore } from 'react'
import { flushSync } from 'react-dom'
import { HttpError, request, sentenceOf } from '@/components/api'
import { useCountdown } from '@/components/checkout/hold-timer'
import { useFieldErrors } from '@/components/form/use-field-errors'
import { focusControl, useSchemaForm } from '@/components/form/use-schema-form'
import { useSubmit } from '@/components/form/use-submit'
import { inSeconds } from '@/components/browser/clock'
import { Alert, AlertDescription, AlertTitle } from '@/components/ui/alert'
import { Button } from '@/components/ui/button'
import { Field } from '@/components/ui/field'
import { Input } from '@/components/ui/input'
import { safeNext } from '@/lib/auth/rules'
import { type SignInInput, signInShape, type SignInValues } from '@/lib/auth/schema'
import { hasPasskeys, isDeclined, signedByPasskey } from './passkeys'
import { leaveTo, type Scope, signOutAdmin, stillOpen } from './sign-out'
import { usePasskeyOffer } from './use-passkey-offer'

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
  const [waitsUntil, setWaitsUntil] = useState<string | null>(null)
  const wait = useCountdown(waitsUntil) ?? 0
  const form = useSchemaForm<SignInValues, SignInInput>({
    schema: () => signInShape,
    defaultValues: { username: '', password: '', code: '', trusted: false },
  })
  const errorOf = useFieldErrors(form.control)

  const enter = () => {
    if (onSignedIn) onSignedIn()
    // A full page load: nothing rendered for a signed-out visitor may stay in the router's cache.
    else
      window.location.assign(
        safeNext(new URLSearchParams(window.location.search).get('next')) ?? home,
      )
  }
  // The form's own offer and the button may both have one.
  const isEntering = useRef(false)
  const enterBy = async (passkey: unknown) => {
    if (isEntering.current) return
    isEntering.current = true
    setNotice(null)
    const body = { passkey, trusted: form.getValues('trusted') }
    await request('/api/auth/sign-in/passkey', { method: 'POST', body }).then(
      enter,
      (error: unknown) => {
        isEntering.current = false
        setNotice(sentenceOf(error) ?? t('unreachable'))
      },
    )
  }
  usePasskeyOffer((passkey) => void enterBy(passkey))

  const { submit, pending } = useSubmit(form, {
    needsCookies: true,
    fields: ['username', 'password', 'code'],
    async send(values) {
      setNotice(null)
      await request('/api/auth/sign-in', { method: 'POST', body: values })
      enter()
      return 'leaving' as const
    },
    onRefused(error) {
      const refusal = error instanceof HttpError ? error : null
      const codeRequired = refusal?.body.codeRequired ?? false
      if (refusal?.status === 429 && !codeRequired && refusal.retryAfterSeconds > 0)
        setWaitsUntil(inSeconds(refusal.retryAfterSeconds))
      // At once: the field has to be on the page before it can be focused.
      flushSync(() => {
        setNotice(sentenceOf(error) ?? t('unreachable'))
        if (codeRequired) setAsksCode(true)
      })
      focusControl(form, codeRequired ? 'code' : 'password')
    },
  })

  const waiting = wait > 0
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
          autoComplete="username webauthn"
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
      <label className="flex min-h-11 cursor-pointer items-center gap-3 text-sm">
        <input type="checkbox" {...form.register('trusted')} className="size-5" />
        <span className="grid">
          <span className="font-medium">{t('trusted')}</span>
          <span className="text-muted">{t('trustedHint')}</span>
        </span>
      </label>
      <Button type="submit" size="lg" pending={pending} disabled={waiting}>
        {pending ? t('submitting') : t('submit')}
      </Button>
      <PasskeyButton chosen={enterBy} failed={() => setNotice(t('passkeyFailed'))} />
      {waiting && (
        <p className="figures text-center text-sm text-muted">{t('wait', { time: clock(wait) })}</p>
      )}
    </form>
  )
}

const never = () => () => {}

type PasskeyButtonProps = { chosen: (passkey: unknown) => Promise<void>; failed: () => void }

function PasskeyButton({ chosen, failed }: PasskeyButtonProps) {
  const t = useTranslations('admin.signIn')
  const isPossible = useSyncExternalStore(never, hasPasskeys, () => false)
  const [pending, setPending] = useState(false)
  if (!isPossible) return null
  const choose = async () => {
    setPending(true)
    try {
      await chosen(await signedByPasskey())
    } catch (error) {
      if (!isDeclined(error)) failed()
    } finally {
      setPending(false)
    }
  }
  return (
    <Button variant="outline" size="lg" pending={pending} onClick={() => void choose()}>
      <KeyRound aria-hidden="true" />
      {t('passkey')}
    </Button>
  )
}

/** Shows that the last sign-out did not reach the server, and retries it, or that it ended too little. */
function StillOpen() {
  const t = useTranslations('admin.signIn.stillOpen')
  const open = useSyncExternalStore(never, stillOpen, () => null)
  const [pending, setPending] = useState(false)
  if (open === null) return null
  if (open === 'elsewhere')
    return (
      <Alert role="alert">
        <AlertTitle>{t('elsewhereTitle')}</AlertTitle>
        <AlertDescription>{t('elsewhereText')}</AlertDescription>
      </Alert>
    )
  const again = async (which: Scope) => {
    setPending(true)
    leaveTo(await signOutAdmin(window.location.pathname, which))
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
          onClick={() => void again(open)}
        >
          {t('again')}
        </Button>
      </AlertDescription>
    </Alert>
  )
}

const clock = (seconds: number) =>
  `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`
