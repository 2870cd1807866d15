'use client'
import { Badge } from '@/components/ui/badge'
import { buttonVariants } from '@/components/ui/button-variants'
import { pathIn } from '@/lib/i18n/path'
import type { Locale } from '@/lib/i18n/routing'
import { longDate } from '@/lib/time'
import type { Session } from './types'
import type { MemberWords } from './words'

/**
 * Every session that was counted, the newest first; one that a refund took back stays, struck
 * through.
 */
export const Ledger = ({
  sessions,
  words,
  locale,
}: {
  sessions: Session[]
  words: MemberWords['sessions']
  locale: Locale
}) => (
  <div className="grid content-start gap-4 rounded-lg border border-line bg-card p-5 sm:p-7">
    <h3 className="text-lg">{words.title}</h3>
    {sessions.length === 0 && (
      <>
        <p className="text-muted">{words.empty}</p>
        <a
          href={pathIn(locale, '/booking')}
          className={`${buttonVariants({ variant: 'outline' })} justify-self-start`}
        >
          {words.book}
        </a>
      </>
    )}
    {sessions.length > 0 && (
      <ul
        className="figures max-h-80 divide-y divide-line overflow-y-auto border-y border-line"
        tabIndex={0}
        aria-label={words.title}
      >
        {sessions.map(({ id, date, time, duration, free, reversed, upcoming }) => (
          <li key={id} className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1 py-3">
            <span className={reversed ? 'text-muted line-through' : undefined}>
              {longDate(date, locale)}{' '}
              <span className="text-sm text-muted">{`${time} · ${words.durations[duration]}`}</span>
            </span>
            <span className="flex gap-2">
              {free && <Badge>{words.free}</Badge>}
              {upcoming && !reversed && <Badge variant="success">{words.upcoming}</Badge>}
              {reversed && <Badge variant="secondary">{words.reversed}</Badge>}
            </span>
          </li>
        ))}
      </ul>
    )}
  </div>
)
