'use client'
import { useTranslations } from 'next-intl'
import { useId, useState } from 'react'
import { HydratedFieldset } from '@/components/ui/hydrated'
import type { Elements } from '@/components/ui/elements'
import { NativeSelect } from '@/components/ui/native-select'
import { savings, SESSIONS_PER_FREE } from '@/lib/memberships/rules'
import { formatRate, formatRM } from '@/lib/money'

export type Package = { id: number; name: string; hourly: number }
const MOST = 4 * (SESSIONS_PER_FREE + 1)

/**
 * What the membership saves on a number of one-hour sessions. Server-rendered with eleven, the
 * number at which it begins to save. `taxed` is each package's rate with tax, in the same order.
 */
export function Calculator({ packages, taxed }: { packages: Package[]; taxed: Elements[] }) {
  const t = useTranslations('membership.savings')
  const id = useId()
  const [chosen, setChosen] = useState(packages[0]?.id)
  const [sessions, setSessions] = useState(SESSIONS_PER_FREE + 1)
  const hourly = packages.find((each) => each.id === chosen)?.hourly ?? 0
  const sum = savings(hourly, sessions)
  return (
    <div className="grid gap-7 rounded-lg border border-line bg-card p-5 sm:p-8">
      <HydratedFieldset className="grid min-w-0 gap-7">
        <div className="grid gap-1.5">
          <div className="flex items-baseline justify-between gap-4">
            <label htmlFor={`${id}-service`} className="text-sm font-medium">
              {t('service')}
            </label>
            <span className="figures text-sm text-muted">
              <span>{t('price', { price: formatRate(hourly) })}</span>
              {taxed[packages.findIndex(({ id }) => id === chosen)]}
            </span>
          </div>
          <NativeSelect
            id={`${id}-service`}
            value={chosen}
            onChange={(event) => setChosen(Number(event.target.value))}
            options={packages.map(({ id, name }) => [String(id), name] as const)}
          />
        </div>
        <div className="grid gap-1.5">
          <div className="flex items-baseline justify-between gap-4">
            <label htmlFor={`${id}-sessions`} className="text-sm font-medium">
              {t('sessions')}
            </label>
            <span
              aria-hidden="true"
              className="figures font-display text-2xl font-semibold text-tungsten"
            >
              {sessions}
            </span>
          </div>
          <input
            id={`${id}-sessions`}
            type="range"
            min={1}
            max={MOST}
            value={sessions}
            onChange={(event) => setSessions(Number(event.target.value))}
            className="h-11 w-full enabled:cursor-pointer"
          />
        </div>
      </HydratedFieldset>
      <output
        htmlFor={`${id}-service ${id}-sessions`}
        className="figures grid gap-5 border-t border-line pt-6"
      >
        <Bar label={t('without')} sen={sum.without} width={100} dim />
        <Bar
          label={t('with')}
          sen={sum.with}
          width={sum.without === 0 ? 0 : (sum.with / sum.without) * 100}
        />
        <span
          className={
            'flex flex-wrap items-baseline justify-between gap-x-6 gap-y-1 border-t ' +
            'border-line pt-5'
          }
        >
          <span>
            {t('saved')}
            <span className="block text-xs text-muted">
              {t('split', { paid: sum.paid, free: sum.free })}
            </span>
          </span>
          <strong className="font-display text-3xl font-semibold text-meter">
            {formatRM(sum.saved)}
          </strong>
        </span>
      </output>
    </div>
  )
}

const Bar = ({
  label,
  sen,
  width,
  dim = false,
}: {
  label: string
  sen: number
  width: number
  dim?: boolean
}) => (
  <span className="grid gap-2">
    <span className="flex justify-between gap-4">
      <span className="text-sm text-muted">{label}</span>{' '}
      <span className="font-semibold">{formatRM(sen)}</span>
    </span>
    <span
      aria-hidden="true"
      className={`block h-2 origin-left rounded-full transition-transform ${dim ? 'bg-edge' : 'bg-tungsten'}`}
      style={{ transform: `scaleX(${width / 100})` }}
    />
  </span>
)
