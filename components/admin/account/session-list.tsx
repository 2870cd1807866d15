'use client'
import { useTranslations } from 'next-intl'
import { useDates } from '@/components/dates'
import type { SessionLine } from '@/lib/auth/schema'
import { useSave } from '@/components/admin/shared/use-save'
import { RemovableRow } from './removable-list'

const MOMENT = {
  day: 'numeric',
  month: 'short',
  hour: '2-digit',
  minute: '2-digit',
  hourCycle: 'h23',
} as const

/** The user's sessions: device, network and start; each can be ended. */
export function SessionList({ sessions }: { sessions: SessionLine[] }) {
  const t = useTranslations('admin.account')
  const format = useDates()
  const { send, refresh, pending, succeeded } = useSave()
  const end = async (id: string) => {
    const result = await send('DELETE', `/api/auth/sessions/${id}`)
    if (result.ok) succeeded(t('sessionEnded'))
    refresh()
  }
  const deviceOf = ({ browser, system }: SessionLine) =>
    browser && system ? t('device', { browser, system }) : (browser ?? system ?? t('unknownDevice'))
  const moment = (iso: string) => format.dateTime(new Date(iso), MOMENT)
  return (
    <ul className="grid gap-3">
      {sessions.map((session) => (
        <RemovableRow
          key={session.id}
          name={
            <>
              <strong className="font-medium">{deviceOf(session)}</strong>
              {session.current && <span className="text-meter"> · {t('thisDevice')}</span>}
              {session.trusted && <span className="text-muted"> · {t('trusted')}</span>}
            </>
          }
          times={
            <>
              {session.network && <span>{`${t('network', { network: session.network })} · `}</span>}
              <span>
                {t('sessionTimes', {
                  created: moment(session.createdAt),
                  seen: moment(session.lastSeenAt),
                })}
              </span>
            </>
          }
          remove={t('endSession')}
          removes={t('endSessionOf', { device: deviceOf(session) })}
          pending={pending}
          press={session.current ? undefined : () => void end(session.id)}
        />
      ))}
    </ul>
  )
}
