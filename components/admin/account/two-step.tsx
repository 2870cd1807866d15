'use client'
import { useTranslations } from 'next-intl'
import { useState } from 'react'
import { flushSync } from 'react-dom'
import { useSave } from '../use-save'
import { DisableStep } from './disable-step'
import { EnrolStep } from './enrol-step'
import { OneField } from './one-field'
import { RecoveryCodes } from './recovery-codes'

type Enrolment = { secret: string; address: string }

type Props = {
  on: boolean
  /** False when the server cannot keep its secret: it has no SECRET_KEY. */
  possible: boolean
  recoveryCodesLeft: number
}

/**
 * Switches two-step sign-in on (password, QR code and first code, recovery codes) and off
 * (password and code).
 */
export function TwoStep({ on, possible, recoveryCodesLeft }: Props) {
  const t = useTranslations('admin.account')
  const { send, refresh, pending, succeeded } = useSave()
  const [enrolment, setEnrolment] = useState<Enrolment | null>(null)
  const [codes, setCodes] = useState<string[] | null>(null)
  const [error, setError] = useState<string>()
  const [disableErrors, setDisableErrors] = useState<Record<string, string>>({})

  const begin = async (password: string) => {
    const result = await send<Enrolment>('POST', '/api/auth/two-step', { password })
    setError(result.ok ? undefined : (result.fields.password ?? result.message))
    if (result.ok) setEnrolment(result.data)
    return result.ok
  }
  const confirm = async (code: string) => {
    const result = await send<{ recoveryCodes: string[] }>('PUT', '/api/auth/two-step', { code })
    setError(result.ok ? undefined : (result.fields.code ?? result.message))
    if (!result.ok) return false
    setEnrolment(null)
    setCodes(result.data.recoveryCodes)
    succeeded(t('twoStepOn'))
    refresh()
    return true
  }
  const disable = async (body: { password: string; code: string }) => {
    const result = await send('DELETE', '/api/auth/two-step', body)
    // at once: the form selects the field that is marked wrong
    flushSync(() => setDisableErrors(result.ok ? {} : result.fields))
    if (!result.ok) return false
    setCodes(null)
    succeeded(t('twoStepOff'))
    refresh()
    return true
  }

  if (enrolment)
    return <EnrolStep {...enrolment} error={error} pending={pending} confirm={confirm} />
  return (
    <div className="grid gap-5">
      {codes && <RecoveryCodes codes={codes} />}
      <p className="measure text-sm text-muted">
        {on ? t('twoStepIsOn', { count: recoveryCodesLeft }) : t('twoStepIsOff')}
      </p>
      {on && <DisableStep errors={disableErrors} pending={pending} send={disable} />}
      {!on && !possible && <p className="measure text-sm">{t('twoStepNoKey')}</p>}
      {!on && possible && (
        <OneField
          id="two-step-password"
          label={t('password')}
          type="password"
          autoComplete="current-password"
          action={t('enable')}
          error={error}
          pending={pending}
          send={begin}
        />
      )}
    </div>
  )
}
