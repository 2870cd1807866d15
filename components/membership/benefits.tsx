import { CalendarClock, Mic, Tag, Users, type LucideIcon } from 'lucide-react'
import { getTranslations } from 'next-intl/server'
import { HORIZON_DAYS } from '@/lib/availability/rules'

const MONEY = ['session', 'referral'] as const
const REST: { key: 'priority' | 'rates' | 'gear' | 'community'; icon: LucideIcon }[] = [
  { key: 'priority', icon: CalendarClock },
  { key: 'rates', icon: Tag },
  { key: 'gear', icon: Mic },
  { key: 'community', icon: Users },
]

/**
 * Six cards (spec point 2): the two that are money lead with their figure, the other four with what
 * they change.
 */
export async function Benefits() {
  const t = await getTranslations('membership.benefits')
  return (
    <section className="border-y border-line bg-raised">
      <div className="wrap py-16 lg:py-28">
        <h2 className="text-2xl sm:text-3xl">{t('title')}</h2>
        <ul className="mt-10 grid gap-4 sm:grid-cols-2 lg:grid-cols-4">
          {MONEY.map((key) => (
            <li
              key={key}
              className="grid content-between gap-8 rounded-lg border border-line bg-card p-6 lg:col-span-2 lg:p-9"
            >
              <p
                aria-hidden="true"
                className="figures font-display text-5xl font-semibold text-tungsten lg:text-6xl"
              >
                {t(`${key}.figure`)}
              </p>
              <div className="grid gap-2">
                <h3 className="text-xl">{t(`${key}.title`)}</h3>
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
              <h3 className="text-lg">{t(`${key}.title`)}</h3>
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
