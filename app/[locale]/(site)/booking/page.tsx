import type { Metadata } from 'next'
import { getLocale, getTranslations } from 'next-intl/server'
import { BookingIsland } from '@/components/booking/booking-island'
import {
  addOnOption,
  calendarWords,
  holidayOption,
  serviceOption,
} from '@/components/booking/offers'
import { ReachUs } from '@/components/booking/reach-us'
import { ServiceIcon } from '@/components/booking/service-icon'
import { Messages } from '@/components/intl'
import { ReadAgain } from '@/components/browser/seen-again'
import { TestBanner } from '@/components/layout/test-banner'
import { BackLink, NoScriptNotice } from '@/components/layout/page-links'
import { WaysToReach } from '@/components/layout/ways-to-reach'
import { closedDays } from '@/lib/availability/queries'
import { hoursSetting, offeredRooms, shownHolidays } from '@/lib/rooms/queries'
import { addOnServices, studioServices } from '@/lib/catalog/queries'
import { codeDays } from '@/lib/codes/queries'
import { pathIn } from '@/lib/i18n/path'
import { toLocale } from '@/lib/i18n/routing'
import { pageMetadata } from '@/lib/seo/metadata'
import { lengthsSetting, site, taxSetting, transferHours } from '@/lib/settings/queries'
import { hasPieces, WholeWords } from '@/components/ui/words'

export async function generateMetadata(): Promise<Metadata> {
  const [t, locale, studio] = await Promise.all([
    getTranslations('booking.meta'),
    getLocale(),
    site(),
  ])
  return pageMetadata({
    studio,
    locale: toLocale(locale),
    path: '/booking',
    title: t('title'),
    description: t('description'),
    image: 'panel-table',
  })
}

/** Prerendered: the browser determines free times, "today" and `?service=`. */
export default async function BookingPage() {
  const locale = toLocale(await getLocale())
  const [
    services,
    rooms,
    addOns,
    holidays,
    closed,
    hours,
    tax,
    lengths,
    studio,
    codes,
    byTransfer,
  ] = await Promise.all([
    studioServices(),
    offeredRooms(locale),
    addOnServices(),
    shownHolidays(),
    closedDays(locale),
    hoursSetting(locale),
    taxSetting(),
    lengthsSetting(),
    site(),
    codeDays(),
    transferHours(),
  ])
  const hasSeveral = rooms.length > 1
  const options = services.map((service) => serviceOption(service, locale))
  const [t, common] = await Promise.all([getTranslations('booking'), getTranslations('common')])
  return (
    <>
      <ReadAgain />
      <TestBanner text={common('testPayments')} />
      <div className="wrap pt-4 xl:pt-2 min-[100rem]:max-w-[88rem]">
        <Messages
          namespaces={[
            'booking',
            'billing',
            'payment',
            'purchase.session',
            'errors',
            'legal.consent',
            'legal.notice',
            ...(hasSeveral ? (['rooms'] as const) : []),
            ...(codes.length > 0 ? (['codes'] as const) : []),
            ...(byTransfer === null ? [] : (['transfer'] as const)),
          ]}
        >
          <BookingIsland
            services={options}
            icons={Object.fromEntries(
              services.map(({ id, icon }) => [
                id,
                <ServiceIcon key={id} icon={icon} className="size-5" />,
              ]),
            )}
            names={Object.fromEntries(
              options
                .filter(({ name }) => hasPieces(name))
                .map(({ id, name }) => [id, <WholeWords key={id}>{name}</WholeWords>]),
            )}
            {...(hasSeveral && { rooms })}
            {...(byTransfer !== null && { transferHours: byTransfer })}
            addOns={addOns.map((addOn) => addOnOption(addOn, locale))}
            calendar={calendarWords(locale)}
            hours={hours}
            holidays={holidays.map((holiday) => holidayOption(holiday, locale))}
            closedDays={closed}
            tax={tax}
            severalHours={lengths.severalHours}
            {...(codes.length > 0 && { codes })}
            title={
              <div className="xl:flex xl:shrink-0 xl:items-center xl:gap-6">
                <BackLink href={pathIn(locale, '/')}>{t('back')}</BackLink>
                <h1 className="text-2xl sm:text-3xl">
                  <WholeWords>{t('title')}</WholeWords>
                </h1>
              </div>
            }
          >
            <NoScriptNotice text={t('noScript')}>
              <WaysToReach studio={studio} />
            </NoScriptNotice>
            {services.length === 0 && (
              <p className="mb-8 rounded-lg border border-line bg-card p-6">{t('service.empty')}</p>
            )}
          </BookingIsland>
        </Messages>
        <ReachUs studio={studio} hours={hours} />
      </div>
    </>
  )
}
