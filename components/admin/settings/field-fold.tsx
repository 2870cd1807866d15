'use client'
import { ChevronDown } from 'lucide-react'
import { useEffect, useRef } from 'react'
import { get, useFormState } from 'react-hook-form'
import { useEntryForm } from '@/components/admin/shared/form'
import type { Elements } from '@/components/ui/elements'

type Props = {
  title: string
  /** What is inside, in words. */
  about: string
  /** Its fields: a fold with a wrong one is opened. */
  names: readonly string[]
  children: Elements
}

/** Fields of a form that are seldom changed, folded under a title. */
export function FieldFold({ title, about, names, children }: Props) {
  const { errors } = useFormState({ control: useEntryForm().form.control })
  const fold = useRef<HTMLDetailsElement>(null)
  useEffect(() => {
    if (fold.current && names.some((name) => get(errors, name))) fold.current.open = true
  }, [errors, names])
  return (
    <details ref={fold} className="group rounded-md border border-line bg-ground/40">
      <summary className="flex min-h-11 items-center justify-between gap-3 px-4 py-1.5">
        <span className="grid min-w-0">
          <span className="text-sm font-medium">{title}</span>
          <span className="text-xs text-muted">{about}</span>
        </span>
        <ChevronDown
          aria-hidden="true"
          className="size-4 shrink-0 text-muted transition-transform group-open:rotate-180"
        />
      </summary>
      <div className="border-t border-line p-4">{children}</div>
    </details>
  )
}
