'use client'
import { useRouter } from 'next/navigation'
import { useTranslations } from 'next-intl'
import { useEffect } from 'react'
import { useWatch } from 'react-hook-form'
import { EntryButtons, EntryForm, LongTextEntry, useEntry } from '@/components/admin/shared/form'
import { recall, remember } from '@/components/browser/session-store'
import { focusControl } from '@/components/form/use-schema-form'
import { Button } from '@/components/ui/button'
import { buttonVariants } from '@/components/ui/button-variants'
import { replyText, type AdminContact } from '@/lib/contacts/schema'
import { LIMITS } from '@/lib/limits'
import { whatsappLink } from '@/lib/settings/links'

type Props = {
  /** The message that is answered. */
  id: number
  version: string
  name: string
  email: string
  /** Under which the tab keeps what is typed. */
  kept: string
  whatsApp: string | null
  replies: readonly { name: string; text: string }[]
}

/** The answer to a person: written, or chosen and changed; by email from here, or by WhatsApp. */
export function AnswerForm({ id, version, name, email, kept, whatsApp, replies }: Props) {
  const t = useTranslations('admin.inbox')
  const router = useRouter()
  const entry = useEntry<AdminContact>({
    method: 'POST',
    path: `/api/admin/contacts/${id}/reply`,
    schema: replyText,
    // Of now: nothing in the form comes from the message, and its text stays after a conflict.
    body: (typed) => ({ ...typed, version }),
    fields: ['text'],
    initial: {},
    refusedAt: { field: 'text' },
    refused({ status }) {
      if (status !== 409) return false
      form.setError('text', { type: 'server', message: t('meanwhile') })
      focusControl(form, 'text')
      router.refresh()
      return true
    },
    saved: t('queued', { name }),
    done: () => form.setValue('text', ''),
  })
  const { form } = entry
  const { getValues, setValue, subscribe } = form
  useEffect(
    () =>
      subscribe({
        formState: { values: true },
        callback: ({ values }) => remember(kept, values.text),
      }),
    [subscribe, kept],
  )
  const typed = String(useWatch({ control: form.control, name: 'text' }) ?? '')
  // After useWatch: it would not see what is filled in before.
  useEffect(() => {
    const before = recall(kept)
    if (typeof before === 'string' && !getValues('text')) setValue('text', before)
  }, [kept, getValues, setValue])
  const choose = (text: string) => {
    const isOwn = typed.trim() !== '' && replies.every((reply) => reply.text !== typed)
    setValue('text', isOwn ? `${typed.trimEnd()}\n\n${text}` : text)
    form.clearErrors('text')
    focusControl(form, 'text')
  }
  return (
    <EntryForm entry={entry} className="grid gap-3">
      {replies.length > 0 && (
        <ul aria-label={t('quick')} className="-m-1 flex gap-2 overflow-x-auto p-1 sm:flex-wrap">
          {replies.map((reply) => (
            <li key={reply.name} className="shrink-0">
              <Button
                variant="outline"
                size="sm"
                className="h-11"
                onClick={() => choose(reply.text)}
              >
                {reply.name}
              </Button>
            </li>
          ))}
        </ul>
      )}
      <LongTextEntry
        name="text"
        label={t('answer')}
        hint={t('answerHint', { email })}
        limit={LIMITS.reply}
        rows={4}
        required
      />
      <EntryButtons pending={entry.pending} save={t('send')}>
        {whatsApp && (
          <a
            href={whatsappLink({ whatsapp: whatsApp }, typed)}
            target="_blank"
            rel="noopener noreferrer"
            aria-label={t('whatsAppName', { name })}
            className={buttonVariants({ variant: 'outline' })}
          >
            {t('whatsApp')}
          </a>
        )}
      </EntryButtons>
    </EntryForm>
  )
}
