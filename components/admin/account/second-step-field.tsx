import { useTranslations } from 'next-intl'
import { Field } from '@/components/ui/field'
import { Input } from '@/components/ui/input'

/** The code of the authenticator app, or a recovery code, that a change of the account needs. */
export function SecondStepField({ id, error }: { id: string; error: string | undefined }) {
  const t = useTranslations('admin.signIn')
  return (
    <Field id={id} label={t('code')} hint={t('codeHint')} error={error}>
      <Input
        name="code"
        autoComplete="one-time-code"
        autoCapitalize="characters"
        spellCheck={false}
        className="figures"
      />
    </Field>
  )
}
