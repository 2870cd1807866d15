import { Mail, MessageCircle, Phone } from 'lucide-react'
import { useTranslations } from 'next-intl'
import { buttonVariants } from '@/components/ui/button-variants'
import { mailtoHref, phoneHref, whatsappLink } from '@/lib/settings/links'
import type { Site } from '@/lib/settings/site'

/** WhatsApp, telephone and email as buttons: plain links, which need no JavaScript. */
export function WaysToReach({ studio }: { studio: Site }) {
  const t = useTranslations('common')
  const outline = buttonVariants({ variant: 'outline' })
  return (
    <div className="flex flex-wrap gap-3">
      <a
        href={whatsappLink(studio, t('whatsAppText', { studio: studio.name }))}
        target="_blank"
        rel="noopener noreferrer"
        className={outline}
      >
        <MessageCircle aria-hidden="true" />
        <span>WhatsApp</span>
        <span className="sr-only"> ({t('newTab')})</span>
      </a>
      <a href={phoneHref(studio)} className={`${outline} figures`}>
        <Phone aria-hidden="true" />
        <span>{studio.phone}</span>
      </a>
      <a href={mailtoHref(studio.email)} className={outline}>
        <Mail aria-hidden="true" />
        <span>{studio.email}</span>
      </a>
    </div>
  )
}
