'use client'
import { useTranslations } from 'next-intl'
import type { Member } from './use-free-session'

type Props = { member: Member; fits: boolean; chosen: boolean; onChoose: (chosen: boolean) => void }

/**
 * The free session a member has earned, shown where the price is. Explains what it can be used for
 * when it does not fit the choice.
 */
export function FreeSession({ member, fits, chosen, onChoose }: Props) {
  const t = useTranslations('booking.free')
  return (
    <label
      className={
        'flex gap-3 rounded-lg border border-tungsten/50 bg-tungsten/8 p-4 ' +
        'has-disabled:border-line has-disabled:bg-transparent'
      }
    >
      <input
        type="checkbox"
        checked={chosen}
        disabled={!fits}
        onChange={(event) => onChoose(event.target.checked)}
        className="mt-0.5 size-5 shrink-0 accent-tungsten"
      />
      <span className="grid gap-0.5">
        <span className="font-medium">{t('use')}</span>
        <span className="text-sm text-muted">
          {fits
            ? t('left', { left: member.freeSessions })
            : t('only', { package: member.packageName })}
        </span>
      </span>
    </label>
  )
}
