import { Camera, Mail, MapPin, MessageCircle, Phone, Play, type LucideIcon } from 'lucide-react'
import { getTranslations } from 'next-intl/server'
import { SITE, whatsappLink } from '@/lib/site'

type Item = { icon: LucideIcon; label: string; text: string; href: string; outside?: boolean }

/** Every way to reach the studio, as plain links: they work without JavaScript. */
export async function ContactLinks() {
  const [t, common] = await Promise.all([getTranslations('footer'), getTranslations('common')])
  const items: Item[] = [
    { icon: Phone, label: t('phone'), text: SITE.phone, href: `tel:${SITE.phone.replace(/[^+\d]/g, '')}` },
    { icon: Mail, label: t('email'), text: SITE.email, href: `mailto:${SITE.email}` },
    { icon: MessageCircle, label: t('whatsapp'), text: common('openOnWhatsApp'), href: whatsappLink(common('whatsAppText')), outside: true },
    { icon: MapPin, label: t('directions'), text: t('directions'), href: SITE.directions, outside: true },
    { icon: Play, label: t('video'), text: t('video'), href: SITE.video, outside: true },
    { icon: Camera, label: t('photos'), text: t('photos'), href: SITE.photos, outside: true },
  ]
  return (
    <ul className="grid gap-0.5">
      {items.map(({ icon: Icon, label, text, href, outside }) => (
        <li key={href}>
          <a
            href={href}
            {...(outside && { target: '_blank', rel: 'noopener noreferrer' })}
            className="inline-flex items-center gap-3 py-1.5 text-fg transition-colors hover:text-tungsten"
          >
            <Icon aria-hidden="true" className="size-4.5 shrink-0 text-muted" />
            <span className="figures">
              {text !== label && <span className="sr-only">{label}: </span>}
              {text}
              {outside && <span className="sr-only"> ({common('newTab')})</span>}
            </span>
          </a>
        </li>
      ))}
    </ul>
  )
}
