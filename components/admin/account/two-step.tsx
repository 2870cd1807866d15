'use client'
import { Copy, Smartphone } from 'lucide-react'
import { useTranslations } from 'next-intl'
import { useEffect, useRef, useState } from 'react'
import { copyText } from '@/components/browser/copy'
import { EntryForm, TextEntry, useEntry } from '@/components/admin/shared/form'
import { Button } from '@/components/ui/button'
import { buttonVariants } from '@/components/ui/button-variants'
import { QrCode } from '@/components/browser/qr-code'
import { bothStepsShape, firstCodeShape, ownPasswordShape } from '@/lib/auth/schema'

type Enrolment = { secret: string; address: string }

type Props = {
  on: boolean
  /** False when the server cannot encrypt its secret because it has no SECRET_KEY. */
  possible: boolean
  recoveryCodesLeft: number
}

/**
 * Switches two-step sign-in on (password, QR code and first code, recovery codes) and off
 * (password and code).
 */
export function TwoStep({ on, possible, recoveryCodesLeft }: Props) {
  const t = useTranslations('admin.account')
  const [enrolment, setEnrolment] = useState<Enrolment | null>(null)
  const [codes, setCodes] = useState<string[] | null>(null)

  if (enrolment)
    return (
      <EnrolStep
        {...enrolment}
        confirmed={({ recoveryCodes }) => {
          setEnrolment(null)
          setCodes(recoveryCodes)
        }}
      />
    )
  return (
    <div className="grid gap-5">
      {codes && <RecoveryCodes codes={codes} />}
      <p className="measure text-sm text-muted">
        {on ? t('twoStepIsOn', { count: recoveryCodesLeft }) : t('twoStepIsOff')}
      </p>
      {on && <DisableStep disabled={() => setCodes(null)} />}
      {!on && !possible && <p className="measure text-sm">{t('twoStepNoKey')}</p>}
      {!on && possible && <EnableStep begun={setEnrolment} />}
    </div>
  )
}

/** The password, as proof of identity. */
function EnableStep({ begun }: { begun: (enrolment: Enrolment) => void }) {
  const t = useTranslations('admin.account')
  const entry = useEntry<Enrolment>({
    method: 'POST',
    path: '/api/auth/two-step',
    schema: ownPasswordShape,
    fields: ['password'],
    done: begun,
  })
  return (
    <EntryForm entry={entry} className="grid max-w-md gap-4">
      <OwnPasswordEntry />
      <Button type="submit" pending={entry.pending} className="justify-self-start">
        {t('enable')}
      </Button>
    </EntryForm>
  )
}

type EnrolStepProps = Enrolment & { confirmed: (answer: { recoveryCodes: string[] }) => void }

/**
 * The secret as a QR code, as a link that opens an app on this device, and as text; and the first
 * code, which proves that the app has it.
 */
function EnrolStep({ secret, address, confirmed }: EnrolStepProps) {
  const t = useTranslations('admin.account')
  const entry = useEntry<{ recoveryCodes: string[] }>({
    method: 'PUT',
    path: '/api/auth/two-step',
    schema: firstCodeShape,
    fields: ['code'],
    saved: t('twoStepOn'),
    done: confirmed,
  })
  return (
    <div className="grid gap-5 sm:grid-cols-[9rem_minmax(0,1fr)]">
      <QrCode text={address} label={t('qr')} />
      <div className="grid content-start gap-4">
        <p className="measure text-sm text-muted">{t('scan')}</p>
        <p>
          <span className="block text-sm text-muted">{t('secret')}</span>
          <code translate="no" className="figures text-sm break-all select-all">
            {secret.replace(/(.{4})(?=.)/g, '$1 ')}
          </code>
        </p>
        <p className="flex flex-wrap gap-2.5">
          <CopyKey secret={secret} />
          <a href={address} className={buttonVariants({ variant: 'outline', size: 'sm' })}>
            <Smartphone aria-hidden="true" />
            {t('openApp')}
          </a>
        </p>
        <EntryForm entry={entry} className="grid max-w-md gap-4">
          <TextEntry
            name="code"
            label={t('firstCode')}
            inputMode="numeric"
            autoComplete="one-time-code"
          />
          <Button type="submit" pending={entry.pending} className="justify-self-start">
            {t('confirm')}
          </Button>
        </EntryForm>
      </div>
    </div>
  )
}

function CopyKey({ secret }: { secret: string }) {
  const t = useTranslations('admin.account.copyKey')
  const [state, setState] = useState<'copy' | 'copied' | 'failed'>('copy')
  const copy = async () => setState((await copyText(secret)) ? 'copied' : 'failed')
  return (
    <Button variant="outline" size="sm" onClick={() => void copy()}>
      <Copy aria-hidden="true" />
      <span aria-live="polite">{t(state)}</span>
    </Button>
  )
}

/** Both steps, to switch the second one off. */
function DisableStep({ disabled }: { disabled: () => void }) {
  const t = useTranslations('admin.account')
  const entry = useEntry({
    method: 'DELETE',
    path: '/api/auth/two-step',
    schema: bothStepsShape,
    fields: ['password', 'code'],
    saved: t('twoStepOff'),
    done(_, form) {
      form.reset()
      disabled()
    },
  })
  return (
    <EntryForm entry={entry} className="grid max-w-md gap-4">
      <OwnPasswordEntry />
      <SecondStepEntry />
      <Button
        type="submit"
        variant="outline"
        pending={entry.pending}
        className="justify-self-start"
      >
        {t('disable')}
      </Button>
    </EntryForm>
  )
}

const OwnPasswordEntry = () => (
  <TextEntry
    name="password"
    label={useTranslations('admin.account')('password')}
    type="password"
    autoComplete="current-password"
  />
)

/** The code of the authenticator app, or a recovery code, that a change of the account needs. */
export function SecondStepEntry() {
  const t = useTranslations('admin.signIn')
  return (
    <TextEntry
      name="code"
      label={t('code')}
      hint={t('codeHint')}
      autoComplete="one-time-code"
      autoCapitalize="characters"
      spellCheck={false}
      className="figures"
    />
  )
}

/**
 * The recovery codes for a lost phone, shown only once. Takes the focus, because they are now the
 * main content of the page.
 */
function RecoveryCodes({ codes }: { codes: string[] }) {
  const t = useTranslations('admin.account')
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => heading.current?.focus(), [])
  return (
    <section
      aria-labelledby="recovery-codes"
      className="grid gap-3 rounded-lg border border-l-4 border-line border-l-tungsten bg-raised p-4"
    >
      <h3 ref={heading} id="recovery-codes" tabIndex={-1} className="text-base">
        {t('recoveryTitle')}
      </h3>
      <p className="measure text-sm text-muted">{t('recoveryText')}</p>
      <ul className="figures grid gap-x-6 gap-y-1 text-sm sm:grid-cols-2">
        {codes.map((code) => (
          <li key={code}>
            <code translate="no">{code}</code>
          </li>
        ))}
      </ul>
    </section>
  )
}
