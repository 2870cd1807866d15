'use client'
import { useTranslations } from 'next-intl'
import { useWatch } from 'react-hook-form'
import type { RoomOption } from '@/lib/rooms/house'
import { useBooking, useFieldError } from './booking-form'
import { useFold } from './fold'
import { RadioCard } from './radio-card'
import { Step, stepErrorId, stepHeadingId } from './step'

/** Any room, or one of those that the service has. */
export function RoomStep({ rooms }: { rooms: readonly RoomOption[] }) {
  const t = useTranslations('rooms')
  const { control, setValue, clearErrors } = useBooking()
  const chosen = useWatch({ control, name: 'roomId' })
  const { goOn } = useFold()
  const error = useFieldError('roomId')
  const choose = (id: number | null) => {
    setValue('roomId', id, { shouldDirty: true })
    clearErrors(['roomId', 'time'])
  }
  const any = { id: null, name: t('any'), description: t('anyNote'), picture: null }
  return (
    <Step
      id="room"
      title={t('choose')}
      done
      chosen={rooms.find(({ id }) => id === chosen)?.name ?? t('any')}
      error={error}
    >
      <div
        role="radiogroup"
        aria-labelledby={stepHeadingId('room')}
        aria-describedby={error && stepErrorId('room')}
        className="grid gap-2"
      >
        {[any, ...rooms].map(({ id, name, description, picture }) => (
          <RadioCard
            key={id}
            name="room"
            value={id ?? ''}
            checked={chosen === id}
            onChange={() => choose(id)}
            onPressed={() => goOn('room')}
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
    </Step>
  )
}
