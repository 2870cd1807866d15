import { getTranslations } from 'next-intl/server'
import { HoursTable } from '@/components/hours'
import { WaysToReach } from '@/components/layout/ways-to-reach'
import type { HouseHours } from '@/lib/rooms/house'
import { addressLine, type Site } from '@/lib/settings/site'
import { WholeWords } from '@/components/ui/words'

/** How to book without this page: needs no JavaScript. */
export async function ReachUs({ studio, hours }: { studio: Site; hours: HouseHours }) {
  const t = await getTranslations('booking.reach')
  return (
    <section
      aria-labelledby="reach-us"
      className={
        'mt-8 grid gap-x-12 gap-y-6 rounded-lg border border-line bg-raised p-5 text-sm ' +
        'max-xl:max-w-3xl sm:mt-16 sm:p-6 md:grid-cols-2 xl:grid-cols-[1fr_auto_1fr] xl:items-center'
      }
    >
      <div className="grid gap-1">
        <h2 id="reach-us" className="text-lg">
          <WholeWords>{t('title')}</WholeWords>
        </h2>
        <p className="text-muted">{t('lead')}</p>
      </div>
      <WaysToReach studio={studio} />
      <div className="grid gap-2 md:col-span-2 xl:col-span-1">
        <HoursTable hours={hours} />
        <address className="text-muted not-italic">{addressLine(studio)}</address>
      </div>
    </section>
  )
}
