'use client'
import { useRef, useState, type FormEvent } from 'react'
import { useForm, type Resolver } from 'react-hook-form'
import { useAlive } from '@/components/site/alive'
import { notice, prepareNotices } from '@/components/site/notice'
import { HttpError, sentenceOf } from '@/components/site/request'
import type { ContactFormValues, ContactInput } from '@/lib/contacts/schema'
import type { ContactWords, FieldWords } from './words'

export type FieldName = keyof ContactFormValues

const loadChecks = () => import('./checks')
const loadSend = () => import('./send')
const resolver: Resolver<ContactFormValues, unknown, ContactInput> = async (...form) =>
  (await loadChecks()).checks(...form)

/**
 * The state of the contact form: checked by the shared schema, sent once, everything typed kept
 * until it has arrived.
 */
export function useContactForm(words: ContactWords, faults: FieldWords) {
  // No default values: what was typed before this code arrived must stay.
  const form = useForm<ContactFormValues, unknown, ContactInput>({ resolver, mode: 'onTouched' })
  const { errors } = form.formState
  const [sending, setSending] = useState(false)
  const busy = useRef(false)
  const button = useRef<HTMLButtonElement>(null)
  // Before the page is alive the browser would send the form itself, with everything typed in the
  // address.
  const alive = useAlive()

  /**
   * Puts what the server refuses beside the fields, as if it had been found here; else says it in a
   * notice.
   */
  const explain = (error: unknown) => {
    const fields = Object.entries(
      error instanceof HttpError ? (error.body.fields ?? {}) : {},
    ).filter(([name]) => name in words.labels)
    notice.error(words.failed.title, sentenceOf(error) ?? words.failed.text)
    for (const [index, [name, message]] of fields.entries())
      form.setError(name as FieldName, { type: 'server', message }, { shouldFocus: index === 0 })
    if (fields.length === 0) button.current?.focus()
  }

  const send = async (input: ContactInput) => {
    setSending(true)
    try {
      await (await loadSend()).sendContact(input)
      form.reset()
      notice.success(words.sent.title, words.sent.text)
    } finally {
      setSending(false)
    }
  }

  const submit = async (event: FormEvent) => {
    event.preventDefault()
    if (busy.current) return
    busy.current = true
    try {
      await form.handleSubmit(send, (wrong) => {
        if (Object.values(wrong).some((fault) => fault.message === 'required'))
          notice.error(words.missing.title, words.missing.text)
      })(event)
    } catch (error) {
      explain(error)
    } finally {
      busy.current = false
    }
  }

  /** What is wrong with a field, in words: the schema gives keys, the server gives sentences. */
  const faultOf = (name: FieldName): string | undefined => {
    const fault = errors[name]
    if (!fault?.message || fault.type === 'server') return fault?.message
    return faults[fault.message as keyof FieldWords] ?? faults.invalid
  }

  const getReady = () => {
    prepareNotices()
    void loadChecks()
    void loadSend()
  }

  return { register: form.register, faultOf, submit, sending, alive, getReady, button }
}
