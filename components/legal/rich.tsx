import Link from 'next/link'
import { getTranslations } from 'next-intl/server'
import type { ReactNode } from 'react'
import { HORIZON_DAYS, LEAD_MINUTES } from '@/lib/availability/rules'
import { pathIn } from '@/lib/i18n/path'
import type { Locale } from '@/lib/i18n/routing'
import { SESSIONS_PER_FREE } from '@/lib/memberships/rules'
import { mailtoHref } from '@/lib/settings/links'
import { addressLine, type Site } from '@/lib/settings/site'
import { taxFacts, type TaxSetting } from '@/lib/settings/tax'

const LINK =
  'text-tungsten underline decoration-tungsten/40 underline-offset-4 hover:decoration-tungsten'
const POLICY = ['noRefunds', 'rescheduling', 'upgrading', 'downgrades', 'checkDetails'] as const

/** The facts that a legal text may contain, so that each is defined in one place only. */
export function facts(studio: Site, tax: TaxSetting) {
  return {
    name: studio.name,
    legalName: studio.legalName,
    registration: studio.registration || 'none',
    email: studio.email,
    // A number must not be broken at its spaces or hyphens.
    phone: studio.phone.replaceAll(' ', '\u00a0').replaceAll('-', '-\u2060'),
    address: `${addressLine(studio)}, ${studio.address.country}`,
    ...taxFacts(tax),
    lead: LEAD_MINUTES,
    everyone: HORIZON_DAYS.public,
    member: HORIZON_DAYS.member,
    sessions: SESSIONS_PER_FREE,
  }
}

const link = (locale: Locale, path: string) => (words: ReactNode) => (
  <Link href={pathIn(locale, path)} prefetch={false} className={LINK}>
    {words}
  </Link>
)

/**
 * The tags that a legal text may use. `page` is the language of the page, whose own links are used.
 */
export const tags = (studio: Site, text: Locale, page: Locale) => ({
  p: (words: ReactNode) => <p>{words}</p>,
  ul: (items: ReactNode) => (
    <ul className="grid list-disc gap-2 pl-5 marker:text-tungsten">{items}</ul>
  ),
  li: (words: ReactNode) => <li>{words}</li>,
  b: (words: ReactNode) => <b className="font-semibold text-fg">{words}</b>,
  mail: (words: ReactNode) => (
    <a href={mailtoHref(studio.email)} className={LINK}>
      {words}
    </a>
  ),
  services: link(page, '/services'),
  terms: link(page, '/terms'),
  privacy: link(page, '/privacy'),
  refunds: link(page, '/refund-policy'),
  policy: () => <BookingPolicy locale={text} />,
})

/** The booking policy as in the payment dialog, word for word. */
async function BookingPolicy({ locale }: { locale: Locale }) {
  const t = await getTranslations({ locale, namespace: 'payment.policy' })
  return (
    <ul
      className={
        'grid list-disc gap-2 rounded-lg border border-l-4 border-line ' +
        'border-l-tungsten bg-raised py-5 pr-5 pl-10 text-fg marker:text-tungsten'
      }
    >
      {POLICY.map((point) => (
        <li key={point}>{t(point)}</li>
      ))}
    </ul>
  )
}
