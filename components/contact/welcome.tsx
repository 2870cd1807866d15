import { MessageCircle } from 'lucide-react'
import { getTranslations } from 'next-intl/server'
import { Messages } from '@/components/intl'
import { Picture } from '@/components/layout/picture'
import { buttonVariants } from '@/components/ui/button-variants'
import { dateWords } from '@/lib/i18n/date-words'
import type { Locale } from '@/lib/i18n/routing'
import type { HouseHours, RoomOpening } from '@/lib/rooms/house'
import { mailtoHref, phoneHref, whatsappLink } from '@/lib/settings/links'
import type { Site } from '@/lib/settings/site'
import { OpenNow } from './open-now'
import { WholeWords } from '@/components/ui/words'

const plainLink =
  'inline-block py-2.5 text-fg underline decoration-edge underline-offset-4 ' +
  'transition-colors hover:text-tungsten'

/** Who answers and whether somebody is there right now; the contact options, the fastest first. */
export async function Welcome({
  locale,
  studio,
  replier,
  hours,
  holidays,
  closedDays,
  rooms,
}: {
  locale: Locale
  studio: Site
  /** The name of who answers; absent until the owner has entered one. */
  replier: string | undefined
  hours: HouseHours
  holidays: readonly string[]
  closedDays: readonly string[]
  /** Where the rooms are open at different times. */
  rooms: readonly RoomOpening[] | null
}) {
  const [t, common] = await Promise.all([getTranslations('contact'), getTranslations('common')])
  return (
    <section className="wrap grid items-center gap-x-16 gap-y-8 pt-8 pb-12 lg:grid-cols-2 lg:pt-14 lg:pb-20">
      <div className="grid content-center justify-items-start gap-6">
        <h1 className="text-3xl sm:text-4xl">
          <WholeWords>{t('title')}</WholeWords>
        </h1>
        <p className="measure text-lg text-muted">
          {replier === undefined ? t('subtitle') : t('subtitleBy', { name: replier })}
        </p>
        <Messages namespaces={['contact.open']}>
          <OpenNow
            weekdays={dateWords(locale, { weekday: 'long' }).weekdays}
            hours={hours}
            holidays={holidays}
            closedDays={closedDays}
            {...(replier !== undefined && { replier })}
            {...(rooms && { rooms })}
          />
        </Messages>
        <div className="flex w-full flex-wrap gap-3">
          <a
            href={whatsappLink(studio, common('whatsAppText', { studio: studio.name }))}
            target="_blank"
            rel="noopener noreferrer"
            className={buttonVariants({ size: 'lg', className: 'btn-wide' })}
          >
            <MessageCircle aria-hidden="true" />
            {common('openOnWhatsApp')}
            <span className="sr-only"> ({common('newTab')})</span>
          </a>
          <a
            href="#write"
            className={buttonVariants({ size: 'lg', variant: 'outline', className: 'btn-wide' })}
          >
            {t('form.title')}
          </a>
        </div>
        <div>
          <p className="text-sm text-muted">{t('directText')}</p>
          <p className="figures flex flex-wrap gap-x-8">
            <a href={phoneHref(studio)} className={plainLink}>
              {studio.phone}
            </a>
            <a href={mailtoHref(studio.email)} className={plainLink}>
              {studio.email}
            </a>
          </p>
        </div>
      </div>
      <div>
        <Picture
          name="entrance"
          alt={t('pictureAlt')}
          sizes="(min-width: 1024px) 36rem, 100vw"
          className="aspect-[16/10] rounded-lg lg:aspect-[5/4]"
          priority
        />
      </div>
    </section>
  )
}
