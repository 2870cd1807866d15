'use client'
import Link from 'next/link'
import type { ReactNode } from 'react'
import { pathIn } from '@/lib/i18n/path'
import type { Locale } from '@/lib/i18n/routing'
import { ContactLinks } from './contact-links'
import { HoursList } from './hours-list'
import { Logo } from './logo'
import { StudioMap } from './map'
import type { FooterWords } from './shell-words'
import { useSite } from './site-context'

// The first three scroll on the home page and lead there from everywhere else (spec point 2,
// decision G4).
const LINKS = [
  { key: 'rates', path: '/#services' },
  { key: 'howToBook', path: '/#booking' },
  { key: 'findUs', path: '/#contact' },
  { key: 'equipment', path: '/services#equipment' },
  { key: 'blog', path: '/blog' },
  { key: 'faq', path: '/faq' },
  { key: 'terms', path: '/terms' },
  { key: 'privacy', path: '/privacy' },
  { key: 'refund', path: '/refund-policy' },
] as const

export function Footer({ locale, words }: { locale: Locale; words: FooterWords }) {
  const { unit, street, city } = useSite().address
  return (
    <footer className="site-footer mt-24 border-t border-line bg-raised text-sm">
      <div className="wrap grid gap-x-10 gap-y-10 py-14 sm:grid-cols-2 lg:grid-cols-[1.6fr_1.1fr_1fr_1fr]">
        <div className="grid content-start gap-4">
          <Logo locale={locale} label={words.logo} />
          <p className="max-w-[38ch] text-muted">{words.tagline}</p>
          <StudioMap words={words.map} />
        </div>
        <Column title={words.visit}>
          <address className="not-italic">
            {unit}
            <br />
            {street}
            <br />
            {city}
          </address>
          <p className="text-muted">{words.parking}</p>
          <HoursList lines={words.hours} />
        </Column>
        <Column title={words.talk}>
          <ContactLinks words={words} />
        </Column>
        <nav aria-label={words.label}>
          <Column title={words.explore}>
            <ul className="grid grid-cols-2 gap-x-6 sm:grid-cols-1 [&_a]:inline-block [&_a]:py-1.5 max-sm:[&_a]:py-2.5 [&_a]:transition-colors [&_a]:hover:text-tungsten">
              {LINKS.map(({ key, path }) => (
                <li key={key}>
                  {/* To a place on a page by the browser itself: the router takes the place that a page
                      was opened at for a part of its path, and makes /#services#booking of both. */}
                  {path.includes('#') ? (
                    <a href={pathIn(locale, path)}>{words[key]}</a>
                  ) : (
                    <Link href={pathIn(locale, path)} prefetch={false}>
                      {words[key]}
                    </Link>
                  )}
                </li>
              ))}
            </ul>
          </Column>
        </nav>
      </div>
      <div className="border-t border-line">
        <div className="wrap flex flex-wrap justify-between gap-x-8 gap-y-1 py-5 text-xs text-muted">
          <p>{words.legal}</p>
          <p>{words.prices}</p>
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
