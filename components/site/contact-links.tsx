import { getTranslations } from 'next-intl/server'
import { SITE, whatsappLink } from '@/lib/site'

type Item = { icon: string; label: string; text: string; href: string; outside?: boolean }

/** Every way to reach the studio, as plain links: they work without JavaScript. */
export async function ContactLinks() {
  const [t, common] = await Promise.all([getTranslations('footer'), getTranslations('common')])
  const items: Item[] = [
    { icon: 'phone', label: t('phone'), text: SITE.phone, href: `tel:${SITE.phone.replace(/[^+\d]/g, '')}` },
    { icon: 'mail', label: t('email'), text: SITE.email, href: `mailto:${SITE.email}` },
    { icon: 'message-circle', label: t('whatsapp'), text: common('openOnWhatsApp'), href: whatsappLink(common('whatsAppText')), outside: true },
    { icon: 'map-pin', label: t('directions'), text: t('directions'), href: SITE.directions, outside: true },
    { icon: 'play', label: t('video'), text: t('video'), href: SITE.video, outside: true },
    { icon: 'camera', label: t('photos'), text: t('photos'), href: SITE.photos, outside: true },
  ]
  return (
    <ul className="figures grid gap-0.5 [&_a]:py-1.5 max-sm:[&_a]:py-2.5 [&_a]:transition-colors [&_a]:hover:text-tungsten">
      {items.map(({ icon, label, text, href, outside }) => (
        <li key={icon}>
          <a href={href} className={`glyph glyph-${icon}`} {...(outside && { target: '_blank', rel: 'noopener noreferrer' })}>
            <span>
              {text !== label && <span className="sr-only">{`${label}: `}</span>}
              {text}
              {outside && <span className="sr-only">{` (${common('newTab')})`}</span>}
            </span>
          </a>
        </li>
      ))}
    </ul>
  )
}
