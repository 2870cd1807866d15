'use client'
import { useTranslations } from 'next-intl'
import { useEffect, useEffectEvent, useState } from 'react'
import { notice, prepareNotices } from '@/components/browser/notice'
import { useTimesSeen } from '@/components/browser/seen-again'
import { sentenceOf } from '@/components/api'
import { Button } from '@/components/ui/button'
import type { SessionLine } from '@/lib/auth/schema'
import type { Locale } from '@/lib/i18n/routing'
import { longDate, studioDate, studioTime } from '@/lib/time'
import { endSession, fetchSessions } from './api'

/** The member's sessions, loaded on request; each can be ended. */
export function Devices({ locale }: { locale: Locale }) {
  const t = useTranslations('membership.member.devices')
  const failed = useTranslations('membership.member.code.failed')
  const [sessions, setSessions] = useState<SessionLine[] | null>(null)
  const [busy, setBusy] = useState(false)
  const times = useTimesSeen()
  const readAgain = useEffectEvent(() => {
    if (sessions !== null) fetchSessions().then(setSessions, () => undefined)
  })
  useEffect(() => readAgain(), [times])

  const attempt = async (work: () => Promise<unknown>) => {
    setBusy(true)
    prepareNotices()
    try {
      await work()
      setSessions(await fetchSessions())
    } catch (error) {
      notice.error(failed('title'), sentenceOf(error) ?? t('failed'))
    } finally {
      setBusy(false)
    }
  }
  const deviceOf = ({ browser, system }: SessionLine): string =>
    browser && system ? t('device', { browser, system }) : (browser ?? system ?? t('unknown'))
  const moment = (iso: string) => {
    const instant = new Date(iso)
    return `${longDate(studioDate(instant), locale)} ${studioTime(instant)}`
  }
  return (
    <section
      aria-labelledby="member-devices"
      className="grid content-start gap-4 rounded-lg border border-line bg-card p-5 sm:p-7"
    >
      <h3 id="member-devices" className="text-lg">
        {t('title')}
      </h3>
      {sessions === null ? (
        <Button
          variant="outline"
          pending={busy}
          className="justify-self-start"
          onClick={() => void attempt(async () => {})}
        >
          {t('show')}
        </Button>
      ) : (
        <ul className="figures divide-y divide-line border-y border-line">
          {sessions.map((session) => (
            <li
              key={session.id}
              className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 py-3"
            >
              <div className="min-w-0 text-sm">
                <p className="wrap-anywhere">
                  <strong className="font-medium">{deviceOf(session)}</strong>
                  {session.current && <span className="text-meter"> · {t('here')}</span>}
                </p>
                <p className="text-muted">
                  {session.network && (
                    <span>{`${t('network', { network: session.network })} · `}</span>
                  )}
                  <span>
                    {t('times', {
                      created: moment(session.createdAt),
                      seen: moment(session.lastSeenAt),
                    })}
                  </span>
                </p>
              </div>
              {!session.current && (
                <Button
                  variant="outline"
                  size="sm"
                  disabled={busy}
                  aria-label={t('endOf', { device: deviceOf(session) })}
                  onClick={() => void attempt(() => endSession(session.id))}
                >
                  {t('end')}
                </Button>
              )}
            </li>
          ))}
        </ul>
      )}
    </section>
  )
}
