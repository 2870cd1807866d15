'use client'
import { useTranslations } from 'next-intl'
import { Field } from '@/components/ui/field'
import { Input } from '@/components/ui/input'
import { Textarea } from '@/components/ui/textarea'
import { useFault, type OrderForm } from './use-order-form'

const INPUTS = [
  ['customerName', { autoComplete: 'name', maxLength: 100 }, true],
  [
    'customerEmail',
    { type: 'email', autoComplete: 'email', maxLength: 254, inputMode: 'email' },
    true,
  ],
  ['customerPhone', { type: 'tel', autoComplete: 'tel', maxLength: 30, inputMode: 'tel' }, false],
] as const

/** Who orders, and what the editor should know. */
export function Details({ form }: { form: OrderForm }) {
  const t = useTranslations('order.details')
  const faultOf = useFault(form)
  return (
    <section aria-labelledby="order-details" className="grid gap-4">
      <h2 id="order-details" className="text-lg">
        {t('title')}
      </h2>
      <div className="grid gap-x-5 gap-y-4 sm:grid-cols-2">
        {INPUTS.map(([name, attributes, required]) => (
          <Field
            key={name}
            id={`order-${name}`}
            label={t(name)}
            error={faultOf(name)}
            required={required}
            className={name === 'customerName' ? 'sm:col-span-2' : ''}
          >
            <Input {...form.register(name)} {...attributes} />
          </Field>
        ))}
        <Field
          id="order-requirements"
          label={t('requirements')}
          error={faultOf('requirements')}
          className="sm:col-span-2"
        >
          <Textarea
            {...form.register('requirements')}
            maxLength={2000}
            placeholder={t('requirementsExample')}
            className="min-h-32"
          />
        </Field>
      </div>
    </section>
  )
}
