import { getTranslations } from 'next-intl/server'
import { Picture } from '@/components/site/picture'
import { cn } from '@/components/ui/cn'
import type { Site } from '@/lib/site'
import { EQUIPMENT } from './equipment'

// A long and a short picture per row, changing sides: the rig reads as a walk through the room, not
// as six boxes.
const WIDE = [0, 3, 4]

/** The rig list; the footer leads here (decision G4). */
export async function EquipmentSection({ studio }: { studio: Site }) {
  const t = await getTranslations('services.equipment')
  return (
    <section id="equipment" className="wrap pt-16 lg:pt-28">
      <h2 className="text-3xl sm:text-4xl">{t('title')}</h2>
      <p className="measure mt-4 text-lg text-muted">{t('lead', { amount: studio.investment })}</p>
      <div className="mt-12 grid gap-x-8 gap-y-14 sm:grid-cols-2 lg:grid-cols-12 lg:gap-y-20">
        {EQUIPMENT.map(({ key, picture, items }, index) => {
          const wide = WIDE.includes(index)
          return (
            <section
              key={key}
              className={cn('grid content-start gap-5', wide ? 'lg:col-span-7' : 'lg:col-span-5')}
            >
              <Picture
                name={picture}
                alt={t(`rigs.${key}.alt`)}
                sizes={
                  wide
                    ? '(min-width: 1024px) 56vw, (min-width: 640px) 48vw, 100vw'
                    : '(min-width: 1024px) 40vw, (min-width: 640px) 48vw, 100vw'
                }
                className="aspect-video rounded-lg lg:aspect-auto lg:h-88"
              />
              <div className={cn('grid gap-x-8 gap-y-4', wide && 'lg:grid-cols-2')}>
                <div className="grid content-start gap-1.5">
                  <h3 className="text-lg">{t(`rigs.${key}.title`)}</h3>
                  <p className="text-sm text-muted">{t(`rigs.${key}.text`)}</p>
                </div>
                <ul className="figures divide-y divide-line border-y border-line text-sm">
                  {items.map(({ count, model }) => (
                    <li key={model} className="flex gap-3 py-2.5">
                      <span className="w-7 shrink-0 text-tungsten">{count} ×</span>
                      {model}
                    </li>
                  ))}
                </ul>
              </div>
            </section>
          )
        })}
      </div>
    </section>
  )
}
