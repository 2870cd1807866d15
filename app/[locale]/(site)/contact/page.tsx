import type { Metadata } from 'next'
import { getLocale, getTranslations } from 'next-intl/server'
import { ContactForm } from '@/components/contact/contact-form'
import { Visit } from '@/components/contact/visit'
import { Welcome } from '@/components/contact/welcome'
import { Messages } from '@/components/intl'
import { JsonLd } from '@/components/layout/json-ld'
import { closedDays, holidayList, hoursSetting } from '@/lib/availability/queries'
import { NoScriptNotice, PlainPageLink } from '@/components/layout/page-links'
import { buttonVariants } from '@/components/ui/button-variants'
import { PLAIN_CONTACT } from '@/lib/contacts/rules'
import { pathIn } from '@/lib/i18n/path'
import { toLocale } from '@/lib/i18n/routing'
import { breadcrumbs, localBusiness } from '@/lib/seo/json-ld'
import { pageMetadata } from '@/lib/seo/metadata'
import { site } from '@/lib/settings/queries'

export async function generateMetadata(): Promise<Metadata> {
  const [t, locale, studio] = await Promise.all([
    getTranslations('contact.meta'),
    getLocale(),
    site(),
  ])
  return pageMetadata({
    studio,
    locale: toLocale(locale),
    path: '/contact',
    title: t('title'),
    description: t('description', { studio: studio.name }),
    image: 'entrance',
  })
}

/** Prerendered: the browser determines whether the studio is open now. */
export default async function ContactPage() {
  const locale = toLocale(await getLocale())
  const [t, holidays, closed, hours, studio] = await Promise.all([
    getTranslations('contact'),
    holidayList(),
    closedDays(locale),
    hoursSetting(locale),
    site(),
  ])
  const plain = pathIn(locale, PLAIN_CONTACT)
  return (
    <>
      <JsonLd
        data={[
          localBusiness(studio, hours, locale),
          breadcrumbs(locale, [
            { name: studio.name, path: '/' },
            { name: t('title'), path: '/contact' },
          ]),
        ]}
      />
      <Welcome
        locale={locale}
        studio={studio}
        hours={hours}
        holidays={holidays.map(({ date }) => date)}
        closedDays={closed.map(({ date }) => date)}
      />
      <Visit studio={studio} hours={hours} />
      <section id="write" className="wrap py-14 lg:py-24">
        <h2 className="text-2xl sm:text-3xl">{t('form.title')}</h2>
        <p className="measure mt-3 text-muted">{t('form.lead')}</p>
        <p className="measure mt-2 mb-9 text-sm text-muted">
          {t.rich('plain.slow', {
            link: (text) => <PlainPageLink href={plain}>{text}</PlainPageLink>,
          })}
        </p>
        <NoScriptNotice text={t('form.noScript')}>
          <a href={plain} className={buttonVariants()}>
            {t('plain.link')}
          </a>
        </NoScriptNotice>
        <Messages namespaces={['contact.form', 'errors.fields', 'legal.notice']}>
          <ContactForm />
        </Messages>
      </section>
    </>
  )
}
