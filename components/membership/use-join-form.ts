'use client'
import { zodResolver } from '@hookform/resolvers/zod'
import { useRef, useState, type FormEvent } from 'react'
import { useForm } from 'react-hook-form'
import { notice, prepareNotices } from '@/components/site/notice'
import { HttpError, sentenceOf } from '@/components/site/request'
import { joinInput, type JoinFormValues, type JoinInput } from '@/lib/memberships/schema'
import { askForCode, join, provenEmail } from './api'
import type { FieldWords, JoinWords } from './words'

export type FieldName = keyof JoinFormValues

/**
 * What has to follow: nothing, for somebody who is signed in; else the email is proven by a code,
 * which is on its way unless it could not be sent.
 */
export type Joined = { proof: { email: string; sent: boolean } | null }
type Options = {
  words: JoinWords
  faults: FieldWords
  code: string
  onJoined: (joined: Joined) => void
}

const always = () => true
const never = () => false

/**
 * The state of the join form: checked by the server's own schema, sent once, everything typed kept
 * until it has arrived.
 */
export function useJoinForm({ words, faults, code, onJoined }: Options) {
  const form = useForm<JoinFormValues, unknown, JoinInput>({
    resolver: zodResolver(joinInput),
    mode: 'onTouched',
    defaultValues: {
      customerName: '',
      customerEmail: provenEmail() ?? '',
      customerPhone: '',
      serviceId: 0,
      referredBy: code,
    },
  })
  const { errors } = form.formState
  const [sending, setSending] = useState(false)
  const busy = useRef(false)

  const explain = (error: unknown) => {
    const fields = Object.entries(
      error instanceof HttpError ? (error.body.fields ?? {}) : {},
    ).filter(([name]) => name in words.labels)
    notice.error(words.failed.title, sentenceOf(error) ?? words.failed.text)
    for (const [index, [name, message]] of fields.entries())
      form.setError(name as FieldName, { type: 'server', message }, { shouldFocus: index === 0 })
  }

  const send = async (input: JoinInput) => {
    setSending(true)
    try {
      const isProven = await join(input)
      const email = input.customerEmail
      const sent = isProven || (await askForCode(email).then(always, never))
      notice.success(words.done.title, words.done.text)
      form.reset()
      onJoined({ proof: isProven ? null : { email, sent } })
    } finally {
      setSending(false)
    }
  }

  const submit = async (event: FormEvent) => {
    event.preventDefault()
    if (busy.current) return
    busy.current = true
    prepareNotices()
    await form.handleSubmit(send)(event).catch(explain)
    busy.current = false
  }

  /** What is wrong with a field, in words: the schema gives keys, the server gives sentences. */
  const faultOf = (name: FieldName): string | undefined => {
    const fault = errors[name]
    if (!fault?.message || fault.type === 'server') return fault?.message
    return faults[fault.message as keyof FieldWords] ?? faults.invalid
  }

  return { register: form.register, faultOf, submit, sending }
}
