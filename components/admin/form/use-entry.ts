'use client'
import { useTranslations } from 'next-intl'
import { useState, type FormEvent } from 'react'
import type { ZodMiniType } from 'zod/mini'
import { useSave } from '@/components/admin/use-save'
import { toast } from '@/components/ui/toast'
import { valuesOf, withoutEmptyTranslations } from './values'

type Options<Row> = {
  method: 'POST' | 'PATCH' | 'PUT'
  path: string
  /** The shape the server checks with too. */
  schema: ZodMiniType<unknown, unknown>
  /** The row's `updatedAt` as last read. */
  version?: string
  /** The notice when something required is missing; without it the fields say so alone. */
  missing?: { title: string; text: string }
  /** The notice after it was saved. */
  saved: string
  /** After that; the page's rows are read again in any case. */
  done?: (row: Row) => void
}

/**
 * A form of the owner's that creates or changes one row: checked here by the server's own shape,
 * then sent once. What is wrong stands beside its field, the focus goes to the first, and
 * everything typed stays.
 */
export function useEntry<Row>({
  method,
  path,
  schema,
  version,
  missing,
  saved,
  done,
}: Options<Row>) {
  const t = useTranslations('errors.fields')
  const { send, refresh, pending, succeeded } = useSave()
  const [errors, setErrors] = useState<Record<string, string>>({})

  const show = (form: HTMLFormElement, faults: Record<string, string>) => {
    setErrors(faults)
    for (const element of form.elements)
      if (element instanceof HTMLElement && faultOf(faults, element.getAttribute('name'))) {
        // A field in a folded part cannot take the focus.
        element.closest('details')?.setAttribute('open', '')
        return element.focus()
      }
  }

  const submit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const form = event.currentTarget
    const values = withoutEmptyTranslations(valuesOf(form))
    const checked = schema.safeParse(values)
    if (!checked.success) {
      const faults: Record<string, string> = {}
      for (const { path: at, message } of checked.error.issues)
        faults[at.join('.')] ??= t.has(message as 'required')
          ? t(message as 'required')
          : t('invalid')
      if (missing && checked.error.issues.some(({ message }) => message === 'required'))
        toast.error(missing.title, { description: missing.text })
      return show(form, faults)
    }
    setErrors({})
    const answer = await send<Row>(method, path, {
      ...values,
      ...(version !== undefined && { version }),
    })
    if (!answer.ok) return show(form, answer.fields)
    succeeded(saved)
    refresh()
    done?.(answer.data)
  }

  return { submit, pending, faultOf: (name: string) => faultOf(errors, name) }
}

/** The server names the whole of the translations, not the word in them. */
function faultOf(errors: Record<string, string>, name: string | null): string | undefined {
  return name === null
    ? undefined
    : (errors[name] ?? (name.startsWith('translations.') ? errors.translations : undefined))
}
