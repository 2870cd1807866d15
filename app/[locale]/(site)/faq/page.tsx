import type { Metadata } from 'next'
import { getLocale, getTranslations } from 'next-intl/server'
import { Faq } from '@/components/legal/faq'
import { questionsFor } from '@/components/legal/questions'
import { facts } from '@/components/legal/rich'
import { hoursText, seasonDates } from '@/components/hours'
import { JsonLd } from '@/components/layout/json-ld'
import { buttonVariants } from '@/components/ui/button-variants'
import { hoursByRoom, withRooms } from '@/lib/rooms/house'
import { hoursSetting } from '@/lib/rooms/queries'
import { datesIn } from '@/lib/i18n/dates'
import { toLocale } from '@/lib/i18n/routing'
import { breadcrumbs, faqPage } from '@/lib/seo/json-ld'
import { pageMetadata } from '@/lib/seo/metadata'
import { site, taxSetting, visitFacts } from '@/lib/settings/queries'
import { whatsappLink } from '@/lib/settings/links'
import { heightOf, joinSentences } from '@/lib/settings/visit'
import { WholeWords } from '@/components/ui/words'

export async function generateMetadata(): Promise<Metadata> {
  const [t, locale, studio] = await Promise.all([getTranslations('faq'), getLocale(), site()])
  return pageMetadata({
    studio,
    locale: toLocale(locale),
    path: '/faq',
    title: t('title'),
    description: t('description'),
  })
}

export default async function FaqPage() {
  const locale = toLocale(await getLocale())
  const [t, common, tax, hours, studio, visit, words] = await Promise.all([
    getTranslations('faq'),
    getTranslations('common'),
    taxSetting(),
    hoursSetting(locale),
    site(),
    visitFacts(locale),
    getTranslations('visit'),
  ])
  const rooms = hoursByRoom(hours)
  const weekendLength = Math.max(
    ...(rooms ?? [hours]).map(({ weekend }) => weekend.closes - weekend.opens),
  )
  const open = {
    weekdays: hoursText(hours.weekday),
    weekends: hoursText(hours.weekend),
    weekendLength,
    rooms: rooms
      ? joinSentences(
          ...rooms.map(({ name, weekday, weekend }) =>
            t('room', { name, weekdays: hoursText(weekday), weekends: hoursText(weekend) }),
          ),
        )
      : 'same',
  }
  const answers = {
    seasons: joinSentences(
      ...(hours.seasons ?? []).map((season) =>
        t('season', {
          name: withRooms(season.name, season, hours),
          dates: seasonDates(datesIn(locale), (days) => common('dateRange', days), season),
          weekdays: hoursText(season.weekday),
          weekends: hoursText(season.weekend),
        }),
      ),
    ),
    train: joinSentences(visit.train, visit.dropOff),
    lobby: visit.lobby,
    prayer: joinSentences(visit.surau, visit.fridayPrayers),
    ramadan: visit.ramadan,
  }
  const height = visit.heightLimit && words('heightLimit', heightOf(visit))
  const values = {
    ...answers,
    parking: joinSentences(visit.parkingRate, height) || 'none',
    ...facts(studio, tax),
    ...open,
    levels: studio.parking.levels,
    building: studio.address.unit,
  }
  const groups = questionsFor(weekendLength, answers)
  const questions = groups.flatMap(({ items }) =>
    items.map(({ key }) => ({
      question: t(`questions.${key}.q`, values),
      answer: t(`questions.${key}.a`, values),
    })),
  )
  return (
    <div className="wrap pt-12 lg:pt-20">
      <JsonLd
        data={[
          faqPage(questions),
          breadcrumbs(locale, [
            { name: studio.name, path: '/' },
            { name: t('title'), path: '/faq' },
          ]),
        ]}
      />
      <h1 className="text-3xl sm:text-4xl">
        <WholeWords>{t('title')}</WholeWords>
      </h1>
      <p className="measure mt-4 mb-14 text-lg text-muted lg:mb-20">{t('lead')}</p>
      <Faq locale={locale} groups={groups} values={values} />
      <section
        className={
          'mt-16 grid justify-items-start gap-4 rounded-lg border border-line bg-raised ' +
          'p-6 sm:p-9 lg:mt-24'
        }
      >
        <h2 className="text-xl">
          <WholeWords>{t('ask.title')}</WholeWords>
        </h2>
        <p className="measure text-muted">{t('ask.text')}</p>
        <a
          href={whatsappLink(studio, common('whatsAppText', { studio: studio.name }))}
          target="_blank"
          rel="noopener noreferrer"
          className={buttonVariants()}
        >
          {common('openOnWhatsApp')}
          <span className="sr-only"> ({common('newTab')})</span>
        </a>
      </section>
    </div>
  )
}
