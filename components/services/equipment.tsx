import { useTranslations } from 'next-intl'
import { Picture } from '@/components/layout/picture'
import { cn } from '@/components/ui/cn'
import type { PictureName } from '@/lib/seo/pictures'
import type { Site } from '@/lib/settings/site'
import { WholeWords } from '@/components/ui/words'

type Rig = {
  /** Under `services.equipment.rigs` in the dictionaries. */
  key: 'microphones' | 'sound' | 'cameras' | 'lights' | 'monitoring' | 'editing'
  picture: PictureName
  items: { count: number; model: string }[]
}

/**
 * The equipment list. The models are placeholders until the studio's own are entered
 * (docs/decisions/020 G5); keep it consistent with what the services promise.
 */
const EQUIPMENT: Rig[] = [
  {
    key: 'microphones',
    picture: 'microphone',
    items: [
      { count: 6, model: 'Shure SM7B' },
      { count: 1, model: 'Neumann TLM 103' },
      { count: 2, model: 'Sennheiser EW-DP + ME 2' },
      { count: 6, model: 'Gravity MS TB 01' },
    ],
  },
  {
    key: 'sound',
    picture: 'mixing-desk',
    items: [
      { count: 1, model: 'Allen & Heath SQ-5' },
      { count: 1, model: 'RØDECaster Pro II' },
      { count: 1, model: 'Sound Devices MixPre-10 II' },
    ],
  },
  {
    key: 'cameras',
    picture: 'camera',
    items: [
      { count: 4, model: 'Sony FX30' },
      { count: 4, model: 'Sigma 18–50mm F2.8' },
      { count: 1, model: 'Blackmagic ATEM Television Studio HD8 ISO' },
      { count: 1, model: 'Elgato Prompter' },
    ],
  },
  {
    key: 'lights',
    picture: 'lights',
    items: [
      { count: 2, model: 'Aputure LS 300x' },
      { count: 2, model: 'Aputure Light Dome II' },
      { count: 4, model: 'Nanlite PavoTube II 15C' },
    ],
  },
  {
    key: 'monitoring',
    picture: 'headphones',
    items: [
      { count: 8, model: 'Beyerdynamic DT 770 Pro' },
      { count: 2, model: 'Genelec 8030C' },
      { count: 1, model: 'PreSonus HP60' },
    ],
  },
  {
    key: 'editing',
    picture: 'edit-suite',
    items: [
      { count: 1, model: 'Apple Mac Studio' },
      { count: 2, model: 'EIZO ColorEdge CG2700S' },
      { count: 1, model: 'DaVinci Resolve Studio' },
      { count: 1, model: 'iZotope RX' },
    ],
  },
]

// A wide and a narrow picture per row, alternating sides.
const WIDE = [0, 3, 4]

/** The equipment list; the footer links here (docs/decisions/020 G4). */
export function EquipmentSection({ studio }: { studio: Site }) {
  const t = useTranslations('services.equipment')
  return (
    <section id="equipment" className="section wrap pb-0">
      <h2>
        <WholeWords>{t('title')}</WholeWords>
      </h2>
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
                  <h3 className="text-lg">
                    <WholeWords>{t(`rigs.${key}.title`)}</WholeWords>
                  </h3>
                  <p className="text-sm text-muted">{t(`rigs.${key}.text`)}</p>
                </div>
                <ul className="figures divide-y divide-line border-y border-line text-sm">
                  {items.map(({ count, model }) => (
                    <li key={model} className="flex gap-3 py-2.5">
                      <span className="w-7 shrink-0 text-tungsten">{`${count} ×`}</span>
                      <span>{model}</span>
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
