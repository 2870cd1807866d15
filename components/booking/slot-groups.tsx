'use client'
import { useTranslations } from 'next-intl'
import { Pick } from './pick'
import { canChoose, PARTS_OF_DAY, partOfDay, type Slot } from './slots'

type SlotGroupsProps = {
  slots: Slot[]
  chosen: string
  labelledBy: string
  describedBy?: string | undefined
  onChoose: (time: string) => void
}

/**
 * The day's start times. What cannot be chosen stays in sight with its reason: a gap would be a
 * riddle.
 */
export function SlotGroups({ slots, chosen, labelledBy, describedBy, onChoose }: SlotGroupsProps) {
  const t = useTranslations('booking.time')
  return (
    <div
      role="radiogroup"
      aria-labelledby={labelledBy}
      aria-describedby={describedBy}
      aria-required="true"
      className="grid gap-4"
    >
      {PARTS_OF_DAY.map((part) => {
        const inPart = slots.filter((slot) => partOfDay(slot.time) === part)
        return (
          inPart.length > 0 && (
            <div key={part} role="group" aria-labelledby={`part-${part}`} className="grid gap-2">
              <h3
                id={`part-${part}`}
                className="font-sans text-xs font-medium tracking-normal text-muted"
              >
                {t(part)}
              </h3>
              <div className="grid grid-cols-4 gap-2">
                {inPart.map((slot) => (
                  <SlotPick
                    key={slot.time}
                    slot={slot}
                    checked={chosen === slot.time}
                    onChoose={() => onChoose(slot.time)}
                  />
                ))}
              </div>
            </div>
          )
        )
      })}
    </div>
  )
}

function SlotPick({
  slot,
  checked,
  onChoose,
}: {
  slot: Slot
  checked: boolean
  onChoose: () => void
}) {
  const t = useTranslations('booking.time')
  const { time, state } = slot
  const open = canChoose(slot)
  return (
    <Pick
      name="time"
      value={time}
      checked={checked}
      disabled={!open}
      onChange={onChoose}
      aria-labelledby={`slot-${time}`}
      aria-describedby={state === 'free' ? undefined : `slot-${time}-state`}
      className={`grid min-h-12 content-center justify-items-center px-1 text-center ${open ? '' : 'border-dashed bg-transparent hover:border-line'}`}
    >
      <span
        id={`slot-${time}`}
        className={`text-sm font-semibold figures ${open ? 'group-has-checked:text-tungsten' : 'text-faint line-through'}`}
      >
        {time}
      </span>
      {state !== 'free' && (
        <span
          id={`slot-${time}-state`}
          className={`text-[0.6875rem] leading-4 ${state === 'held' ? 'text-tungsten' : 'text-faint'}`}
        >
          {t(`state.${state}`)}
        </span>
      )}
    </Pick>
  )
}
