'use client'
import type { ComponentProps } from 'react'
import { fill } from '@/components/site/fill'
import { Button } from '@/components/ui/button'
import { buttonVariants } from '@/components/ui/button-variants'
import { Field } from '@/components/ui/field'
import { fieldClasses, Input } from '@/components/ui/input'
import { useJoinForm, type FieldName, type Joined } from './use-join-form'
import { usePackages } from './use-packages'
import type { FieldWords, JoinWords } from './words'

type Props = {
  words: JoinWords
  faults: FieldWords
  /** A friend's code, from their link. */
  code: string
  /** Whoever pressed the button goes on typing; whoever came by a link reads first. */
  focus: boolean
  onClose: () => void
  onJoined: (joined: Joined) => void
}

/** The join form (spec points 2 and 5). */
export function JoinForm({ words, faults, code, focus, onClose, onJoined }: Props) {
  const { register, faultOf, submit, sending } = useJoinForm({ words, faults, code, onJoined })
  const { packages, again } = usePackages()
  const text = (name: FieldName, attributes: ComponentProps<'input'>, required = false) => (
    <Field id={`join-${name}`} label={words.labels[name]} error={faultOf(name)} required={required}>
      <Input {...register(name)} {...attributes} />
    </Field>
  )
  return (
    <form
      noValidate
      method="post"
      onSubmit={(event) => void submit(event)}
      className="grid max-w-3xl gap-5 sm:grid-cols-2"
    >
      {text('customerName', { autoComplete: 'name', maxLength: 100, autoFocus: focus }, true)}
      {text(
        'customerEmail',
        { type: 'email', inputMode: 'email', autoComplete: 'email', maxLength: 254 },
        true,
      )}
      {text('customerPhone', { type: 'tel', inputMode: 'tel', autoComplete: 'tel', maxLength: 30 })}
      {text('referredBy', {
        autoComplete: 'off',
        autoCapitalize: 'characters',
        spellCheck: false,
        maxLength: 40,
      })}
      <Field
        id="join-serviceId"
        label={words.labels.serviceId}
        error={faultOf('serviceId')}
        hint={words.packageHint}
        required
        className="sm:col-span-2"
      >
        <select
          {...register('serviceId', { setValueAs: Number })}
          className={`${fieldClasses} h-12`}
          aria-busy={packages === null}
        >
          <option value={0}>{packages === null ? words.loading : words.choose}</option>
          {Array.isArray(packages) &&
            packages.map(({ id, name, price }) => (
              <option key={id} value={id}>
                {fill(words.option, { name, price })}
              </option>
            ))}
        </select>
      </Field>
      {packages === 'failed' && (
        <p role="alert" className="flex flex-wrap items-center gap-4 text-sm sm:col-span-2">
          {words.noPackages}
          <Button variant="outline" onClick={again}>
            {words.again}
          </Button>
        </p>
      )}
      <div className="flex flex-wrap gap-3 pt-2 max-sm:*:grow sm:col-span-2">
        <button
          type="submit"
          disabled={sending}
          className={`${buttonVariants({ size: 'lg' })} min-w-56`}
        >
          {sending ? words.creating : words.create}
        </button>
        <Button size="lg" variant="outline" onClick={onClose}>
          {words.cancel}
        </Button>
      </div>
    </form>
  )
}
