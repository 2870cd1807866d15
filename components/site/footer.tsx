import Link from 'next/link'
import { getTranslations } from 'next-intl/server'
import type { ReactNode } from 'react'
import { pathIn } from '@/lib/i18n/path'
import type { Locale } from '@/lib/i18n/routing'
import { SITE } from '@/lib/site'
import { ContactLinks } from './contact-links'
import { Hours } from './hours'
import { Logo } from './logo'
import { NAV } from './nav'

const POLICIES = [
  { key: 'equipment', path: '/services#equipment' },
  { key: 'faq', path: '/faq' },
  { key: 'terms', path: '/terms' },
  { key: 'privacy', path: '/privacy' },
  { key: 'refund', path: '/refund-policy' },
] as const

export async function Footer({ locale }: { locale: Locale }) {
  const [t, nav] = await Promise.all([getTranslations('footer'), getTranslations('nav')])
  const { unit, street, city } = SITE.address
  return (
    <footer className="mt-24 border-t border-line bg-raised text-sm">
      <div className="wrap grid gap-x-8 gap-y-10 py-14 sm:grid-cols-2 lg:grid-cols-[1.5fr_1.2fr_1.2fr_1fr]">
        <div className="grid content-start gap-4">
          <Logo locale={locale} />
          <p className="max-w-[34ch] text-muted">{t('tagline')}</p>
        </div>
        <Column title={t('visit')}>
          <address className="not-italic">
            {unit}
            <br />
            {street}
            <br />
            {city}
          </address>
          <p className="text-muted">{t('parking', SITE.parking)}</p>
          <Hours />
        </Column>
        <Column title={t('talk')}>
          <ContactLinks />
        </Column>
        <nav aria-label={t('label')}>
          <Column title={t('explore')}>
            <ul className="grid grid-cols-2 gap-x-6 sm:grid-cols-1">
              {NAV.map(({ key, path }) => (
                <FooterLink key={key} href={pathIn(locale, path)} label={nav(key)} />
              ))}
              {POLICIES.map(({ key, path }) => (
                <FooterLink key={key} href={pathIn(locale, path)} label={t(key)} />
              ))}
            </ul>
          </Column>
        </nav>
      </div>
      <div className="border-t border-line">
        <div className="wrap flex flex-wrap justify-between gap-x-8 gap-y-1 py-5 text-xs text-muted">
          <p>{t('legal', { legalName: SITE.legalName, registration: SITE.registration })}</p>
          <p>{t('prices')}</p>
        </div>
      </div>
    </footer>
  )
}

const Column = ({ title, children }: { title: string; children: ReactNode }) => (
  <div className="grid content-start gap-3">
    <h2 className="eyebrow font-sans tracking-normal">{title}</h2>
    {children}
  </div>
)

const FooterLink = ({ href, label }: { href: string; label: string }) => (
  <li>
    <Link href={href} prefetch={false} className="inline-block py-1 text-fg transition-colors hover:text-tungsten">
      {label}
    </Link>
  </li>
)
