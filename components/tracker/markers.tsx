'use client'
import { useTranslations } from 'next-intl'
import { X } from 'lucide-react'
import { buttonVariants } from '@/components/ui/button-variants'
import { Input } from '@/components/ui/input'
import { clockText, LABEL_MAX, type Act, type Session } from '@/lib/recording/rules'

type Props = { session: Session; act: (act: Act) => void }

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
            <li key={id} className="flex items-center gap-2">
              <span className="figures w-20 shrink-0 text-sm text-tungsten">{clockText(time)}</span>
              <Input
                value={label}
                onChange={(event) => act({ type: 'label', id, label: event.target.value })}
                maxLength={LABEL_MAX}
                placeholder={t('name', which)}
                aria-label={t('label', which)}
                autoComplete="off"
                className="h-11 min-w-0 text-sm"
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
