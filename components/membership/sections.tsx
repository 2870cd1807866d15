import { CalendarClock, type LucideIcon, Mic, Tag, Users } from 'lucide-react'
import { useTranslations } from 'next-intl'
import { HORIZON_DAYS } from '@/lib/availability/rules'
import { mailtoHref, whatsappLink } from '@/lib/settings/links'
import type { Site } from '@/lib/settings/site'
import { WholeWords } from '@/components/ui/words'

const STEPS = ['record', 'free', 'refer'] as const

export function MembershipSteps() {
  const t = useTranslations('membership.steps')
  return (
    <section className="section wrap grid gap-x-16 gap-y-10 lg:grid-cols-[18rem_1fr] in-[[data-member='1']]:hidden">
      <div className="grid content-start gap-3">
        <h2>
          <WholeWords>{t('title')}</WholeWords>
        </h2>
        <p className="text-muted">{t('lead')}</p>
      </div>
      <ol className="grid gap-x-10 gap-y-9 sm:grid-cols-3">
        {STEPS.map((step, index) => (
          <li key={step} className="grid content-start gap-2.5 border-t-2 border-tungsten pt-5">
            <span
              aria-hidden="true"
              className="figures font-display text-5xl font-semibold text-tungsten"
            >
              {index + 1}
            </span>
            <h3 className="text-lg">
              <WholeWords>{t(`${step}.title`)}</WholeWords>
            </h3>
            <p className="text-muted">{t(`${step}.text`)}</p>
          </li>
        ))}
      </ol>
    </section>
  )
}

const MONEY = ['session', 'referral'] as const
const REST: { key: 'priority' | 'rates' | 'gear' | 'community'; icon: LucideIcon }[] = [
  { key: 'priority', icon: CalendarClock },
  { key: 'rates', icon: Tag },
  { key: 'gear', icon: Mic },
  { key: 'community', icon: Users },
]

/** Six cards: the two about money show their figure first, the others what they change. */
export function Benefits() {
  const t = useTranslations('membership.benefits')
  return (
    <section className="border-y border-line bg-raised in-[[data-member='1']]:hidden">
      <div className="section wrap">
        <h2>
          <WholeWords>{t('title')}</WholeWords>
        </h2>
        <ul className="mt-10 grid gap-4 sm:grid-cols-2 lg:grid-cols-4">
          {MONEY.map((key) => (
            <li
              key={key}
              className={
                'grid content-between gap-8 rounded-lg border border-line bg-card p-6 ' +
                'lg:col-span-2 lg:p-9'
              }
            >
              <p
                aria-hidden="true"
                className="figures font-display text-5xl font-semibold text-tungsten lg:text-6xl"
              >
                {t(`${key}.figure`)}
              </p>
              <div className="grid gap-2">
                <h3 className="text-xl">
                  <WholeWords>{t(`${key}.title`)}</WholeWords>
                </h3>
                <p className="max-w-[52ch] text-muted">{t(`${key}.text`)}</p>
              </div>
            </li>
          ))}
          {REST.map(({ key, icon: Icon }) => (
            <li
              key={key}
              className="grid content-start gap-2 rounded-lg border border-line bg-card p-6"
            >
              <Icon aria-hidden="true" className="mb-3 size-6 text-tungsten" />
              <h3 className="text-lg">
                <WholeWords>{t(`${key}.title`)}</WholeWords>
              </h3>
              <p className="text-sm text-muted">
                {t(`${key}.text`, { member: HORIZON_DAYS.member, everyone: HORIZON_DAYS.public })}
              </p>
            </li>
          ))}
        </ul>
      </div>
    </section>
  )
}

const LINK =
  'inline-block py-2.5 font-semibold text-tungsten underline ' +
  'decoration-tungsten/40 underline-offset-4 hover:decoration-tungsten'

/** The page's contact footer. */
export function Questions({ studio }: { studio: Site }) {
  const [t, common] = [useTranslations('membership.contact'), useTranslations('common')]
  return (
    <section className="section wrap grid gap-2 pb-0">
      <h2 className="text-xl">
        <WholeWords>{t('title')}</WholeWords>
      </h2>
      <p className="text-muted">{t('lead')}</p>
      <p className="flex flex-wrap gap-x-8">
        <a href={mailtoHref(studio.email)} className={LINK}>
          {studio.email}
        </a>
        <a
          href={whatsappLink(studio, t('message'))}
          target="_blank"
          rel="noopener noreferrer"
          className={LINK}
        >
          {common('openOnWhatsApp')}
          <span className="sr-only"> ({common('newTab')})</span>
        </a>
      </p>
    </section>
  )
}
