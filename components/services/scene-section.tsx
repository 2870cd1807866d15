import { useTranslations } from 'next-intl'
import { Picture } from '@/components/layout/picture'
import { cn } from '@/components/ui/cn'
import type { Elements } from '@/components/ui/elements'
import type { Site } from '@/lib/settings/site'
import type { TaxSetting } from '@/lib/settings/tax'
import type { Scene } from './scenes'
import { ServiceEntry } from './service-entry'
import { WholeWords } from '@/components/ui/words'

type Props = {
  scene: Scene
  mirrored: boolean
  bookingHref: string
  studio: Site
  tax: TaxSetting
  /** Below the services. */
  children?: Elements
}

/**
 * One corner of the studio: its picture stays in view while the services recorded there scroll
 * past.
 */
export function SceneSection({ scene, mirrored, bookingHref, studio, tax, children }: Props) {
  const t = useTranslations('services.scenes')
  return (
    <section id={scene.key} className={cn('border-b border-line', mirrored && 'bg-raised')}>
      <div className="section wrap grid gap-x-16 gap-y-6 lg:grid-cols-[5fr_6fr]">
        <div
          className={cn(
            'grid content-start gap-5 self-start lg:sticky lg:top-[calc(var(--spacing-header)+2rem)]',
            mirrored && 'lg:order-last',
          )}
        >
          <Picture
            name={scene.picture}
            alt={t(`${scene.key}.alt`)}
            sizes="(min-width: 1280px) 34rem, (min-width: 1024px) 42vw, 100vw"
            className="aspect-video rounded-lg lg:aspect-[4/3]"
          />
          <h2>
            <WholeWords>{t(`${scene.key}.title`)}</WholeWords>
          </h2>
          <p className="max-w-[50ch] text-muted">{t(`${scene.key}.lead`)}</p>
        </div>
        <div className="min-w-0">
          <ul className="divide-y divide-line">
            {scene.services.map((service) => (
              <ServiceEntry
                key={service.id}
                service={service}
                bookingHref={bookingHref}
                studio={studio}
                tax={tax}
              />
            ))}
          </ul>
          {children}
        </div>
      </div>
    </section>
  )
}
