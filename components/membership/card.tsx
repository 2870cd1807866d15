'use client'
import { Check, Copy, MessageCircle, Mic } from 'lucide-react'
import { copyText } from '@/components/browser/copy'
import { lengthKey } from '@/lib/availability/rules'
import { useLocale, useTranslations } from 'next-intl'
import { useState } from 'react'
import { useDates } from '@/components/dates'
import { notice, prepareNotices } from '@/components/browser/notice'
import { sentenceOf } from '@/components/api'
import { useSite } from '@/components/layout/site-context'
import { Badge } from '@/components/ui/badge'
import { Button } from '@/components/ui/button'
import { buttonVariants } from '@/components/ui/button-variants'
import { fieldClasses } from '@/components/ui/input'
import { QrCode } from '@/components/browser/qr-code'
import { pathIn } from '@/lib/i18n/path'
import type { Locale } from '@/lib/i18n/routing'
import { SESSIONS_PER_FREE } from '@/lib/memberships/rules'
import { formatRM, senOf } from '@/lib/money'
import { whatsappLink } from '@/lib/settings/links'
import { longDate, studioDate } from '@/lib/time'
import { settleEarlier } from './api'
import { Devices } from './devices'
import { SignOut, type SignedOut } from './sign-out'
import type { MembershipCardFacts, Friend, MemberSession } from './types'

// Without its weekday it stands on one line of a phone.
const JOINED = { day: 'numeric', month: 'long', year: 'numeric' } as const

type Props = {
  card: MembershipCardFacts
  email: string
  onChanged: () => void
  onSignedOut: SignedOut
}

/**
 * A member's card: the ten channels with their sessions, the free one, the referral code and its
 * rewards.
 */
