'use client'
import { useTranslations } from 'next-intl'
import { SecondStepEntry } from '@/components/admin/account/two-step'
import { EntryForm, TextEntry, useEntry } from '@/components/admin/shared/form'
import { Button } from '@/components/ui/button'
import { newPasswordShape } from '@/lib/auth/schema'

/**
 * Changes the password after checking the old one and, where it is on, the second step. Every other
 * session ends.
 */
export function PasswordForm({ twoStep }: { twoStep: boolean }) {
  const t = useTranslations('admin.account')
  const entry = useEntry({
    method: 'PATCH',
    path: '/api/auth/password',
    schema: newPasswordShape,
    fields: ['password', 'newPassword', 'code'],
    saved: t('passwordChanged'),
    done: (_, form) => form.reset(),
  })
  return (
    <EntryForm entry={entry} className="grid max-w-md gap-4">
      <TextEntry
        name="password"
        label={t('oldPassword')}
        type="password"
        autoComplete="current-password"
      />
      <TextEntry
        name="newPassword"
        label={t('newPassword')}
        hint={t('newPasswordHint')}
        type="password"
        autoComplete="new-password"
      />
      {twoStep && <SecondStepEntry />}
      <Button type="submit" pending={entry.pending} className="justify-self-start">
        {t('changePassword')}
      </Button>
    </EntryForm>
  )
}
