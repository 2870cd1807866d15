'use client'
import { useRef, type ComponentProps, type SubmitEvent } from 'react'
import { Button } from '@/components/ui/button'
import { Field } from '@/components/ui/field'
import { Input } from '@/components/ui/input'

type Props = Pick<ComponentProps<'input'>, 'type' | 'autoComplete' | 'inputMode'> & {
  id: string
  label: string
  action: string
  error: string | undefined
  pending: boolean
  /**
   * True when it was accepted: the field is emptied; else its text is selected, to be typed over.
   */
  send: (text: string) => Promise<boolean>
}

/** A form of one field: a password that proves who is asking, or a code. */
export function OneField({ id, label, action, error, pending, send, ...input }: Props) {
  const field = useRef<HTMLInputElement>(null)
  const submit = async (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault()
    const accepted = await send(field.current?.value ?? '')
    if (!field.current) return
    if (accepted) field.current.value = ''
    else field.current.select()
  }
  return (
    <form
      method="post"
      noValidate
      onSubmit={(event) => void submit(event)}
      className="grid max-w-md gap-4"
    >
      <Field id={id} label={label} error={error}>
        <Input ref={field} {...input} />
      </Field>
      <Button type="submit" pending={pending} className="justify-self-start">
        {action}
      </Button>
    </form>
  )
}
