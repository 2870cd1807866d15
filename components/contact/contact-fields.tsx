import { useTranslations } from 'next-intl'
import type { ComponentProps } from 'react'
import { Field } from '@/components/ui/field'
import { Input } from '@/components/ui/input'
import { NativeSelect } from '@/components/ui/native-select'
import { Textarea } from '@/components/ui/textarea'
import {
  COMPANY_SIZES,
  EXPERIENCE,
  INDUSTRIES,
  SUBJECTS,
  type ContactField,
} from '@/lib/contacts/rules'

type Control = { name: string; defaultValue?: string | undefined }

type Props = {
  /** The props that connect a control to its form: react-hook-form's, or a name and a value. */
  control: (name: ContactField) => Control
  errorOf: (name: ContactField) => string | undefined
}

export const contactFieldId = (name: ContactField): string => `contact-${name}`

/** The fields of the contact form: the essentials first, details about the sender beside them. */
export function ContactFields({ control, errorOf }: Props) {
  const t = useTranslations('contact.form')
  const about = (name: ContactField, required = false) => ({
    id: contactFieldId(name),
    label: t(`labels.${name}`),
    error: errorOf(name),
    required,
  })
  const text = (name: ContactField, attributes: ComponentProps<'input'>, required = false) => (
    <Field {...about(name, required)}>
      <Input {...control(name)} {...attributes} />
    </Field>
  )
  const choice = (name: ContactField, options: [key: string, text: string][], required = false) => (
    <Field {...about(name, required)}>
      <NativeSelect {...control(name)} empty={t('choose')} options={options} />
    </Field>
  )
  return (
    <>
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
          {/* No maxLength: a browser would silently cut pasted text. */}
          <Textarea
            {...control('message')}
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
    </>
  )
}
