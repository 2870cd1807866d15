'use client'
import { useTranslations } from 'next-intl'
import { useWatch } from 'react-hook-form'
import { CompanyDetails } from '@/components/checkout/company-details'
import { LimitedField } from '@/components/form/limited-field'
import { useFieldErrors } from '@/components/form/use-field-errors'
import { Textarea } from '@/components/ui/textarea'
import { LIMITS } from '@/lib/limits'
import { COMPANY_FIELDS } from '@/lib/receipts/company'
import type { AddOnOffer } from '@/lib/bookings/schema'
import type { TaxSetting } from '@/lib/settings/tax'
import { AddOnStep } from './add-on-step'
import { useBooking, useFieldError } from './booking-form'
import { NAME_HINT, TextInput } from './details-step'
import { Step } from './step'

type Props = { addOns: readonly AddOnOffer[]; free: boolean; tax: TaxSetting }

/** What can be left out. */
export function MoreStep({ addOns, free, tax }: Props) {
  const [t, billing] = [useTranslations('booking'), useTranslations('billing')]
  const { control, register } = useBooking()
  const companyError = useFieldErrors(control)
  const company = useWatch({ control, name: 'company' })
  const errors = [
    useFieldError('lastName'),
    useFieldError('phone'),
    useFieldError('requirements'),
    useFieldError('addOns'),
    ...COMPANY_FIELDS.map((name) => companyError(name)),
  ]
  const parts = [
    t('details.lastName'),
    t('details.phone'),
    t('details.requirements'),
    billing('title'),
    addOns.length > 0 && t('addOns.title'),
  ]
  return (
    <Step
      id="more"
      title={t('more.title')}
      done={false}
      about={parts.filter(Boolean).join(' · ')}
      wrong={errors.some(Boolean)}
    >
      <div className="grid content-start gap-x-8 gap-y-4 xl:grid-cols-2">
        <div className="grid content-start gap-4">
          <TextInput name="lastName" describedBy={NAME_HINT} />
          <TextInput name="phone" />
          {addOns.length > 0 && <AddOnStep addOns={addOns} free={free} tax={tax} />}
        </div>
        <div className="grid content-start gap-4">
          <Requirements />
          <CompanyDetails
            prefix="booking"
            company={company}
            control={register}
            errorOf={companyError}
          />
        </div>
      </div>
    </Step>
  )
}

function Requirements() {
  const t = useTranslations('booking.details')
  const { register } = useBooking()
  return (
    <LimitedField
      id="booking-requirements"
      limit={LIMITS.requirements}
      label={t('requirements')}
      error={useFieldError('requirements')}
    >
      <Textarea
        {...register('requirements')}
        placeholder={t('requirementsExample')}
        className="min-h-18 py-2 disabled:opacity-100"
      />
    </LimitedField>
  )
}
