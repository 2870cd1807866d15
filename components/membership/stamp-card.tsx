import { Mic } from 'lucide-react'
import { getTranslations } from 'next-intl/server'
import { SESSIONS_PER_FREE } from '@/lib/memberships/rules'
import type { Site } from '@/lib/site'

/**
 * The offer as the card it is: ten channels to fill, the eleventh on the house. Decoration, the
 * words stand beside it.
 */
export async function StampCard({ studio }: { studio: Site }) {
  const t = await getTranslations('membership.card')
  return (
    <div
      aria-hidden="true"
      className="figures w-full max-w-md justify-self-center rounded-lg border border-edge/60 bg-linear-to-br from-line via-card to-raised p-5 shadow-warm sm:p-7 lg:justify-self-end"
    >
      <div className="flex items-baseline justify-between gap-4">
        <span className="font-display text-lg font-semibold">{studio.name}</span>
        <span className="text-sm text-tungsten">{t('title')}</span>
      </div>
      <div className="mt-7 grid grid-cols-6 gap-2.5 sm:gap-3.5">
        {Array.from({ length: SESSIONS_PER_FREE }, (_, index) => (
          <span
            key={index}
            className={`grid aspect-square place-items-center rounded-full border font-display text-sm font-semibold ${index < 7 ? 'border-tungsten/50 bg-tungsten/15 text-tungsten' : 'border-edge text-muted'}`}
          >
            {index + 1}
          </span>
        ))}
        <span className="col-span-2 flex items-center justify-center gap-1.5 rounded-full bg-tungsten font-display text-xs font-semibold text-ink sm:text-sm shadow-[0_0_36px_-4px] shadow-tungsten/60">
          <Mic className="hidden size-4 sm:block" />
          {t('free')}
        </span>
      </div>
      <div className="mt-7 flex justify-between gap-4 border-t border-line pt-4 text-sm text-muted">
        <span>{t('note')}</span>
        <span className="text-fg">7 / {SESSIONS_PER_FREE}</span>
      </div>
    </div>
  )
}
