'use client'
import { fill } from '@/components/site/fill'
import { Badge } from '@/components/ui/badge'
import type { Locale } from '@/lib/i18n/routing'
import { formatRM, senOf } from '@/lib/money'
import { longDate, studioDate } from '@/lib/time'
import type { Friend } from './types'
import type { MemberWords } from './words'

const LOOK = {
  pending: 'outline',
  held: 'outline',
  awarded: 'success',
  paid: 'success',
  refused: 'secondary',
  reversed: 'secondary',
} as const

/** Who joined by the member's code, where each reward stands, and what came together. */
export const Friends = ({
  friends,
  earnings,
  words,
  locale,
}: {
  friends: Friend[]
  earnings: string
  words: MemberWords['friends']
  locale: Locale
}) => (
  <div className="grid content-start gap-4 rounded-lg border border-line bg-card p-5 sm:p-7">
    <div className="flex items-baseline justify-between gap-4">
      <h3 className="text-lg">{words.title}</h3>
      <p className="text-sm text-muted">
        {words.earned}{' '}
        <strong className="figures font-display text-xl text-meter">
          {formatRM(senOf(earnings))}
        </strong>
      </p>
    </div>
    {friends.length === 0 && <p className="text-muted">{words.empty}</p>}
    {friends.length > 0 && (
      <ul
        className="max-h-80 divide-y divide-line overflow-y-auto border-y border-line"
        tabIndex={0}
        aria-label={words.title}
      >
        {friends.map(({ id, name, joinedAt, state }) => (
          <li key={id} className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1 py-3">
            <span>
              <span className="block font-medium wrap-anywhere">{name}</span>
              <span className="text-sm text-muted">
                {fill(words.joined, { date: longDate(studioDate(new Date(joinedAt)), locale) })}
              </span>
            </span>
            <Badge variant={LOOK[state]} className="whitespace-normal">
              {words.state[state]}
            </Badge>
          </li>
        ))}
      </ul>
    )}
  </div>
)
