import { useLocale, useTranslations } from 'next-intl'
import Link from 'next/link'
import { buttonVariants } from '@/components/ui/button-variants'
import { pathIn } from '@/lib/i18n/path'
import { WholeWords } from '@/components/ui/words'

const STEPS = ['pick', 'pay', 'arrive'] as const

export function HomeSteps() {
  const [t, nav] = [useTranslations('pages.home.booking'), useTranslations('nav')]
  const locale = useLocale()
  return (
    <section id="booking" className="border-y border-line bg-raised">
      <div className="section wrap grid gap-x-16 gap-y-8 lg:grid-cols-[20rem_1fr]">
        <div className="grid content-start justify-items-start gap-7">
          <h2>
            <WholeWords>{t('title')}</WholeWords>
          </h2>
          <Link
            href={pathIn(locale, '/booking')}
            prefetch={false}
            className={buttonVariants({ size: 'lg', className: 'btn-wide' })}
          >
            {nav('bookSession')}
          </Link>
        </div>
        <ol className="steps">
          {STEPS.map((step) => (
            <li key={step}>
              <h3 className="text-lg">{t(step)}</h3>
              <p className="text-muted">{t(`${step}Text`)}</p>
            </li>
          ))}
        </ol>
      </div>
    </section>
  )
}
