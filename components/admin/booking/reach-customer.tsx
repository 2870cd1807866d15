'use client'
import { useTranslations } from 'next-intl'
import { Button } from '@/components/ui/button'
import { buttonVariants } from '@/components/ui/button-variants'
import { mailtoHref, phoneHref, whatsappLink } from '@/lib/settings/links'

export const WIDE = buttonVariants({ variant: 'outline', className: 'px-1 text-center' })

type Props = {
  phone: string | null
  /** International without plus, and what is written to it. */
  whatsApp: string | null
  text: string
  email: string | null
  note: () => void
}

/** How to reach the customer, and a note for oneself. */
export function ReachCustomer({ phone, whatsApp, text, email, note }: Props) {
  const t = useTranslations('admin.sheet')
  const ways = [
    phone && {
      key: 'call',
      href: phoneHref({ phone: whatsApp ? `+${whatsApp}` : phone }),
      text: t('call'),
    },
    whatsApp && {
      key: 'whatsApp',
      href: whatsappLink({ whatsapp: whatsApp }, text),
      text: t('whatsApp'),
    },
    email && { key: 'email', href: mailtoHref(email), text: t('email') },
  ]
  return (
    <div className="grid grid-cols-[repeat(4,minmax(min-content,1fr))] gap-2">
      {ways.map(
        (way) =>
          way && (
            <a
              key={way.key}
              href={way.href}
              {...(way.key === 'whatsApp' && { target: '_blank', rel: 'noopener noreferrer' })}
              className={WIDE}
            >
              {way.text}
            </a>
          ),
      )}
      <Button variant="outline" className="px-2" onClick={note}>
        {t('note')}
      </Button>
    </div>
  )
}
