'use client'
import { useTranslations } from 'next-intl'
import { useRef, useState, type SubmitEvent } from 'react'
import { Button } from '@/components/ui/button'
import { Field } from '@/components/ui/field'
import { Input } from '@/components/ui/input'
import { useSave } from '../use-save'
import { SecondStepField } from './second-step-field'

/**
 * A new password for whoever knows the old one and has the second step, where it is on. Every other
 * session ends.
 */
export function PasswordForm({ twoStep }: { twoStep: boolean }) {
  const t = useTranslations('admin.account')
  const { send, refresh, pending, succeeded } = useSave()
  const [errors, setErrors] = useState<Record<string, string>>({})
  const form = useRef<HTMLFormElement>(null)
  const submit = async (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault()
    const data = new FormData(event.currentTarget)
    const result = await send('PATCH', '/api/auth/password', {
      password: data.get('password'),
      newPassword: data.get('newPassword'),
      ...(twoStep && { code: data.get('code') }),
    })
    setErrors(result.ok ? {} : result.fields)
    if (result.ok) {
      form.current?.reset()
      succeeded(t('passwordChanged'))
      refresh()
    } else {
      const wrong = ['password', 'newPassword', 'code'].find((name) => result.fields[name])
      const field = form.current?.elements.namedItem(wrong ?? 'password')
      if (!(field instanceof HTMLInputElement)) return
      field.focus()
      field.select()
    }
  }
  return (
    // post: before this island is awake, the browser itself would put the passwords into the
    // address.
    <form
      ref={form}
      method="post"
      noValidate
      onSubmit={(event) => void submit(event)}
      className="grid max-w-md gap-4"
    >
      <Field id="old-password" label={t('oldPassword')} error={errors.password}>
        <Input name="password" type="password" autoComplete="current-password" />
      </Field>
      <Field
        id="new-password"
        label={t('newPassword')}
        hint={t('newPasswordHint')}
        error={errors.newPassword}
      >
        <Input name="newPassword" type="password" autoComplete="new-password" />
      </Field>
      {twoStep && <SecondStepField id="password-code" error={errors.code} />}
      <Button type="submit" pending={pending} className="justify-self-start">
        {t('changePassword')}
      </Button>
    </form>
  )
}
