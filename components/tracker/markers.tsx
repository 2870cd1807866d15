'use client'
import { useTranslations } from 'next-intl'
import { X } from 'lucide-react'
import { type ComponentProps, useId, useState } from 'react'
import { Counter } from '@/components/form/counter'
import { buttonVariants } from '@/components/ui/button-variants'
import { Input } from '@/components/ui/input'
import { characterCount } from '@/lib/limits'
import { clockText, LABEL_MAX, type Act, type Recording } from '@/lib/recording/rules'

type Props = { session: Recording; act: (act: Act) => void }

/**
 * The markers in the order of time; each can be named and removed, during the session and after it.
 */
export function Markers({ session, act }: Props) {
  const t = useTranslations('tracker.app.markers')
  const empty = session.status === 'completed' ? t('emptyDone') : t('empty')
  return (
    <div className="grid content-start gap-4">
      <h3 className="text-lg">
        {t('title')} <span className="figures text-muted">{session.markers.length || ''}</span>
      </h3>
      <ol className="grid gap-2 empty:hidden">
        {session.markers.map(({ id, time, label }, index) => {
          const which = { number: index + 1, time: clockText(time) }
          return (
            <li key={id} className="flex items-start gap-2">
              <span className="figures flex h-11 w-20 shrink-0 items-center text-sm text-tungsten">
                {clockText(time)}
              </span>
              <LabelInput
                label={label}
                onLabel={(label) => act({ type: 'label', id, label })}
                placeholder={t('name', which)}
                aria-label={t('label', which)}
              />
              <button
                type="button"
                onClick={() => act({ type: 'unmark', id })}
                aria-label={t('remove', which)}
                className={buttonVariants({ variant: 'ghost', size: 'icon' })}
              >
                <X aria-hidden="true" />
              </button>
            </li>
          )
        })}
      </ol>
      {session.markers.length === 0 && <p className="text-sm text-muted">{empty}</p>}
    </div>
  )
}

type LabelInputProps = { label: string; onLabel: (label: string) => void } & Pick<
  ComponentProps<'input'>,
  'placeholder' | 'aria-label'
>

/** Shows what is typed even while it is too long; the session keeps the last label that fits. */
function LabelInput({ label, onLabel, ...said }: LabelInputProps) {
  const [tooLong, setTooLong] = useState<string | null>(null)
  const id = useId()
  return (
    <div className="grid min-w-0 grow gap-1">
      <Input
        id={id}
        value={tooLong ?? label}
        onChange={({ target: { value } }) => {
          const fits = characterCount(value) <= LABEL_MAX
          setTooLong(fits ? null : value)
          if (fits) onLabel(value)
        }}
        aria-invalid={tooLong !== null || undefined}
        autoComplete="off"
        className="h-11 min-w-0 text-sm"
        {...said}
      />
      <Counter id={id} limit={LABEL_MAX} />
    </div>
  )
}
