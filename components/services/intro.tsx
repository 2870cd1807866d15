import { useTranslations } from 'next-intl'
import { Picture } from '@/components/layout/picture'
import { taxFacts, type TaxSetting } from '@/lib/settings/tax'
import type { Scene } from './scenes'
import { WholeWords } from '@/components/ui/words'

type Props = { scenes: Scene[]; addOns: boolean; tax: TaxSetting }

/** Title over a picture of the mixing desk, and links to each part of a long page. */
export function Intro({ scenes, addOns, tax }: Props) {
  const t = useTranslations('services')
  const parts = [
    ...scenes.map(({ key }) => ({ id: key, label: t(`scenes.${key}.short`) })),
    { id: 'rates', label: t('compare.short') },
    ...(addOns ? [{ id: 'add-ons', label: t('addOns.short') }] : []),
    { id: 'equipment', label: t('equipment.short') },
  ]
  return (
    <section className="relative isolate -mt-header overflow-hidden border-b border-line pt-header">
      <div
        className={
          'absolute top-0 right-0 -z-10 h-80 w-full opacity-40 ' +
          '[mask-image:linear-gradient(to_top,transparent,black_70%)] xl:h-full ' +
          'xl:w-2/3 xl:max-w-[80rem] xl:opacity-100 ' +
          'xl:[mask-image:linear-gradient(to_right,transparent_15%,black_80%)]'
        }
      >
        {/* 36rem wide on a phone; faded, it needs fewer pixels than that. */}
        <Picture
          name="mixing-desk"
          alt=""
          sizes="(min-width: 80rem) min(66vw, 80rem), max(100vw, 28rem)"
          priority
          className="size-full"
        />
      </div>
      <div className="wrap grid gap-6 pt-16 pb-12 lg:pt-32 lg:pb-20">
        <h1 className="max-w-[14ch] text-4xl sm:text-5xl zh:max-w-none zh:leading-[1.15] zh:max-sm:text-3xl">
          <WholeWords>{t('title')}</WholeWords>
        </h1>
        <p className="max-w-[46ch] text-lg">{t('lead')}</p>
        <p className="max-w-[54ch] text-sm text-muted">{t('tax', taxFacts(tax))}</p>
        <nav aria-label={t('parts')} className="mt-4">
          <ul className="flex flex-wrap gap-x-7 gap-y-1">
            {parts.map(({ id, label }) => (
              <li key={id}>
                <a
                  href={`#${id}`}
                  className={
                    'inline-flex min-h-11 min-w-11 items-center border-b border-edge font-semibold ' +
                    'transition-colors hover:border-tungsten hover:text-tungsten'
                  }
                >
                  {label}
                </a>
              </li>
            ))}
          </ul>
        </nav>
      </div>
    </section>
  )
}
