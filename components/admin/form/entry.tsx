'use client'
import { ChevronDown } from 'lucide-react'
import { createContext, useContext, useId, type ComponentProps, type ReactNode } from 'react'
import { Button } from '@/components/ui/button'
import { Field } from '@/components/ui/field'
import { Input } from '@/components/ui/input'
import { NativeSelect } from '@/components/ui/native-select'
import { Textarea } from '@/components/ui/textarea'

type EntryState = {
  submit: ComponentProps<'form'>['onSubmit']
  pending: boolean
  faultOf: (name: string) => string | undefined
}

const Entry = createContext<{ id: string; faultOf: EntryState['faultOf'] } | null>(null)

/** The form of useEntry; its fields below know their id and their fault by name. */
export function EntryForm({
  entry,
  children,
  className,
}: {
  entry: EntryState
  children: ReactNode
  className?: string
}) {
  const id = useId()
  return (
    <Entry value={{ id, faultOf: entry.faultOf }}>
      <form noValidate onSubmit={entry.submit} className={className ?? 'grid gap-5'}>
        {children}
      </form>
    </Entry>
  )
}

export function useField(name: string) {
  const entry = useContext(Entry)
  return { id: `${entry?.id ?? ''}-${name}`, error: entry?.faultOf(name) }
}

type About = { name: string; label: ReactNode; hint?: ReactNode; required?: boolean; wrap?: string }

export function TextEntry({
  name,
  label,
  hint,
  required,
  wrap,
  ...props
}: About & ComponentProps<'input'>) {
  return (
    <Field
      {...useField(name)}
      label={label}
      hint={hint}
      required={required ?? false}
      className={wrap ?? ''}
    >
      <Input name={name} {...props} />
    </Field>
  )
}

export function LongTextEntry({
  name,
  label,
  hint,
  required,
  wrap,
  ...props
}: About & ComponentProps<'textarea'>) {
  return (
    <Field
      {...useField(name)}
      label={label}
      hint={hint}
      required={required ?? false}
      className={wrap ?? ''}
    >
      <Textarea name={name} {...props} />
    </Field>
  )
}

export function ChoiceEntry({
  name,
  label,
  hint,
  wrap,
  options,
  ...props
}: About &
  ComponentProps<'select'> & { options: readonly (readonly [value: string, text: string])[] }) {
  return (
    <Field {...useField(name)} label={label} hint={hint} className={wrap ?? ''}>
      <NativeSelect name={name} options={options} {...props} />
    </Field>
  )
}

export const CheckEntry = ({
  name,
  label,
  defaultChecked,
}: {
  name: string
  label: ReactNode
  defaultChecked?: boolean
}) => (
  <label className="flex min-h-11 cursor-pointer items-center gap-3 text-sm font-medium">
    <input type="checkbox" name={name} defaultChecked={defaultChecked} className="size-5" />
    {label}
  </label>
)

/** The words in the other languages, folded: most of the time the English ones are what changes. */
export const Translations = ({ title, children }: { title: string; children: ReactNode }) => (
  <details className="group rounded-md border border-line bg-ground/40">
    <summary className="flex min-h-11 items-center justify-between gap-3 px-4 text-sm font-medium">
      {title}
      <ChevronDown
        aria-hidden="true"
        className="size-4 text-muted transition-transform group-open:rotate-180"
      />
    </summary>
    <div className="grid gap-6 border-t border-line p-4">{children}</div>
  </details>
)

export const EntryButtons = ({
  pending,
  save,
  children,
}: {
  pending: boolean
  save: string
  children?: ReactNode
}) => (
  <div className="flex flex-wrap items-center gap-3">
    <Button type="submit" pending={pending}>
      {save}
    </Button>
    {children}
  </div>
)
