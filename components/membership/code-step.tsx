'use client'
import { useEffect, useRef, type ChangeEvent, type FormEvent } from 'react'
import { useCountdown } from '@/components/payment/use-countdown'
import { fill } from '@/components/site/fill'
import { Button } from '@/components/ui/button'
import { Field } from '@/components/ui/field'
import { Input } from '@/components/ui/input'
import { CODE_DIGITS } from '@/lib/auth/rules'
import type { StepProps } from './sign-in'

type Props = StepProps & {
  resendAt: string
  onCheck: (code: string) => void
  onResend: () => void
  onOther: () => void
}

/**
 * The six digits: typed, pasted with whatever stands around them, or filled in by the phone; sent
 * by themselves when complete.
 */
export function CodeStep({
  words,
  faults,
  busy,
  fault,
  onFault,
  resendAt,
  onCheck,
  onResend,
  onOther,
}: Props) {
  const input = useRef<HTMLInputElement>(null)
  const left = useCountdown(resendAt) ?? 0
  useEffect(() => {
    if (fault) input.current?.select()
  }, [fault])

  const digits = () => (input.current?.value ?? '').replace(/\D/g, '').slice(0, CODE_DIGITS)
  const change = (event: ChangeEvent<HTMLInputElement>) => {
    const before = event.target.value
    const code = digits()
    if (before !== code) event.target.value = code
    if (fault) onFault(undefined)
    if (code.length === CODE_DIGITS) onCheck(code)
  }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (digits().length === CODE_DIGITS) return onCheck(digits())
    onFault(faults.code)
    input.current?.focus()
  }
  return (
    <form noValidate method="post" onSubmit={submit} className="grid gap-3">
      <Field id="member-code" label={words.code} error={fault} required>
        <Input
          ref={input}
          name="code"
          inputMode="numeric"
          autoComplete="one-time-code"
          autoFocus
          onChange={change}
          className="figures h-14 text-center font-display text-2xl tracking-[0.4em]"
        />
      </Field>
      <Button type="submit" pending={busy}>
        {busy ? words.checking : words.check}
      </Button>
      <div className="flex flex-wrap justify-between gap-x-6">
        <Button variant="link" className="min-h-11" disabled={left > 0 || busy} onClick={onResend}>
          {left > 0 ? fill(words.wait, { seconds: left }) : words.resend}
        </Button>
        <Button variant="link" className="min-h-11" onClick={onOther}>
          {words.other}
        </Button>
      </div>
    </form>
  )
}