export function MembershipCard({ card, email, onChanged, onSignedOut }: Props) {
  const [t, locale] = [useTranslations('membership.member.card'), useLocale()]
  const format = useDates()
  const done = SESSIONS_PER_FREE - card.sessionsRemaining
  return (
    <div className="grid gap-8">
      <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-1">
        <h2 className="text-2xl sm:text-3xl">{t('title')}</h2>
        <p className="flex flex-wrap items-center gap-x-2 text-sm wrap-anywhere text-muted">
          <span>{t('signedIn', { email })}</span>
          <SignOut onSignedOut={onSignedOut} />
        </p>
      </div>
      {card.status !== 'active' && (
        <p className="rounded-lg border border-l-4 border-line border-l-tungsten bg-raised p-4">
          <strong className="block">{t('inactive.title')}</strong>
          {t('inactive.text')}
        </p>
      )}
      {card.earlier.length > 0 && (
        <Earlier earlier={card.earlier} locale={locale} onSettled={onChanged} />
      )}
      <div className="grid gap-5 lg:grid-cols-2">
        <div
          className={
            'figures grid content-between gap-7 rounded-lg border border-edge/60 ' +
            'bg-linear-to-br from-line via-card to-raised p-5 shadow-warm sm:p-7'
          }
        >
          <div className="flex flex-wrap items-baseline justify-between gap-x-4">
            <p className="font-display text-lg font-semibold wrap-anywhere">{card.customerName}</p>
            <p className="text-sm text-muted">
              {t('since', {
                date: format.dateTime(new Date(card.joinedAt), JOINED),
              })}
            </p>
          </div>
          <div>
            <div aria-hidden="true" className="grid grid-cols-10 gap-1.5 sm:gap-2.5">
              {Array.from({ length: SESSIONS_PER_FREE }, (_, index) => (
                <span
                  key={index}
                  className={
                    'aspect-square rounded-full border ' +
                    (index < done ? 'border-tungsten bg-tungsten' : 'border-edge')
                  }
                />
              ))}
            </div>
            <p className="mt-4 font-display text-2xl font-semibold">
              {t('progress', { done, all: SESSIONS_PER_FREE })}
            </p>
            <p className="text-muted">{t('left', { left: card.sessionsRemaining })}</p>
          </div>
          <dl className="grid grid-cols-2 gap-x-6 gap-y-4 border-t border-line pt-5 text-sm">
            <Fact label={t('package')} value={card.package.name} />
            <Fact label={t('spent')} value={formatRM(senOf(card.totalSpent))} />
          </dl>
          <div
            className={
              'flex flex-wrap items-center justify-between gap-4 rounded-lg p-4 ' +
              (card.freeSessions > 0 ? 'bg-tungsten text-ink' : 'bg-ground')
            }
          >
            <p className="flex items-center gap-3 font-medium">
              <Mic aria-hidden="true" className="size-5" />
              <span key={card.freeSessions}>
                {t.rich('freeNow', {
                  count: card.freeSessions,
                  b: (count) => <strong className="font-display text-2xl">{count}</strong>,
                })}
              </span>
            </p>
            {card.freeSessions > 0 && card.status === 'active' && (
              <a
                href={`${pathIn(locale, '/booking')}?service=${card.package.id}`}
                className={buttonVariants({ variant: 'secondary' })}
              >
                {t('use')}
              </a>
            )}
          </div>
        </div>
        <Share code={card.referralCode} locale={locale} />
        <Friends friends={card.friends} earnings={card.referralEarnings} locale={locale} />
        <Ledger sessions={card.sessions} locale={locale} />
        <Devices locale={locale} />
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

type EarlierProps = {
  earlier: MembershipCardFacts['earlier']
  locale: Locale
  onSettled: () => void
}

/**
 * Purchases with the email before it was proven, which anybody could have typed: they count only
 * when the owner of the inbox confirms them.
 */
function Earlier({ earlier, locale, onSettled }: EarlierProps) {
  const t = useTranslations('membership.member.earlier')
  const failed = useTranslations('membership.member.code.failed')
  const [busy, setBusy] = useState(false)
  const settle = async (mine: boolean) => {
    setBusy(true)
    prepareNotices()
    try {
      await settleEarlier(mine)
      onSettled()
    } catch (error) {
      notice.error(failed('title'), sentenceOf(error) ?? t('failed'))
    } finally {
      setBusy(false)
    }
  }
  return (
    <section
      aria-labelledby="earlier"
      className="grid gap-3 rounded-lg border border-l-4 border-line border-l-tungsten bg-raised p-4"
    >
      <h3 id="earlier" className="text-lg">
        {t('title')}
      </h3>
      <p className="measure text-muted">{t('text')}</p>
      <ul className="figures grid gap-1">
        {earlier.map(({ kind, date }, index) => (
          <li key={index}>{t(kind, { date: longDate(date, locale) })}</li>
        ))}
      </ul>
      <p className="flex flex-wrap gap-3">
        <Button pending={busy} onClick={() => void settle(true)}>
          {t('yes')}
        </Button>
        <Button variant="outline" disabled={busy} onClick={() => void settle(false)}>
          {t('no')}
        </Button>
      </p>
    </section>
  )
}

/** The referral code to read, as a link, for WhatsApp, and as a QR code. */
function Share({ code, locale }: { code: string; locale: Locale }) {
  const t = useTranslations('membership.member.share')
  const link = `${window.location.origin}${pathIn(locale, '/membership')}?ref=${code}`
  const [copied, setCopied] = useState(false)
  // Refused: the link is visible and can be selected.
  const copy = async () => setCopied(await copyText(link))
  const text = t('text', { studio: useSite().name, code, link })
  return (
    <div
      className={
        'grid content-start gap-6 rounded-lg border border-line bg-card p-5 ' +
        'sm:grid-cols-[1fr_9rem] sm:p-7'
      }
    >
      <div className="grid content-start gap-5">
        <div>
          <h3 className="text-lg">{t('title')}</h3>
          <p className="text-sm text-muted">{t('lead')}</p>
        </div>
        <p>
          <span className="block text-sm text-muted">{t('code')}</span>
          <strong
            translate="no"
            className="figures font-display text-3xl font-semibold tracking-widest text-tungsten"
          >
            {code}
          </strong>
        </p>
      </div>
      <QrCode text={link} label={t('qr')} />
      <input
        readOnly
        value={link}
        aria-label={t('code')}
        onFocus={(event) => event.target.select()}
        className={`${fieldClasses} h-11 text-sm sm:col-span-2`}
      />
      <div className="flex flex-wrap gap-3 max-sm:*:grow sm:col-span-2">
        <Button variant="outline" onClick={() => void copy()}>
          {copied ? <Check aria-hidden="true" /> : <Copy aria-hidden="true" />}
          <span role="status">{copied ? t('copied') : t('copy')}</span>
        </Button>
        <a
          href={whatsappLink({}, text)}
          target="_blank"
          rel="noopener noreferrer"
          className={buttonVariants()}
        >
          <MessageCircle aria-hidden="true" />
          {t('whatsapp')}
        </a>
      </div>
    </div>
  )
}

const LOOK = {
  pending: 'outline',
  held: 'outline',
  awarded: 'success',
  paid: 'success',
  refused: 'secondary',
  reversed: 'secondary',
} as const

/** The friends who joined with the member's code, the state of each reward, and the total. */
function Friends({
  friends,
  earnings,
  locale,
}: {
  friends: Friend[]
  earnings: string
  locale: Locale
}) {
  const t = useTranslations('membership.member.friends')
  return (
    <div className="grid content-start gap-4 rounded-lg border border-line bg-card p-5 sm:p-7">
      <div className="flex items-baseline justify-between gap-4">
        <h3 className="text-lg">{t('title')}</h3>
        <p className="text-sm text-muted">
          {t('earned')}{' '}
          <strong className="figures font-display text-xl text-meter">
            {formatRM(senOf(earnings))}
          </strong>
        </p>
      </div>
      {friends.length === 0 && <p className="text-muted">{t('empty')}</p>}
      {friends.length > 0 && (
        <ul
          className="max-h-80 divide-y divide-line overflow-y-auto border-y border-line"
          tabIndex={0}
          aria-label={t('title')}
        >
          {friends.map(({ id, name, joinedAt, state }) => (
            <li
              key={id}
              className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1 py-3"
            >
              <span>
                <span className="block font-medium wrap-anywhere">{name}</span>
                <span className="text-sm text-muted">
                  {t('joined', { date: longDate(studioDate(new Date(joinedAt)), locale) })}
                </span>
              </span>
              <Badge variant={LOOK[state]} className="whitespace-normal">
                {t(`state.${state}`)}
              </Badge>
            </li>
          ))}
        </ul>
      )}
    </div>
  )
}

/**
 * Every session that was counted, newest first; one that a refund reversed stays, struck through.
 */
function Ledger({ sessions, locale }: { sessions: MemberSession[]; locale: Locale }) {
  const t = useTranslations('membership.member.sessions')
  return (
    <div className="grid content-start gap-4 rounded-lg border border-line bg-card p-5 sm:p-7">
      <h3 className="text-lg">{t('title')}</h3>
      {sessions.length === 0 && (
        <>
          <p className="text-muted">{t('empty')}</p>
          <a
            href={pathIn(locale, '/booking')}
            className={`${buttonVariants({ variant: 'outline' })} justify-self-start`}
          >
            {t('book')}
          </a>
        </>
      )}
      {sessions.length > 0 && (
        <ul
          className="figures max-h-80 divide-y divide-line overflow-y-auto border-y border-line"
          tabIndex={0}
          aria-label={t('title')}
        >
          {sessions.map(({ id, date, time, free, reversed, upcoming, ...length }) => (
            <li
              key={id}
              className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1 py-3"
            >
              <span className={reversed ? 'text-muted line-through' : undefined}>
                <span>{longDate(date, locale)}</span>{' '}
                <span className="text-sm text-muted">{`${time} · ${t(`durations.${lengthKey(length)}`, { hours: length.hours })}`}</span>
              </span>
              <span className="flex gap-2">
                {free && <Badge>{t('free')}</Badge>}
                {upcoming && !reversed && <Badge variant="success">{t('upcoming')}</Badge>}
                {reversed && <Badge variant="secondary">{t('reversed')}</Badge>}
              </span>
            </li>
          ))}
        </ul>
      )}
    </div>
  )
}
