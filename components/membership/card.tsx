'use client'
import { Mic } from 'lucide-react'
import { fill } from '@/components/site/fill'
import { buttonVariants } from '@/components/ui/button-variants'
import { pathIn } from '@/lib/i18n/path'
import { toLocale } from '@/lib/i18n/routing'
import { SESSIONS_PER_FREE } from '@/lib/memberships/rules'
import { formatRM, senOf } from '@/lib/money'
import { longDate, studioDate } from '@/lib/time'
import { Devices } from './devices'
import { Earlier } from './earlier'
import { Friends } from './friends'
import { Ledger } from './ledger'
import { Share } from './share'
import { SignOut } from './sign-out'
import type { Card as CardData, Me } from './types'
import type { MemberWords } from './words'

type Props = {
  card: CardData
  email: string
  words: MemberWords
  onChanged: () => void
  onSignedOut: (me: Me) => void
}

/**
 * A member's card: the ten channels with their own sessions in them, the free one, their code and
 * what it brought.
 */
export function Card({ card, email, words, onChanged, onSignedOut }: Props) {
  const locale = toLocale(document.documentElement.lang.slice(0, 2))
  const done = SESSIONS_PER_FREE - card.sessionsRemaining
  return (
    <div className="grid gap-8">
      <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-1">
        <h2 className="text-2xl sm:text-3xl">{words.card.title}</h2>
        <p className="flex flex-wrap items-center gap-x-2 text-sm wrap-anywhere text-muted">
          {fill(words.card.signedIn, { email })}
          <SignOut words={words} onSignedOut={onSignedOut} />
        </p>
      </div>
      {card.status !== 'active' && (
        <p className="rounded-lg border border-l-4 border-line border-l-tungsten bg-raised p-4">
          <strong className="block">{words.card.inactive.title}</strong>
          {words.card.inactive.text}
        </p>
      )}
      {card.earlier.length > 0 && (
        <Earlier
          earlier={card.earlier}
          words={words.earlier}
          failedTitle={words.code.failed.title}
          locale={locale}
          onSettled={onChanged}
        />
      )}
      <div className="grid gap-5 lg:grid-cols-2">
        <div className="figures grid content-between gap-7 rounded-lg border border-edge/60 bg-linear-to-br from-line via-card to-raised p-5 shadow-warm sm:p-7">
          <div className="flex flex-wrap items-baseline justify-between gap-x-4">
            <p className="font-display text-lg font-semibold wrap-anywhere">{card.customerName}</p>
            <p className="text-sm text-muted">
              {fill(words.card.since, {
                date: longDate(studioDate(new Date(card.joinedAt)), locale),
              })}
            </p>
          </div>
          <div>
            <div aria-hidden="true" className="grid grid-cols-10 gap-1.5 sm:gap-2.5">
              {Array.from({ length: SESSIONS_PER_FREE }, (_, index) => (
                <span
                  key={index}
                  className={`aspect-square rounded-full border ${index < done ? 'border-tungsten bg-tungsten' : 'border-edge'}`}
                />
              ))}
            </div>
            <p className="mt-4 font-display text-2xl font-semibold">
              {fill(words.card.progress, { done, all: SESSIONS_PER_FREE })}
            </p>
            <p className="text-muted">{fill(words.card.left, { left: card.sessionsRemaining })}</p>
          </div>
          <dl className="grid grid-cols-2 gap-x-6 gap-y-4 border-t border-line pt-5 text-sm">
            <Fact label={words.card.package} value={card.package.name} />
            <Fact label={words.card.spent} value={formatRM(senOf(card.totalSpent))} />
          </dl>
          <div
            className={`flex flex-wrap items-center justify-between gap-4 rounded-lg p-4 ${card.freeSessions > 0 ? 'bg-tungsten text-ink' : 'bg-ground'}`}
          >
            <p className="flex items-center gap-3 font-medium">
              <Mic aria-hidden="true" className="size-5" />
              {words.card.freeNow}:{' '}
              <strong className="font-display text-2xl">{card.freeSessions}</strong>
            </p>
            {card.freeSessions > 0 && card.status === 'active' && (
              <a
                href={`${pathIn(locale, '/booking')}?service=${card.package.id}`}
                className={buttonVariants({ variant: 'secondary' })}
              >
                {words.card.use}
              </a>
            )}
          </div>
        </div>
        <Share code={card.referralCode} words={words.share} locale={locale} />
        <Friends
          friends={card.friends}
          earnings={card.referralEarnings}
          words={words.friends}
          locale={locale}
        />
        <Ledger sessions={card.sessions} words={words.sessions} locale={locale} />
        <Devices words={words.devices} failedTitle={words.code.failed.title} locale={locale} />
      </div>
    </div>
  )
}

const Fact = ({ label, value }: { label: string; value: string }) => (
  <div>
    <dt className="text-muted">{label}</dt>
    <dd className="font-medium">{value}</dd>
  </div>
)
