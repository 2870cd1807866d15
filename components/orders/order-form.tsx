'use client'
import { useTranslations } from 'next-intl'
import { useWatch, type UseFormReturn } from 'react-hook-form'
import { CompanyDetails } from '@/components/checkout/company-details'
import { LimitedField } from '@/components/form/limited-field'
import { useDraft } from '@/components/form/use-draft'
import { useFieldErrors } from '@/components/form/use-field-errors'
import { useSchemaForm } from '@/components/form/use-schema-form'
import { recall } from '@/components/browser/session-store'
import { DataNotice } from '@/components/legal/consent'
import { Input } from '@/components/ui/input'
import { part, prepare } from '@/components/ui/part'
import { Textarea } from '@/components/ui/textarea'
import { COMPANY_FIELDS } from '@/lib/receipts/company'
import { LIMITS } from '@/lib/limits'
import type { CustomerFormValues, CustomerInput } from '@/lib/orders/schema'
import { ORDER_DRAFT } from './choice'

export const FIELDS = [
  'customerName',
  'customerEmail',
  'customerPhone',
  'requirements',
  'footageLinks',
  ...COMPANY_FIELDS,
] as const
export type OrderFieldName = (typeof FIELDS)[number]
export type OrderForm = UseFormReturn<CustomerFormValues, unknown, CustomerInput>

// Loaded when somebody begins to use the form.
const load = () => import('@/lib/orders/schema').then(({ customerInput }) => customerInput)
const schema = () => part(load)
export const prepareOrderSchema = (): void => prepare(load)

const EMPTY = Object.fromEntries(FIELDS.map((name) => [name, ''])) as Record<OrderFieldName, string>

/** What was typed in this tab; never card data, which we do not see. */
function loadDraft(): Record<OrderFieldName, string> {
  const kept = recall(ORDER_DRAFT) as Partial<Record<OrderFieldName, unknown>> | null
  return Object.fromEntries(
    FIELDS.map((name) => [name, typeof kept?.[name] === 'string' ? kept[name] : '']),
  ) as Record<OrderFieldName, string>
}

/** The customer's part of an order, stored in this tab across a reload. */
export function useOrderForm(): OrderForm {
  const form = useSchemaForm<CustomerFormValues, CustomerInput>({ schema, defaultValues: EMPTY })
  useDraft(form, { key: ORDER_DRAFT, fields: FIELDS, load: loadDraft })
  return form
}

const INPUTS = [
  ['customerName', LIMITS.name, { autoComplete: 'name' }, true],
  [
    'customerEmail',
    LIMITS.email,
    { type: 'email', autoComplete: 'email', inputMode: 'email' },
    true,
  ],
  ['customerPhone', LIMITS.phone, { type: 'tel', autoComplete: 'tel', inputMode: 'tel' }, false],
] as const

/** The customer's details, and notes for the editor. */
export function Details({ form }: { form: OrderForm }) {
  const t = useTranslations('order.details')
  const errorOf = useFieldErrors(form.control)
  const company = useWatch({ control: form.control, name: 'company' }) ?? ''
  return (
    <section aria-labelledby="order-details" className="grid gap-4">
      <h2 id="order-details" className="text-lg">
        {t('title')}
      </h2>
      <div className="grid gap-x-5 gap-y-4 sm:grid-cols-2">
        {INPUTS.map(([name, limit, attributes, required]) => (
          <LimitedField
            key={name}
            id={`order-${name}`}
            label={t(name)}
            error={errorOf(name)}
            limit={limit}
            required={required}
            className={name === 'customerName' ? 'sm:col-span-2' : ''}
          >
            <Input {...form.register(name)} {...attributes} />
          </LimitedField>
        ))}
        <LimitedField
          id="order-requirements"
          limit={LIMITS.requirements}
          label={t('requirements')}
          error={errorOf('requirements')}
          className="sm:col-span-2"
        >
          <Textarea
            {...form.register('requirements')}
            placeholder={t('requirementsExample')}
            className="min-h-32"
          />
        </LimitedField>
        <LimitedField
          id="order-footage"
          limit={LIMITS.footageLinks}
          label={t('footage')}
          hint={t('footageHint')}
          error={errorOf('footageLinks')}
          className="sm:col-span-2"
        >
          <Textarea
            {...form.register('footageLinks')}
            inputMode="url"
            placeholder="https://"
            className="min-h-20"
          />
        </LimitedField>
        <CompanyDetails
          className="sm:col-span-2"
          prefix="order"
          company={company}
          control={form.register}
          errorOf={errorOf}
        />
        <DataNotice className="sm:col-span-2" />
      </div>
    </section>
  )
}
