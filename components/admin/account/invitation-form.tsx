'use client'
import { useTranslations } from 'next-intl'
import { useState } from 'react'
import { request, sentenceOf } from '@/components/api'
import { useFieldErrors } from '@/components/form/use-field-errors'
import { useSchemaForm } from '@/components/form/use-schema-form'
import { useSubmit } from '@/components/form/use-submit'
import { Alert, AlertDescription } from '@/components/ui/alert'
import { Button } from '@/components/ui/button'
import { Field } from '@/components/ui/field'
import { Input } from '@/components/ui/input'
import { newAdminShape } from '@/lib/auth/schema'

type Values = { username: string; password: string }

/** Name and password of a new account; afterwards its owner is signed in. */
export function InvitationForm({ home }: { home: string }) {
  const t = useTranslations('admin.invitation')
  const [notice, setNotice] = useState<string | null>(null)
  const form = useSchemaForm<Values, Values>({
    schema: () => newAdminShape,
    defaultValues: { username: '', password: '' },
  })
  const errorOf = useFieldErrors(form.control)
  const { submit, pending } = useSubmit(form, {
    needsCookies: true,
    fields: ['username', 'password'],
    async send(values) {
      setNotice(null)
      const token = window.location.hash.slice(1)
      await request('/api/auth/invitation', { method: 'POST', body: { ...values, token } })
      // A full page load: nothing rendered for a signed-out visitor may stay in the router's cache.
      window.location.assign(home)
      return 'leaving' as const
    },
    onRefused: (error) => setNotice(sentenceOf(error) ?? t('unreachable')),
  })
  return (
    <form method="post" noValidate onSubmit={(event) => void submit(event)} className="grid gap-5">
      {notice !== null && (
        <Alert variant="destructive" role="alert">
          <AlertDescription className="text-fg">{notice}</AlertDescription>
        </Alert>
      )}
      <Field
        id="username"
        label={t('username')}
        hint={t('usernameHint')}
        error={errorOf('username')}
      >
        <Input
          {...form.register('username')}
          autoComplete="username"
          autoCapitalize="none"
          spellCheck={false}
        />
      </Field>
      <Field
        id="password"
        label={t('password')}
        hint={t('passwordHint')}
        error={errorOf('password')}
      >
        <Input {...form.register('password')} type="password" autoComplete="new-password" />
      </Field>
      <Button type="submit" size="lg" pending={pending}>
        {t('submit')}
      </Button>
    </form>
  )
}
