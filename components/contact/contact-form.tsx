'use client'
import type { ComponentProps } from 'react'
import { buttonVariants } from '@/components/ui/button-variants'
import { Field } from '@/components/ui/field'
import { Input } from '@/components/ui/input'
import { NativeSelect } from '@/components/ui/native-select'
import { Textarea } from '@/components/ui/textarea'
import { COMPANY_SIZES, EXPERIENCE, INDUSTRIES, SUBJECTS } from '@/lib/contacts/rules'
import { useContactForm, type FieldName } from './use-contact-form'
import type { ContactWords, FieldWords } from './words'

/**
 * The contact form: the essentials first, who is asking beside them, nothing lost until it has
 * arrived.
 */
export function ContactForm({ words, faults }: { words: ContactWords; faults: FieldWords }) {
  const { register, faultOf, submit, sending, alive, getReady, button } = useContactForm(
    words,
    faults,
  )
  const about = (name: FieldName, required = false) => ({
    id: `contact-${name}`,
    label: words.labels[name],
    error: faultOf(name),
    required,
  })

  const text = (name: FieldName, attributes: ComponentProps<'input'>, required = false) => (
    <Field {...about(name, required)}>
      <Input {...register(name)} {...attributes} />
    </Field>
  )
  const choice = (
    name: FieldName,
    keys: readonly string[],
    choices: Record<string, string>,
    required = false,
  ) => (
    <Field {...about(name, required)}>
      <NativeSelect
        {...register(name)}
        empty={words.choose}
        options={keys.map((key) => [key, choices[key] ?? key])}
      />
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
        {choice('subject', SUBJECTS, words.subject, true)}
        <Field {...about('message', true)} className="sm:col-span-2">
          {/* No maxLength: a browser would silently cut what is pasted. */}
          <Textarea
            {...register('message')}
            placeholder={words.examples.message}
            className="min-h-48 lg:min-h-72"
          />
        </Field>
      </div>
      <fieldset className="min-w-0 lg:row-span-2 lg:border-l lg:border-line lg:pl-10">
        <legend className="float-left w-full font-display text-lg font-semibold">
          {words.optional}
        </legend>
        <p className="clear-both pt-1 pb-5 text-sm text-muted">{words.optionalLead}</p>
        <div className="grid gap-5 sm:grid-cols-2 lg:grid-cols-1">
          {text('company', { autoComplete: 'organization', maxLength: 100 })}
          {text('designation', { autoComplete: 'organization-title', maxLength: 100 })}
          {choice('industry', INDUSTRIES, words.industry)}
          {choice('companySize', COMPANY_SIZES, words.companySize)}
          {choice('experience', EXPERIENCE, words.experience)}
          {text('topics', { maxLength: 500, placeholder: words.examples.topics })}
        </div>
      </fieldset>
      <div className="flex flex-wrap items-center gap-x-6 gap-y-3 self-start">
        <button
          ref={button}
          type="submit"
          disabled={!alive || sending}
          // The second click of a double click: on a quick line the first has been answered and the
          // form is empty again.
          onClick={(event) => event.detail > 1 && event.preventDefault()}
          className={`${buttonVariants({ size: 'lg' })} min-w-48`}
        >
          {sending ? words.sending : words.send}
        </button>
        <p className="text-sm text-muted">{words.privacy}</p>
      </div>
    </form>
  )
}
