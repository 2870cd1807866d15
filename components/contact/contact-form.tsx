'use client'
import { useLocale, useTranslations } from 'next-intl'
import { useActionState, useRef, useState } from 'react'
import type { FieldErrors } from 'react-hook-form'
import { request, sentenceOf } from '@/components/api'
import { useFieldErrors } from '@/components/form/use-field-errors'
import { useSchemaForm } from '@/components/form/use-schema-form'
import { showServerErrors, useSubmit } from '@/components/form/use-submit'
import { idempotencyKeys } from '@/components/idempotency'
import { notice, prepareNotices } from '@/components/browser/notice'
import { DataNotice } from '@/components/legal/consent'
import { buttonVariants } from '@/components/ui/button-variants'
import { part, prepare } from '@/components/ui/part'
import { CONTACT_FIELDS } from '@/lib/contacts/rules'
import type { ContactFormValues, ContactInput, PostedContact } from '@/lib/contacts/schema'
import { pathIn } from '@/lib/i18n/path'
import { toLocale } from '@/lib/i18n/routing'
import { ContactFields } from './contact-fields'
import { ContactOutcome } from './contact-outcome'

const PATIENCE_MS = 30_000

// Loaded when somebody begins to use the form: it is as large as the rest of the component.
const load = () => import('@/lib/contacts/schema').then(({ contactInput }) => contactInput)
const schema = () => part(load)
const keys = idempotencyKeys()

/** Sends a message. A retry after a lost answer does not send a second message. */
async function sendContact(body: ContactInput): Promise<void> {
  await request('/api/contacts', {
    method: 'POST',
    body,
    idempotencyKey: keys.keyFor(JSON.stringify(body)),
    signal: AbortSignal.timeout(PATIENCE_MS),
  })
  keys.forget()
}

const getReady = () => {
  prepareNotices()
  prepare(load)
}

type Props = { action: (before: PostedContact | null, form: FormData) => Promise<PostedContact> }

/**
 * The contact form: the essentials first, details about the sender beside them; input is kept until
 * it has arrived. The browser submits it by itself to `action` until the page is hydrated, and the
 * page is rendered with the result.
 */
export function ContactForm({ action }: Props) {
  const t = useTranslations('contact.form')
  const locale = toLocale(useLocale())
  // The address identifies the form, also after a deployment.
  const address = `${pathIn(locale, '/contact')}#write`
  const [posted, post] = useActionState(action, null, address)
  const [outcome, setOutcome] = useState(posted)
  const [errors] = useState(() => errorsOf(posted))
  /** How many messages were sent since the page was rendered: each leaves empty fields. */
  const [sent, setSent] = useState(0)
  const typed = sent === 0 && posted !== null && posted !== 'sent' ? posted.typed : null
  // No default values: what was typed before hydration must stay.
  const form = useSchemaForm<ContactFormValues, ContactInput>({ schema, errors })
  const { register } = form
  const errorOf = useFieldErrors(form.control)
  const button = useRef<HTMLButtonElement>(null)
  const isJustSent = useRef(false)

  const { submit, pending } = useSubmit(form, {
    fields: CONTACT_FIELDS,
    async send(input) {
      await sendContact(input)
      form.reset()
      setSent((before) => before + 1)
      isJustSent.current = true
      notice.success(t('sent.title'), t('sent.text'))
    },
    onMissing: () => notice.error(t('missing.title'), t('missing.text')),
    onRefused(error) {
      notice.error(t('failed.title'), sentenceOf(error) ?? t('failed.text'))
      if (!showServerErrors(form, CONTACT_FIELDS, error)) button.current?.focus()
    },
  })

  return (
    <>
      <ContactOutcome outcome={outcome} />
      <form
        noValidate
        action={post}
        onFocus={getReady}
        onInput={() => (isJustSent.current = false)}
        onSubmit={(event) => {
          setOutcome(null)
          void submit(event)
        }}
        className="grid gap-x-14 gap-y-10 lg:grid-cols-[minmax(0,1fr)_21rem] lg:grid-rows-[auto_1fr]"
      >
        <input type="hidden" name="language" value={locale} />
        <ContactFields
          key={sent}
          control={(name) => ({ ...register(name), defaultValue: typed?.[name] })}
          errorOf={errorOf}
        />
        <div className="flex flex-wrap items-center gap-x-6 gap-y-3 self-start">
          <button
            ref={button}
            type="submit"
            disabled={pending}
            // The second click of a double click: on a fast connection the first has been answered
            // and the form is empty again. After a refusal a quick second press must count.
            onClick={(event) => event.detail > 1 && isJustSent.current && event.preventDefault()}
            className={`${buttonVariants({ size: 'lg' })} btn-wide min-w-48`}
          >
            {t(pending ? 'sending' : 'send')}
          </button>
          <div className="grid gap-1">
            <p className="text-sm text-muted">{t('privacy')}</p>
            <DataNotice />
          </div>
        </div>
      </form>
    </>
  )
}

const errorsOf = (posted: PostedContact | null): FieldErrors<ContactFormValues> | undefined =>
  posted === null || posted === 'sent'
    ? undefined
    : Object.fromEntries(
        Object.entries(posted.fields).map(([name, message]) => [name, { type: 'server', message }]),
      )
