import { Mic } from 'lucide-react'
import { useTranslations } from 'next-intl'
import Link from 'next/link'
import { Picture } from '@/components/layout/picture'
import { Badge } from '@/components/ui/badge'
import { buttonVariants } from '@/components/ui/button-variants'
import { SESSIONS_PER_FREE } from '@/lib/memberships/rules'
import type { Site } from '@/lib/settings/site'
import { WholeWords } from '@/components/ui/words'

const BADGES = ['free', 'referral', 'priority'] as const

/** A member has their card instead of the sample and what it is good for, and books. */
export function MembershipHero({ studio, bookingHref }: { studio: Site; bookingHref: string }) {
  const [t, nav] = [useTranslations('membership'), useTranslations('nav')]
  return (
    <section className="relative isolate -mt-header overflow-hidden border-b border-line pt-header">
      <div
        className={
          'absolute top-0 right-0 -z-10 h-80 w-full max-w-[80rem] opacity-45 ' +
          '[mask-image:linear-gradient(to_top,transparent,black)] lg:h-full ' +
          'lg:[mask-image:linear-gradient(to_right,transparent,black_40%)]'
        }
      >
        <Picture
          name="entrance"
          alt=""
          sizes="(min-width: 64rem) 80rem, max(100vw, 28rem)"
          priority
          className="size-full"
        />
      </div>
      <div
        className={
          'wrap grid items-center gap-x-16 gap-y-12 pt-14 pb-16 ' +
          "lg:grid-cols-[1.15fr_1fr] lg:pt-24 lg:pb-24 in-[[data-member='1']]:pt-8 in-[[data-member='1']]:pb-4"
        }
      >
        <div className="grid justify-items-start gap-6">
          <ul className="flex flex-wrap gap-2 in-[[data-member='1']]:hidden">
            {BADGES.map((badge) => (
              <li key={badge}>
                <Badge className="bg-ground/80 px-3 py-1 text-sm">{t(`badges.${badge}`)}</Badge>
              </li>
            ))}
          </ul>
          <h1 className="text-4xl sm:text-5xl zh:leading-[1.15] zh:max-sm:text-3xl">
            <WholeWords>{t('title')}</WholeWords>
          </h1>
          <p className="max-w-[50ch] text-lg in-[[data-member='1']]:hidden">{t('lead')}</p>
          <a
            href="#join"
            className={buttonVariants({
              size: 'lg',
              className: "btn-wide in-[[data-member='1']]:hidden",
            })}
          >
            {t('joinNow')}
          </a>
          <Link
            href={bookingHref}
            prefetch={false}
            className={buttonVariants({
              size: 'lg',
              className: "btn-wide not-in-[[data-member='1']]:hidden",
            })}
          >
            {nav('bookSession')}
          </Link>
        </div>
        <StampCard studio={studio} />
      </div>
    </section>
  )
}

/**
 * The offer as a card: ten channels to fill, the eleventh free. Decorative, the text is beside it.
 */
function StampCard({ studio }: { studio: Site }) {
  const t = useTranslations('membership.card')
  return (
    <div
      aria-hidden="true"
      className={
        'figures w-full max-w-md justify-self-center rounded-lg border border-edge/60 ' +
        'bg-linear-to-br from-line via-card to-raised p-5 shadow-warm sm:p-7 ' +
        "lg:justify-self-end in-[[data-member='1']]:hidden"
      }
    >
      <div className="flex items-baseline justify-between gap-4">
        <span className="font-display text-lg font-semibold">{studio.name}</span>
        <span className="text-sm text-tungsten">{t('title')}</span>
      </div>
      <div className="mt-7 grid grid-cols-6 gap-2.5 sm:gap-3.5">
        {Array.from({ length: SESSIONS_PER_FREE }, (_, index) => (
          <span
            key={index}
            className={
              'grid aspect-square place-items-center rounded-full border ' +
              'font-display text-sm font-semibold ' +
              (index < 7
                ? 'border-tungsten/50 bg-tungsten/15 text-tungsten'
                : 'border-edge text-muted')
            }
          >
            {index + 1}
          </span>
        ))}
        <span
          className={
            'col-span-2 flex items-center justify-center gap-1.5 rounded-full bg-tungsten ' +
            'font-display text-xs font-semibold text-ink sm:text-sm ' +
            'shadow-[0_0_36px_-4px] shadow-tungsten/60'
          }
        >
          <Mic className="hidden size-4 sm:block" />
          {t('free')}
        </span>
      </div>
      <div className="mt-7 flex justify-between gap-4 border-t border-line pt-4 text-sm text-muted">
        <span>{t('note')}</span>
        <span className="text-fg">{`7 / ${SESSIONS_PER_FREE}`}</span>
      </div>
    </div>
  )
}
