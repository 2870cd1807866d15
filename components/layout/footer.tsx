import { useLocale, useTranslations } from 'next-intl'
import Link from 'next/link'
import type { CSSProperties } from 'react'
import type { Elements } from '@/components/ui/elements'
import { pathIn } from '@/lib/i18n/path'
import { mailtoHref, phoneHref, whatsappLink } from '@/lib/settings/links'
import type { Site } from '@/lib/settings/site'
import type { HouseHours } from '@/lib/rooms/house'
import { HoursTable } from '@/components/hours'
import { Logo } from './logo'
import { DRAWING, mapPageOf, placeOnDrawing } from './place'
import { StudioAddress } from './studio-address'

// The first three scroll on the home page and lead there from every other page (docs/decisions/020
// G4).
const LINKS = [
  { key: 'rates', path: '/#services' },
  { key: 'howToBook', path: '/#booking' },
  { key: 'findUs', path: '/#contact' },
  { key: 'equipment', path: '/services#equipment' },
  { key: 'editing', path: '/services#video-editing' },
  { key: 'blog', path: '/blog' },
  { key: 'faq', path: '/faq' },
  { key: 'terms', path: '/terms' },
  { key: 'privacy', path: '/privacy' },
  { key: 'refund', path: '/refund-policy' },
] as const

export function Footer({ studio, hours }: { studio: Site; hours: HouseHours }) {
  const [t, locale] = [useTranslations('footer'), useLocale()]
  const { unit, street, city } = studio.address
  return (
    <footer className="site-footer mt-24 border-t border-line bg-raised text-sm">
      <div className="wrap grid gap-x-10 gap-y-10 py-14 sm:grid-cols-2 lg:grid-cols-[1.6fr_1.1fr_1fr_1fr]">
        <div className="grid content-start gap-4">
          <Logo studioName={studio.name} />
          <p className="max-w-[38ch] text-muted">{t('tagline')}</p>
        </div>
        <Column title={t('visit')}>
          <StudioAddress lines={[unit, street, city]} parking={t('parking', studio.parking)} />
          <HoursTable hours={hours} />
          <FooterMap studio={studio} />
        </Column>
        <Column title={t('talk')}>
          <ContactLinks studio={studio} />
        </Column>
        <nav aria-label={t('label')}>
          <Column title={t('explore')}>
            <ul
              className={
                'grid grid-cols-2 gap-x-6 sm:grid-cols-1 [&_a]:inline-flex [&_a]:min-h-11 ' +
                '[&_a]:min-w-11 [&_a]:items-center [&_a]:transition-colors [&_a]:hover:text-tungsten'
              }
            >
              {LINKS.map(({ key, path }) => (
                <li key={key}>
                  {/* Anchor links by the browser itself: the router treats the fragment of the
                      current address as part of its path, and makes /#services#booking of both. */}
                  {path.includes('#') ? (
                    <a href={pathIn(locale, path)}>{t(key)}</a>
                  ) : (
                    <Link href={pathIn(locale, path)} prefetch={false}>
                      {t(key)}
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
          <p>
            {t('legal', {
              legalName: studio.legalName,
              registration: studio.registration || 'none',
            })}
          </p>
          <p>{t('prices')}</p>
        </div>
      </div>
    </footer>
  )
}

const Column = ({ title, children }: { title: string; children: Elements }) => (
  <div className="grid content-start gap-3">
    <h2 className="eyebrow font-sans tracking-normal">{title}</h2>
    {children}
  </div>
)

/** The drawn streets, which open the live map; nothing where the studio is not on the drawing. */
export function FooterMap({ studio }: { studio: Pick<Site, 'name' | 'geo'> }) {
  const t = useTranslations('common')
  const place = placeOnDrawing(studio.geo)
  if (!place) return null
  return (
    <a
      href={mapPageOf(studio.geo)}
      target="_blank"
      rel="noopener noreferrer"
      className="footer-map"
      style={
        { '--east': Math.round(place.east), '--south': Math.round(place.south) } as CSSProperties
      }
    >
      <img
        src="/pictures/streets.svg"
        alt={`${t('map.drawing', { name: studio.name })} (${t('newTab')})`}
        width={DRAWING.width}
        height={DRAWING.height}
        loading="lazy"
        decoding="async"
      />
    </a>
  )
}

type ContactLink = { icon: string; label: string; text?: string; href: string; outside?: boolean }

/** Every way to reach the studio, as plain links that work without JavaScript. */
export function ContactLinks({ studio }: { studio: Site }) {
  const [t, common] = [useTranslations('footer'), useTranslations('common')]
  const chat = whatsappLink(studio, common('whatsAppText', { studio: studio.name }))
  const links: ContactLink[] = [
    { icon: 'phone', label: t('phone'), text: studio.phone, href: phoneHref(studio) },
    { icon: 'mail', label: t('email'), text: studio.email, href: mailtoHref(studio.email) },
    {
      icon: 'message-circle',
      label: t('whatsapp'),
      text: common('openOnWhatsApp'),
      href: chat,
      outside: true,
    },
    { icon: 'map-pin', label: t('directions'), href: studio.directions, outside: true },
    { icon: 'play', label: t('video'), href: studio.video, outside: true },
    { icon: 'camera', label: t('photos'), href: studio.photos, outside: true },
  ]
  return (
    <ul
      className={
        'figures grid [&_a]:min-h-11 ' + '[&_a]:transition-colors [&_a]:hover:text-tungsten'
      }
    >
      {links
        .filter(({ href }) => href !== '')
        .map(({ icon, label, text, href, outside }) => (
          <li key={icon}>
            <a
              href={href}
              className={`glyph glyph-${icon}`}
              {...(outside && { target: '_blank', rel: 'noopener noreferrer' })}
            >
              <span>
                {text && <span className="sr-only">{`${label}: `}</span>}
                <span>{text ?? label}</span>
                {outside && <span className="sr-only">{` (${common('newTab')})`}</span>}
              </span>
            </a>
          </li>
        ))}
    </ul>
  )
}
