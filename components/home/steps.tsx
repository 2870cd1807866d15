import Link from 'next/link'
import { getTranslations } from 'next-intl/server'
import { buttonVariants } from '@/components/ui/button-variants'

const STEPS = ['pick', 'pay', 'arrive'] as const

export async function Steps({ bookingHref }: { bookingHref: string }) {
  const [t, nav] = await Promise.all([getTranslations('pages.home.booking'), getTranslations('nav')])
  return (
    <section id="booking" className="border-y border-line bg-raised">
      <div className="wrap grid gap-x-16 gap-y-10 py-16 lg:grid-cols-[20rem_1fr] lg:py-24">
        <div className="grid content-start justify-items-start gap-7">
          <h2 className="text-3xl">{t('title')}</h2>
          <Link href={bookingHref} className={buttonVariants({ size: 'lg' })}>
            {nav('bookSession')}
          </Link>
        </div>
        <ol className="grid gap-8 sm:grid-cols-3">
          {STEPS.map((step, index) => (
            <li key={step} className="grid content-start gap-2 border-t-2 border-tungsten pt-4">
              <span aria-hidden="true" className="figures font-display text-sm font-semibold text-tungsten">
                {index + 1}
              </span>
              <h3 className="text-lg">{t(step)}</h3>
              <p className="text-muted">{t(`${step}Text`)}</p>
            </li>
          ))}
        </ol>
      </div>
    </section>
  )
}
