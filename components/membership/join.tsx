import { Mail, MessageCircle } from 'lucide-react'
import { getTranslations } from 'next-intl/server'
import { buttonVariants } from '@/components/ui/button-variants'
import { SITE, whatsappLink } from '@/lib/site'

const NEEDED = ['name', 'email', 'phone', 'package', 'referral'] as const

/** How to join: a prefilled message, until the join form takes this block's place. */
export async function Join() {
  const [t, common] = await Promise.all([getTranslations('membership.join'), getTranslations('common')])
  const lines = NEEDED.map((key) => `${t(`needed.${key}`)}: `)
  const message = [t('message'), '', ...lines].join('\n')
  const mail = `mailto:${SITE.email}?subject=${encodeURIComponent(t('subject'))}&body=${encodeURIComponent(message)}`
  return (
    <section id="join" className="border-y border-line bg-raised">
      <div className="wrap grid gap-x-16 gap-y-10 py-16 lg:grid-cols-2 lg:py-24">
        <div className="grid content-start justify-items-start gap-5">
          <h2 className="text-3xl sm:text-4xl">{t('title')}</h2>
          <p className="max-w-[50ch] text-lg text-muted">{t('lead')}</p>
          <div className="flex w-full flex-wrap gap-3 max-sm:*:grow">
            <a href={whatsappLink(message)} target="_blank" rel="noopener noreferrer" className={buttonVariants({ size: 'lg' })}>
              <MessageCircle aria-hidden="true" />
              {t('whatsapp')}
              <span className="sr-only"> ({common('newTab')})</span>
            </a>
            <a href={mail} className={buttonVariants({ size: 'lg', variant: 'outline' })}>
              <Mail aria-hidden="true" />
              {t('mail')}
            </a>
          </div>
        </div>
        <div className="grid content-start gap-4">
          <h3 className="text-lg">{t('needed.title')}</h3>
          <ul className="divide-y divide-line border-y border-line">
            {NEEDED.map((key) => (
              <li key={key} className="py-3">{t(`needed.${key}`)}</li>
            ))}
          </ul>
          <p className="text-sm text-muted">{t('after')}</p>
        </div>
      </div>
    </section>
  )
}
