'use client'
import { useTranslations } from 'next-intl'
import { useRef, type SubmitEvent } from 'react'
import { Button } from '@/components/ui/button'
import { Field } from '@/components/ui/field'
import { Input } from '@/components/ui/input'
import { SecondStepField } from './second-step-field'

type Props = {
  errors: Record<string, string>
  pending: boolean
  /** True when it was accepted; else the field that was wrong is selected, to be typed over. */
  send: (body: { password: string; code: string }) => Promise<boolean>
}

/** Both steps, to switch the second one off. */
export function DisableStep({ errors, pending, send }: Props) {
  const t = useTranslations('admin.account')
  const form = useRef<HTMLFormElement>(null)
  const submit = async (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault()
    const data = new FormData(event.currentTarget)
    const text = (name: string) => String(data.get(name) ?? '')
    if (await send({ password: text('password'), code: text('code') })) {
      form.current?.reset()
      return
    }
    const wrong = form.current?.querySelector<HTMLInputElement>('[aria-invalid]')
    wrong?.focus()
    wrong?.select()
  }
  return (
    <form
      ref={form}
      method="post"
      noValidate
      onSubmit={(event) => void submit(event)}
      className="grid max-w-md gap-4"
    >
      <Field id="two-step-password" label={t('password')} error={errors.password}>
        <Input name="password" type="password" autoComplete="current-password" />
      </Field>
      <SecondStepField id="two-step-code" error={errors.code} />
      <Button type="submit" variant="outline" pending={pending} className="justify-self-start">
        {t('disable')}
      </Button>
    </form>
  )
}
