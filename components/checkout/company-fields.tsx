import { useTranslations } from 'next-intl'
import type { ComponentProps } from 'react'
import { LimitedField } from '@/components/form/limited-field'
import { Field } from '@/components/ui/field'
import { Input } from '@/components/ui/input'
import { NativeSelect } from '@/components/ui/native-select'
import { Textarea } from '@/components/ui/textarea'
import { LIMITS } from '@/lib/limits'
import { COMPANY_FIELDS, STATE_CODES, STATES, type CompanyField } from '@/lib/receipts/company'

const ATTRIBUTES: Partial<Record<CompanyField, ComponentProps<'input'>>> = {
  company: { autoComplete: 'organization' },
  companyPostcode: { autoComplete: 'billing postal-code', inputMode: 'numeric' },
  companyCity: { autoComplete: 'billing address-level2' },
  financeEmail: { type: 'email', autoComplete: 'off' },
  companyCountry: { autoComplete: 'billing country-name' },
}

const WIDE: readonly CompanyField[] = ['company', 'companyAddress', 'financeEmail']
const OTHER_KINDS = ['NRIC', 'PASSPORT'] as const

export type CompanyFieldsProps = {
  /** Prefix of each field's id. */
  prefix: string
  /** The props that connect a control to its form: those of `register`, or a name and a value. */
  control: (
    name: CompanyField,
  ) => Omit<
    ComponentProps<'input'> & ComponentProps<'textarea'> & ComponentProps<'select'>,
    'ref' | 'children'
  >
  errorOf: (name: CompanyField) => string | undefined
}

/** The company that is billed (docs/decisions/030). */
export function CompanyFields({ prefix, control, errorOf }: CompanyFieldsProps) {
  const t = useTranslations('billing')
  return (
    <div className="grid gap-x-5 gap-y-4 sm:grid-cols-2">
      {COMPANY_FIELDS.map((name) => {
        const about = {
          id: `${prefix}-${name}`,
          label: t(name),
          error: errorOf(name),
          className: WIDE.includes(name) ? 'sm:col-span-2' : '',
        }
        if (name === 'companyIdKind')
          return (
            <Field key={name} {...about}>
              <NativeSelect
                {...control(name)}
                empty={t('idKinds.BRN')}
                options={OTHER_KINDS.map((kind) => [kind, t(`idKinds.${kind}`)])}
              />
            </Field>
          )
        if (name === 'companyState')
          return (
            <Field key={name} {...about}>
              <NativeSelect
                {...control(name)}
                empty={t('noState')}
                options={STATE_CODES.map((code) => [code, STATES[code]])}
              />
            </Field>
          )
        return (
          <LimitedField key={name} limit={LIMITS[name]} {...about}>
            {name === 'companyAddress' ? (
              <Textarea
                {...control(name)}
                autoComplete="billing street-address"
                className="min-h-20"
              />
            ) : (
              <Input {...control(name)} {...ATTRIBUTES[name]} />
            )}
          </LimitedField>
        )
      })}
    </div>
  )
}
