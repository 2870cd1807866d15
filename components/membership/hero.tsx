import { getTranslations } from 'next-intl/server'
import { Picture } from '@/components/site/picture'
import { Badge } from '@/components/ui/badge'
import { buttonVariants } from '@/components/ui/button-variants'
import type { Site } from '@/lib/site'
import { StampCard } from './stamp-card'

const BADGES = ['free', 'referral', 'priority'] as const

export async function Hero({ studio }: { studio: Site }) {
  const t = await getTranslations('membership')
  return (
    <section className="relative isolate -mt-header overflow-hidden border-b border-line pt-header">
      <div className="absolute inset-0 -z-10 opacity-45 [mask-image:linear-gradient(to_top,transparent,black)]">
        <Picture name="entrance" alt="" sizes="100vw" priority className="size-full" />
      </div>
      <div className="wrap grid items-center gap-x-16 gap-y-12 pt-14 pb-16 lg:grid-cols-[1.15fr_1fr] lg:pt-24 lg:pb-24">
        <div className="grid justify-items-start gap-6">
          <ul className="flex flex-wrap gap-2">
            {BADGES.map((badge) => (
              <li key={badge}>
                <Badge className="bg-ground/80 px-3 py-1 text-sm">{t(`badges.${badge}`)}</Badge>
              </li>
            ))}
          </ul>
          <h1 className="text-4xl sm:text-5xl zh:leading-[1.15] zh:max-sm:text-3xl">
            {t('title')}
          </h1>
          <p className="max-w-[50ch] text-lg">{t('lead')}</p>
          <a href="#join" className={buttonVariants({ size: 'lg' })}>
            {t('joinNow')}
          </a>
        </div>
        <StampCard studio={studio} />
      </div>
    </section>
  )
}
