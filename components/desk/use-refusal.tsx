'use client'
import { useTranslations } from 'next-intl'
import { useState } from 'react'
import type { ZodMiniType } from 'zod/mini'
import { Alert, AlertDescription } from '@/components/ui/alert'
import type { Saved } from '@/components/admin/use-save'

/**
 * What is wrong with a form of a few fields: said beside each, the first of them focused. `prefix`
 * of the fields' ids: "block" for block-date. A refusal that belongs to no field stands in
 * `notice`, over the form.
 */
export function useRefusal(prefix: string) {
  const texts = useTranslations('errors.fields')
  const [errors, setErrors] = useState<Record<string, string>>({})
  const [message, setMessage] = useState<string | null>(null)

  const show = (found: Record<string, string>, text: string | null) => {
    setErrors(found)
    setMessage(text)
    const [first] = Object.keys(found)
    if (first) document.getElementById(`${prefix}-${first}`)?.focus()
  }
  /** True when the server would accept the form's shape; else the fields say why not. */
  const check = (shape: ZodMiniType<unknown, unknown>, body: unknown): boolean => {
    const result = shape.safeParse(body)
    const found: Record<string, string> = {}
    for (const { path, message: key } of result.error?.issues ?? []) {
      const known = key as Parameters<typeof texts>[0]
      found[String(path[0])] ??= texts.has(known) ? texts(known) : texts('invalid')
    }
    show(found, null)
    return result.success
  }
  const refuse = (result: Saved<unknown> & { ok: false }) => {
    if (result.code !== 'busy')
      show(result.fields, Object.keys(result.fields).length > 0 ? null : result.message)
  }
  const notice = message !== null && (
    <Alert variant="destructive" role="alert">
      <AlertDescription className="text-fg">{message}</AlertDescription>
    </Alert>
  )
  return { errors, check, refuse, notice }
}
