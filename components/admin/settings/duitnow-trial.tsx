'use client'
import { useTranslations } from 'next-intl'
import { useWatch } from 'react-hook-form'
import { useEntryForm } from '@/components/admin/shared/form'
import { QrCode } from '@/components/browser/qr-code'
import { formatRM } from '@/lib/money'
import { askingQr, TRIAL } from '@/lib/settings/duitnow'
import type { TransferSetting } from '@/lib/settings/transfer'

/**
 * Whether banks take the owner's QR with a sum and a reference added to it is known once they have paid
 * ten sen with it. Another QR is untried.
 */
export function DuitNowTrial({ transfer }: { transfer: TransferSetting }) {
  const t = useTranslations('admin.settings.transfer')
  const { form } = useEntryForm()
  const typed = useWatch({ control: form.control })
  const duitnow = String(typed.duitnow ?? transfer.duitnow).trim()
  const askable = String(typed.askable ?? transfer.askable)
  const trial = askingQr(duitnow, TRIAL)
  return (
    <>
      {/* Without a defaultValue, which React would put back at the next render. */}
      <input type="hidden" {...form.register('askable', { value: transfer.askable })} />
      {trial !== null && (
        <div className="grid gap-4 rounded-md border border-line bg-ground/40 p-4 sm:grid-cols-[auto_minmax(0,1fr)]">
          <div className="grid content-start gap-2">
            <QrCode
              text={trial}
              label={t('trialQr')}
              save={{ name: 'duitnow-trial.png', label: t('trialSave') }}
            />
          </div>
          <div className="grid content-start gap-3">
            <p className="measure text-sm text-muted">
              {t('trial', { amount: formatRM(TRIAL.amountSen), reference: TRIAL.reference })}
            </p>
            <label className="flex min-h-11 cursor-pointer items-center gap-3 text-sm font-medium">
              <input
                type="checkbox"
                checked={askable === duitnow}
                onChange={({ target }) =>
                  form.setValue('askable', target.checked ? duitnow : '', { shouldDirty: true })
                }
                className="size-5"
              />
              <span>{t('askable')}</span>
            </label>
          </div>
        </div>
      )}
    </>
  )
}
