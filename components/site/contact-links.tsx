import { phoneHref, whatsappLink } from '@/lib/site'
import type { FooterWords } from './shell-words'
import { useSite } from './site-context'

type Item = { icon: string; label: string; text: string; href: string; outside?: boolean }

/** Every way to reach the studio, as plain links: they work without JavaScript. */
export function ContactLinks({ words }: { words: FooterWords }) {
  const studio = useSite()
  const items: Item[] = [
    { icon: 'phone', label: words.phone, text: studio.phone, href: phoneHref(studio) },
    { icon: 'mail', label: words.email, text: studio.email, href: `mailto:${studio.email}` },
    {
      icon: 'message-circle',
      label: words.whatsapp,
      text: words.openOnWhatsApp,
      href: whatsappLink(studio, words.whatsAppText),
      outside: true,
    },
    {
      icon: 'map-pin',
      label: words.directions,
      text: words.directions,
      href: studio.directions,
      outside: true,
    },
    { icon: 'play', label: words.video, text: words.video, href: studio.video, outside: true },
    { icon: 'camera', label: words.photos, text: words.photos, href: studio.photos, outside: true },
  ]
  return (
    <ul className="figures grid gap-0.5 [&_a]:py-1.5 max-sm:[&_a]:py-2.5 [&_a]:transition-colors [&_a]:hover:text-tungsten">
      {items
        .filter(({ href }) => href !== '')
        .map(({ icon, label, text, href, outside }) => (
          <li key={icon}>
            <a
              href={href}
              className={`glyph glyph-${icon}`}
              {...(outside && { target: '_blank', rel: 'noopener noreferrer' })}
            >
              <span>
                {text !== label && <span className="sr-only">{`${label}: `}</span>}
                {text}
                {outside && <span className="sr-only">{` (${words.newTab})`}</span>}
              </span>
            </a>
          </li>
        ))}
    </ul>
  )
}
