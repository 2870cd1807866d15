'use client'
import { useTranslations } from 'next-intl'
import { useWatch } from 'react-hook-form'
import { hoursCharged } from '@/lib/bookings/price'
import type { AddOnOffer } from '@/lib/bookings/schema'
import type { TaxSetting } from '@/lib/settings/tax'
import { AddOnChoice } from './add-on-choice'
import { useBooking, useFieldError, useLength } from './booking-form'

type Props = { addOns: readonly AddOnOffer[]; free: boolean; tax: TaxSetting }

/** The add-ons of the session that is being booked; a free session has none. */
export function AddOnStep({ addOns, free, tax }: Props) {
  const t = useTranslations('booking.addOns')
  const { control, setValue, clearErrors } = useBooking()
  const chosen = useWatch({ control, name: 'addOns' })
  const length = useLength()
  const choose = (ids: number[]) => {
    setValue('addOns', ids, { shouldDirty: true })
    clearErrors('addOns')
  }
  return (
    <AddOnChoice
      addOns={addOns}
      hours={hoursCharged(length)}
      tax={tax}
      chosen={chosen}
      onChoose={choose}
      note={t(free ? 'free' : 'note')}
      error={useFieldError('addOns')}
      disabled={free}
    />
  )
}
