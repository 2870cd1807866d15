'use client'
import { useState } from 'react'
import { fill } from '@/components/site/fill'
import { notice, prepareNotices } from '@/components/site/notice'
import { sentenceOf } from '@/components/site/request'
import { Button } from '@/components/ui/button'
import type { SessionLine } from '@/lib/auth/schema'
import type { Locale } from '@/lib/i18n/routing'
import { longDate, studioDate, studioTime } from '@/lib/time'
import { endSession, fetchSessions } from './api'
import type { MemberWords } from './words'

type Words = MemberWords['devices']
type Props = { words: Words; failedTitle: string; locale: Locale }

/** Where the member is signed in, asked for when they want to know; each can be ended. */
export function Devices({ words, failedTitle, locale }: Props) {
  const [sessions, setSessions] = useState<SessionLine[] | null>(null)
  const [busy, setBusy] = useState(false)

  const attempt = async (work: () => Promise<unknown>) => {
    setBusy(true)
    prepareNotices()
    try {
      await work()
      setSessions(await fetchSessions())
    } catch (error) {
      notice.error(failedTitle, sentenceOf(error) ?? words.failed)
    } finally {
      setBusy(false)
    }
  }
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
        {words.title}
      </h3>
      {sessions === null ? (
        <Button
          variant="outline"
          pending={busy}
          className="justify-self-start"
          onClick={() => void attempt(async () => {})}
        >
          {words.show}
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
                  <strong className="font-medium">{deviceOf(session, words)}</strong>
                  {session.current && <span className="text-meter"> · {words.here}</span>}
                </p>
                <p className="text-muted">
                  {session.network && `${fill(words.network, { network: session.network })} · `}
                  {fill(words.times, {
                    created: moment(session.createdAt),
                    seen: moment(session.lastSeenAt),
                  })}
                </p>
              </div>
              {!session.current && (
                <Button
                  variant="outline"
                  size="sm"
                  disabled={busy}
                  aria-label={fill(words.endOf, { device: deviceOf(session, words) })}
                  onClick={() => void attempt(() => endSession(session.id))}
                >
                  {words.end}
                </Button>
              )}
            </li>
          ))}
        </ul>
      )}
    </section>
  )
}

const deviceOf = ({ browser, system }: SessionLine, words: Words): string =>
  browser && system ? fill(words.device, { browser, system }) : (browser ?? system ?? words.unknown)
