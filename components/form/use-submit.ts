'use client'
import { useTranslations } from 'next-intl'
import { type FormEvent, useEffect, useRef, useState } from 'react'
import {
  type FieldError,
  type FieldPath,
  type FieldValues,
  get,
  type UseFormReturn,
} from 'react-hook-form'
import { HttpError } from '@/components/api'
import { cookiesWork } from '@/components/browser/cookies'
import { notice } from '@/components/browser/notice'
import { PartMissing } from '@/components/ui/part'
import { focusControl, readFields } from './use-schema-form'

type Form<Values extends FieldValues, Output> = UseFormReturn<Values, unknown, Output>

type Options<Values extends FieldValues, Output, Name extends FieldPath<Values>> = {
  /** In the order of the page: the first one with an error gets the focus. */
  fields: readonly Name[]
  focus?: (name: Name) => void
  /**
   * Sends valid input; throws the call's error. Returns 'leaving' when another page follows: the
   * form then stays pending until its page is left.
   */
  send: (input: Output) => Promise<void | 'leaving'> | void
  /** What is sent depends on a cookie: without cookies nothing is sent, and the visitor is told. */
  needsCookies?: boolean
  /** A required field is empty. */
  onMissing?: () => void
  /** Shows the visitor why it was refused. */
  onRefused: (error: unknown) => void
}

/**
 * Submits a form once, however often the button is clicked. The schema's errors are shown beside
 * their fields; all input is kept.
 */
export function useSubmit<Values extends FieldValues, Output, Name extends FieldPath<Values>>(
  form: Form<Values, Output>,
  {
    fields,
    focus = (name) => focusControl(form, name),
    send,
    needsCookies = false,
    onMissing,
    onRefused,
  }: Options<Values, Output, Name>,
) {
  const t = useTranslations('common.cookies')
  const [pending, setPending] = useState(false)
  const busy = useRef(false)
  const left = useRef(false)
  // The router keeps the page that was left, and may show it again.
  useEffect(
    () => () => {
      if (!left.current) return
      left.current = false
      busy.current = false
      setPending(false)
    },
    [],
  )

  const sendOnce = async (input: Output): Promise<boolean> => {
    if (needsCookies && !cookiesWork()) {
      notice.error(t('title'), t('text'))
      return false
    }
    setPending(true)
    let leaving = false
    try {
      leaving = (await send(input)) === 'leaving'
    } finally {
      setPending(leaving)
    }
    return leaving
  }

  const submit = async (event?: FormEvent): Promise<void> => {
    event?.preventDefault()
    if (busy.current) return
    busy.current = true
    let leaving = false
    try {
      readFields(form)
      const check = form.handleSubmit(
        async (input) => {
          leaving = await sendOnce(input)
        },
        (errors) => {
          const errorOf = (name: string) => get(errors, name) as FieldError | undefined
          const wrong = fields.filter(errorOf)
          if (wrong.some((name) => errorOf(name)?.message === 'required')) onMissing?.()
          if (wrong[0]) focus(wrong[0])
        },
      )
      await check(event)
    } catch (error) {
      if (!(error instanceof PartMissing)) onRefused(error) // The page has said that one.
    } finally {
      busy.current = leaving
      left.current = leaving
    }
  }
  return { submit, pending }
}

/**
 * Shows the server's errors beside their fields, like the schema's, and focuses the first of them.
 * False when the error names no field of this form. `shownAt`: the field for a part of what was sent
 * that has another name in the form.
 */
export function showServerErrors<
  Values extends FieldValues,
  Output,
  Name extends FieldPath<Values>,
>(
  form: Form<Values, Output>,
  fields: readonly Name[],
  error: unknown,
  focus: (name: Name) => void = (name) => focusControl(form, name),
  shownAt: (part: string) => string = (part) => part,
): boolean {
  const sent = (error instanceof HttpError && error.body.fields) || {}
  const fieldErrors: Record<string, string> = Object.fromEntries(
    Object.entries(sent).map(([part, message]) => [shownAt(part), message]),
  )
  const wrong = fields.filter((name) => fieldErrors[name])
  for (const name of wrong)
    form.setError(name, { type: 'server', message: fieldErrors[name] ?? '' })
  if (wrong[0]) focus(wrong[0])
  return wrong.length > 0
}
