'use client'
import { useTranslations } from 'next-intl'
import { Suspense } from 'react'
import { useWatch } from 'react-hook-form'
import { LimitedField } from '@/components/form/limited-field'
import { DataNotice } from '@/components/legal/consent'
import { Input } from '@/components/ui/input'
import { lazyPart } from '@/components/ui/part'
import { LIMITS } from '@/lib/limits'
import { type BookingFieldName, useBooking } from './booking-form'
import { useFieldError } from './booking-form'
import { Step } from './step'

type TextField = Extract<BookingFieldName, 'firstName' | 'lastName' | 'email' | 'phone'>

export const NAME_HINT = 'booking-name-hint'
const ATTRIBUTES = {
  firstName: { autoComplete: 'given-name', enterKeyHint: 'next' },
  lastName: { autoComplete: 'family-name' },
  email: { type: 'email', autoComplete: 'email', inputMode: 'email', enterKeyHint: 'done' },
  phone: { type: 'tel', autoComplete: 'tel', inputMode: 'tel' },
} as const

const ProveEmail = lazyPart(() =>
  import('@/components/checkout/prove-email').then((module) => module.ProveEmail),
)

type Props = {
  /** The email that the server requires to be proven; null when it requires none. */
  unproven: string | null
  onProven: () => void
}

export function DetailsStep({ unproven, onProven }: Props) {
  const t = useTranslations('booking')
  // The messages about codes are there only where there are some.
  const words = useTranslations()
  const { control } = useBooking()
  const [firstName, email, duration, code] = useWatch({
    control,
    name: ['firstName', 'email', 'duration', 'code'],
  })
  const errors = [useFieldError('firstName'), useFieldError('email')]
  return (
    <Step
      id="details"
      number={5}
      title={t('details.title')}
      done={firstName.trim() !== '' && email.trim() !== ''}
      chosen={firstName}
      about={email}
      wrong={errors.some(Boolean)}
    >
      <div className="grid gap-3">
        <TextInput name="firstName" required describedBy={NAME_HINT} />
        <p id={NAME_HINT} className="-mt-1.5 text-xs text-muted">
          {t('details.nameHint')}
        </p>
        <TextInput name="email" required />
        {unproven !== null && unproven === email ? (
          <Suspense fallback={<ProofAhead />}>
            <ProveEmail
              email={email}
              lead={code !== '' && duration !== 'weekly' ? words('codes.proof') : t('proof.lead')}
              onProven={onProven}
            />
          </Suspense>
        ) : (
          duration === 'weekly' && <ProofAhead />
        )}
        <DataNotice className="text-xs" />
      </div>
    </Step>
  )
}

/**
 * A note about what a week requires, as tall as ProveEmail, which replaces it: nothing moves when
 * the server asks.
 */
function ProofAhead() {
  const t = useTranslations('booking.proof')
  return (
    <div className="grid content-start gap-3 rounded-lg border border-line p-4 pb-18">
      <p className="font-medium">{t('title')}</p>
      <p className="text-sm text-muted">{t('lead')}</p>
    </div>
  )
}

export function TextInput({
  name,
  required = false,
  describedBy,
}: {
  name: TextField
  required?: boolean
  describedBy?: string
}) {
  const t = useTranslations('booking.details')
  const { register } = useBooking()
  return (
    <LimitedField
      limit={LIMITS[name]}
      id={`booking-${name}`}
      label={t(name)}
      error={useFieldError(name)}
      required={required}
    >
      <Input
        {...register(name)}
        {...ATTRIBUTES[name]}
        aria-describedby={describedBy}
        className="disabled:opacity-100"
      />
    </LimitedField>
  )
}
