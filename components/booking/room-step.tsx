'use client'
import { useTranslations } from 'next-intl'
import { useWatch } from 'react-hook-form'
import { FieldError } from '@/components/ui/field-error'
import type { RoomOption } from '@/lib/rooms/house'
import { ROOMS_ID, useBooking, useFieldError } from './booking-form'
import { RadioCard } from './step'

const HEADING_ID = 'room-title'
const ERROR_ID = 'room-error'

/** Any room, or one of those that the service has. */
export function RoomStep({ rooms }: { rooms: readonly RoomOption[] }) {
  const t = useTranslations('rooms')
  const { control, setValue, clearErrors } = useBooking()
  const chosen = useWatch({ control, name: 'roomId' })
  const error = useFieldError('roomId')
  const choose = (id: number | null) => {
    setValue('roomId', id, { shouldDirty: true })
    clearErrors(['roomId', 'time'])
  }
  const any = { id: null, name: t('any'), description: t('anyNote'), picture: null }
  return (
    <section id={ROOMS_ID} aria-labelledby={HEADING_ID} className="grid min-w-0 scroll-mt-24 gap-3">
      <h2 id={HEADING_ID} tabIndex={-1} className="text-base outline-none">
        {t('choose')}
      </h2>
      <FieldError id={ERROR_ID}>{error}</FieldError>
      <div
        role="radiogroup"
        aria-labelledby={HEADING_ID}
        aria-describedby={error && ERROR_ID}
        className="grid gap-2"
      >
        {[any, ...rooms].map(({ id, name, description, picture }) => (
          <RadioCard
            key={id}
            name="room"
            value={id ?? ''}
            checked={chosen === id}
            onChange={() => choose(id)}
            aria-labelledby={`room-${id}-name`}
            aria-describedby={description ? `room-${id}-about` : undefined}
            className="flex min-h-12 items-center gap-3.5 p-3"
          >
            {picture && (
              <img
                src={picture}
                alt=""
                width={128}
                height={96}
                loading="lazy"
                decoding="async"
                referrerPolicy="no-referrer"
                className="aspect-[4/3] w-24 shrink-0 rounded-md bg-card object-cover"
              />
            )}
            <div className="grid min-w-0 gap-0.5">
              <span id={`room-${id}-name`} className="text-sm font-semibold wrap-anywhere">
                {name}
              </span>
              {description && (
                <span id={`room-${id}-about`} className="text-xs wrap-anywhere text-muted">
                  {description}
                </span>
              )}
            </div>
          </RadioCard>
        ))}
      </div>
    </section>
  )
}
