import type { Metadata } from 'next'
import { getLocale, getTranslations } from 'next-intl/server'
import { Faq } from '@/components/legal/faq'
import { QUESTIONS } from '@/components/legal/questions'
import { facts } from '@/components/legal/rich'
import { JsonLd } from '@/components/site/json-ld'
import { buttonVariants } from '@/components/ui/button-variants'
import { openingHours } from '@/lib/availability/rules'
import { taxSetting } from '@/lib/catalog/data'
import { toLocale } from '@/lib/i18n/routing'
import { breadcrumbs, faqPage } from '@/lib/json-ld'
import { pageMetadata } from '@/lib/seo'
import { SITE, whatsappLink } from '@/lib/site'
import { hourText } from '@/lib/time'

export async function generateMetadata(): Promise<Metadata> {
  const [t, locale] = await Promise.all([getTranslations('faq'), getLocale()])
  return pageMetadata({ locale: toLocale(locale), path: '/faq', title: t('title'), description: t('description') })
}

// A Monday and a Saturday of any year: the answers say what the rule that makes the slots says.
const hours = (date: string) => {
  const { opens, closes } = openingHours(date, new Set())
  return `${hourText(opens)}–${hourText(closes)}`
}

export default async function FaqPage() {
  const locale = toLocale(await getLocale())
  const [t, common, tax] = await Promise.all([getTranslations('faq'), getTranslations('common'), taxSetting()])
  const values = { ...facts(String(tax.basisPoints / 100)), weekdays: hours('2024-01-01'), weekends: hours('2024-01-06'), levels: SITE.parking.levels, building: SITE.address.unit }
  const questions = QUESTIONS.flatMap(({ items }) => items.map(({ key }) => ({ question: t(`questions.${key}.q`), answer: t(`questions.${key}.a`, values) })))
  return (
    <div className="wrap pt-12 lg:pt-20">
      <JsonLd data={[faqPage(questions), breadcrumbs(locale, [{ name: SITE.name, path: '/' }, { name: t('title'), path: '/faq' }])]} />
      <h1 className="text-3xl sm:text-4xl">{t('title')}</h1>
      <p className="measure mt-4 mb-14 text-lg text-muted lg:mb-20">{t('lead')}</p>
      <Faq locale={locale} values={values} />
      <section className="mt-16 grid justify-items-start gap-4 rounded-lg border border-line bg-raised p-6 sm:p-9 lg:mt-24">
        <h2 className="text-xl">{t('ask.title')}</h2>
        <p className="measure text-muted">{t('ask.text')}</p>
        <a href={whatsappLink(common('whatsAppText'))} target="_blank" rel="noopener noreferrer" className={buttonVariants()}>
          {common('openOnWhatsApp')}
          <span className="sr-only"> ({common('newTab')})</span>
        </a>
      </section>
    </div>
  )
}
