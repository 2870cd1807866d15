'use client'
import { useTranslations } from 'next-intl'
import { type ComponentProps, useRef } from 'react'
import { request, sentenceOf } from '@/components/api'
import { useFieldErrors } from '@/components/form/use-field-errors'
import { useSchemaForm } from '@/components/form/use-schema-form'
import { showServerErrors, useSubmit } from '@/components/form/use-submit'
import { idempotencyKeys } from '@/components/idempotency'
import { useAlive } from '@/components/ui/alive'
import { notice, prepareNotices } from '@/components/layout/notice'
import { DataNotice } from '@/components/legal/consent'
import { buttonVariants } from '@/components/ui/button-variants'
import { Field } from '@/components/ui/field'
import { Input } from '@/components/ui/input'
import { NativeSelect } from '@/components/ui/native-select'
import { Textarea } from '@/components/ui/textarea'
import { COMPANY_SIZES, EXPERIENCE, INDUSTRIES, SUBJECTS } from '@/lib/contacts/rules'
import type { ContactFormValues, ContactInput } from '@/lib/contacts/schema'

type FieldName = keyof ContactFormValues

const FIELDS = [
  'name',
  'email',
  'phone',
  'subject',
  'message',
  'company',
  'designation',
  'industry',
  'companySize',
  'experience',
  'topics',
] as const satisfies readonly FieldName[]
const PATIENCE_MS = 30_000

// Fetched when somebody begins to use the form: it is as heavy as the rest of the island.
const schema = () => import('@/lib/contacts/schema').then(({ contactInput }) => contactInput)
const keys = idempotencyKeys('contact')

/** Sends a message. A retry after a lost answer is not a second message. */
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
  void schema()
}

/**
 * The contact form: the essentials first, who is asking beside them, nothing lost until it has
 * arrived.
 */
export function ContactForm() {
  const t = useTranslations('contact.form')
  // No default values: what was typed before this code arrived must stay.
  const form = useSchemaForm<ContactFormValues, ContactInput>({ schema })
  const { register } = form
  const errorOf = useFieldErrors(form.control)
  const button = useRef<HTMLButtonElement>(null)
  // Before the page is alive the browser would send the form itself, with everything typed in the
  // address.
  const alive = useAlive()

  const { submit, pending } = useSubmit(form, {
    fields: FIELDS,
    async send(input) {
      await sendContact(input)
      form.reset()
      notice.success(t('sent.title'), t('sent.text'))
    },
    onMissing: () => notice.error(t('missing.title'), t('missing.text')),
    onRefused(error) {
      notice.error(t('failed.title'), sentenceOf(error) ?? t('failed.text'))
      if (!showServerErrors(form, FIELDS, error)) button.current?.focus()
    },
  })

  const about = (name: FieldName, required = false) => ({
    id: `contact-${name}`,
    label: t(`labels.${name}`),
    error: errorOf(name),
    required,
  })
  const text = (name: FieldName, attributes: ComponentProps<'input'>, required = false) => (
    <Field {...about(name, required)}>
      <Input {...register(name)} {...attributes} />
    </Field>
  )
  const choice = (name: FieldName, options: [key: string, text: string][], required = false) => (
    <Field {...about(name, required)}>
      <NativeSelect {...register(name)} empty={t('choose')} options={options} />
    </Field>
  )

  return (
    <form
      noValidate
      method="post"
      onFocus={getReady}
      onSubmit={(event) => void submit(event)}
      className="grid gap-x-14 gap-y-10 lg:grid-cols-[minmax(0,1fr)_21rem] lg:grid-rows-[auto_1fr]"
    >
      <div className="grid content-start gap-5 sm:grid-cols-2">
        {text('name', { autoComplete: 'name', maxLength: 100 }, true)}
        {text(
          'email',
          { type: 'email', autoComplete: 'email', maxLength: 254, inputMode: 'email' },
          true,
        )}
        {text('phone', { type: 'tel', autoComplete: 'tel', maxLength: 30, inputMode: 'tel' })}
        {choice(
          'subject',
          SUBJECTS.map((key) => [key, t(`subject.${key}`)]),
          true,
        )}
        <Field {...about('message', true)} className="sm:col-span-2">
          {/* No maxLength: a browser would silently cut what is pasted. */}
          <Textarea
            {...register('message')}
            placeholder={t('examples.message')}
            className="min-h-48 lg:min-h-72"
          />
        </Field>
      </div>
      <fieldset className="min-w-0 lg:row-span-2 lg:border-l lg:border-line lg:pl-10">
        <legend className="float-left w-full font-display text-lg font-semibold">
          {t('optional')}
        </legend>
        <p className="clear-both pt-1 pb-5 text-sm text-muted">{t('optionalLead')}</p>
        <div className="grid gap-5 sm:grid-cols-2 lg:grid-cols-1">
          {text('company', { autoComplete: 'organization', maxLength: 100 })}
          {text('designation', { autoComplete: 'organization-title', maxLength: 100 })}
          {choice(
            'industry',
            INDUSTRIES.map((key) => [key, t(`industry.${key}`)]),
          )}
          {choice(
            'companySize',
            COMPANY_SIZES.map((key) => [key, t(`companySize.${key}`)]),
          )}
          {choice(
            'experience',
            EXPERIENCE.map((key) => [key, t(`experience.${key}`)]),
          )}
          {text('topics', { maxLength: 500, placeholder: t('examples.topics') })}
        </div>
      </fieldset>
      <div className="flex flex-wrap items-center gap-x-6 gap-y-3 self-start">
        <button
          ref={button}
          type="submit"
          disabled={!alive || pending}
          // The second click of a double click: on a quick line the first has been answered and the
          // form is empty again.
          onClick={(event) => event.detail > 1 && event.preventDefault()}
          className={`${buttonVariants({ size: 'lg' })} min-w-48`}
        >
          {t(pending ? 'sending' : 'send')}
        </button>
        <div className="grid gap-1">
          <p className="text-sm text-muted">{t('privacy')}</p>
          <DataNotice />
        </div>
      </div>
    </form>
  )
}
