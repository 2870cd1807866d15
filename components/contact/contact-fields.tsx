import { useTranslations } from 'next-intl'
import type { ComponentProps } from 'react'
import { LimitedField } from '@/components/form/limited-field'
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
import { LIMITS } from '@/lib/limits'

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
  const text = (
    name: ContactField,
    limit: number,
    attributes: ComponentProps<'input'>,
    required = false,
  ) => (
    <LimitedField {...about(name, required)} limit={limit}>
      <Input {...control(name)} {...attributes} />
    </LimitedField>
  )
  const choice = (name: ContactField, options: [key: string, text: string][], required = false) => (
    <Field {...about(name, required)}>
      <NativeSelect {...control(name)} empty={t('choose')} options={options} />
    </Field>
  )
  return (
    <>
      <div className="grid content-start gap-5 sm:grid-cols-2">
        {text('name', LIMITS.name, { autoComplete: 'name' }, true)}
        {text(
          'email',
          LIMITS.email,
          { type: 'email', autoComplete: 'email', inputMode: 'email' },
          true,
        )}
        {text('phone', LIMITS.phone, { type: 'tel', autoComplete: 'tel', inputMode: 'tel' })}
        {choice(
          'subject',
          SUBJECTS.map((key) => [key, t(`subject.${key}`)]),
          true,
        )}
        <LimitedField {...about('message', true)} limit={LIMITS.message} className="sm:col-span-2">
          <Textarea
            {...control('message')}
            placeholder={t('examples.message')}
            className="min-h-48 lg:min-h-72"
          />
        </LimitedField>
      </div>
      <fieldset className="min-w-0 lg:row-span-2 lg:border-l lg:border-line lg:pl-10">
        <legend className="float-left w-full font-display text-lg font-semibold">
          {t('optional')}
        </legend>
        <p className="clear-both pt-1 pb-5 text-sm text-muted">{t('optionalLead')}</p>
        <div className="grid gap-5 sm:grid-cols-2 lg:grid-cols-1">
          {text('company', LIMITS.contactCompany, { autoComplete: 'organization' })}
          {text('designation', LIMITS.designation, { autoComplete: 'organization-title' })}
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
          {text('topics', LIMITS.topics, { placeholder: t('examples.topics') })}
        </div>
      </fieldset>
    </>
  )
}
