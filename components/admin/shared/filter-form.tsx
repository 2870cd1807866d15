'use client'
import { useRouter } from 'next/navigation'
import { type ComponentProps, type FormEvent, useEffect, useRef, useTransition } from 'react'
import { formQuery } from '@/components/form/query-of'
import { Input } from '@/components/ui/input'
import { NativeSelect } from '@/components/ui/native-select'
import { Spinner } from '@/components/ui/spinner'

const PAUSE_MS = 400

/**
 * A form whose fields are applied as they are chosen: what is chosen is in the address. Without script
 * the browser submits it.
 */
export function FilterForm({
  path,
  children,
  ...props
}: ComponentProps<'form'> & { path: string }) {
  const router = useRouter()
  const timer = useRef(0)
  const [isLoading, start] = useTransition()
  useEffect(() => () => window.clearTimeout(timer.current), [])
  const stop = () => {
    window.clearTimeout(timer.current)
    timer.current = 0
  }
  const apply = (form: HTMLFormElement) => {
    stop()
    const chosen = [...formQuery(form)].filter(([, text]) => text.trim() !== '')
    const query = String(new URLSearchParams(chosen))
    start(() => router.replace(query ? `${path}?${query}` : path, { scroll: false }))
  }
  const applyValid = (form: HTMLFormElement) => (form.checkValidity() ? apply(form) : stop())
  const change = ({ currentTarget: form, target }: FormEvent<HTMLFormElement>) => {
    stop()
    if (target instanceof HTMLSelectElement) return apply(form)
    timer.current = window.setTimeout(applyValid, PAUSE_MS, form)
  }
  return (
    <form
      action={path}
      role="search"
      onChange={change}
      // At once: a press elsewhere may lead to another page, which this must not replace later.
      onBlur={({ currentTarget }) => timer.current !== 0 && applyValid(currentTarget)}
      onSubmit={(event) => {
        event.preventDefault()
        apply(event.currentTarget)
      }}
      {...props}
    >
      <div className="contents">{children}</div>
      {isLoading && <Spinner />}
    </form>
  )
}

/** A field shows the address's value, also after going back; but not over what is being typed. */
function useShown<Field extends HTMLInputElement | HTMLSelectElement>(value: string) {
  const field = useRef<Field>(null)
  useEffect(() => {
    const { current } = field
    const isTyping = current instanceof HTMLInputElement && current === document.activeElement
    if (current && !isTyping) current.value = value
  }, [value])
  return field
}

type Shown = { value: string }

export const FilterInput = ({ value, ...props }: ComponentProps<'input'> & Shown) => (
  <Input ref={useShown<HTMLInputElement>(value)} defaultValue={value} {...props} />
)

export const FilterChoice = ({ value, ...props }: ComponentProps<typeof NativeSelect> & Shown) => (
  <NativeSelect ref={useShown<HTMLSelectElement>(value)} defaultValue={value} {...props} />
)
