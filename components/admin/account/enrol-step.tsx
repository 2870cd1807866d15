'use client'
import { useTranslations } from 'next-intl'
import { QrCode } from '@/components/ui/qr-code'
import { OneField } from './one-field'

type Props = {
  secret: string
  address: string
  error: string | undefined
  pending: boolean
  confirm: (code: string) => Promise<boolean>
}

/**
 * The secret as a picture to scan and as text to type, and the first code that shows that the app
 * has it.
 */
export function EnrolStep({ secret, address, error, pending, confirm }: Props) {
  const t = useTranslations('admin.account')
  return (
    <div className="grid gap-5 sm:grid-cols-[9rem_minmax(0,1fr)]">
      <QrCode text={address} label={t('qr')} />
      <div className="grid content-start gap-4">
        <p className="measure text-sm text-muted">{t('scan')}</p>
        <p>
          <span className="block text-sm text-muted">{t('secret')}</span>
          <code className="figures text-sm break-all">{secret.replace(/(.{4})(?=.)/g, '$1 ')}</code>
        </p>
        <OneField
          id="first-code"
          label={t('firstCode')}
          inputMode="numeric"
          autoComplete="one-time-code"
          action={t('confirm')}
          error={error}
          pending={pending}
          send={confirm}
        />
      </div>
    </div>
  )
}
