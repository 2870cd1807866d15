import type { Metadata } from 'next'
import { getLocale, getTranslations } from 'next-intl/server'
import { ContactForm } from '@/components/contact/contact-form'
import { VisitUs } from '@/components/contact/visit'
import { Welcome } from '@/components/contact/welcome'
import { People } from '@/components/home/people'
import { Messages } from '@/components/intl'
import { JsonLd } from '@/components/layout/json-ld'
import { closedDays } from '@/lib/availability/queries'
import { openingsByRoom } from '@/lib/rooms/house'
import { hoursSetting, shownHolidays } from '@/lib/rooms/queries'
import { toLocale } from '@/lib/i18n/routing'
import { breadcrumbs, localBusiness } from '@/lib/seo/json-ld'
import { pageMetadata } from '@/lib/seo/metadata'
import { extraMethods, site, teamIn } from '@/lib/settings/queries'
import { sendMessage } from './send-message'
import { WholeWords } from '@/components/ui/words'

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
  const [t, holidays, closed, hours, studio, team] = await Promise.all([
    getTranslations('contact'),
    shownHolidays(),
    closedDays(locale),
    hoursSetting(locale),
    site(),
    teamIn(locale),
  ])
  const everywhere = closed.filter(({ roomIds }) => !roomIds)
  return (
    <>
      <JsonLd
        data={[
          localBusiness(studio, hours, locale, await extraMethods()),
          breadcrumbs(locale, [
            { name: studio.name, path: '/' },
            { name: t('title'), path: '/contact' },
          ]),
        ]}
      />
      <Welcome
        locale={locale}
        studio={studio}
        replier={team[0]?.name}
        hours={hours}
        holidays={holidays.map(({ date }) => date)}
        closedDays={everywhere.map(({ date }) => date)}
        rooms={openingsByRoom(hours, holidays, closed)}
      />
      <People team={team} />
      <VisitUs studio={studio} hours={hours} />
      <section id="write" className="wrap py-14 lg:py-24">
        <h2 className="text-2xl sm:text-3xl">
          <WholeWords>{t('form.title')}</WholeWords>
        </h2>
        <p className="measure mt-3 mb-9 text-muted">{t('form.lead')}</p>
        <Messages namespaces={['contact.form', 'errors.fields', 'legal.notice']}>
          <ContactForm action={sendMessage} />
        </Messages>
      </section>
    </>
  )
}
