'use client'
import type { FormEvent } from 'react'
import { Button } from '@/components/ui/button'
import { Field } from '@/components/ui/field'
import { Input } from '@/components/ui/input'
import { memberCodeShape } from '@/lib/auth/schema'
import type { StepProps } from './sign-in'
import type { FieldWords } from './words'

export function EmailStep({
  words,
  faults,
  busy,
  fault,
  onFault,
  email,
  onSend,
}: StepProps & { email: string; onSend: (email: string) => void }) {
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const typed = memberCodeShape.safeParse({
      email: new FormData(event.currentTarget).get('email'),
    })
    if (typed.success) return onSend(typed.data.email)
    onFault(faults[typed.error.issues[0]?.message as keyof FieldWords] ?? faults.invalid)
    event.currentTarget.querySelector('input')?.focus()
  }
  return (
    <form noValidate method="post" onSubmit={submit} className="grid gap-3">
      <Field id="member-email" label={words.email} error={fault} required>
        <Input
          name="email"
          type="email"
          inputMode="email"
          autoComplete="email"
          maxLength={254}
          defaultValue={email}
          autoFocus
        />
      </Field>
      <Button type="submit" pending={busy}>
        {busy ? words.sending : words.send}
      </Button>
    </form>
  )
}
