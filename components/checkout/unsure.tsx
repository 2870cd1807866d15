import { MessageCircle } from 'lucide-react'
import { useTranslations } from 'next-intl'
import { useSite } from '@/components/layout/site-context'
import { Alert, AlertDescription, AlertTitle } from '@/components/ui/alert'
import { buttonVariants } from '@/components/ui/button-variants'
import { whatsappLink } from '@/lib/settings/links'

/** Beside the button, when nobody could be asked whether the payment went through. */
export function Unsure({ clientSecret }: { clientSecret: string }) {
  const t = useTranslations('payment.unsure')
  const studio = useSite()
  const [reference = ''] = clientSecret.split('_secret_')
  return (
    <Alert role="alert">
      <AlertTitle>{t('title')}</AlertTitle>
      <AlertDescription>{t('note', { reference })}</AlertDescription>
      <a
        href={whatsappLink(studio, t('message', { reference }))}
        target="_blank"
        rel="noopener noreferrer"
        className={buttonVariants({
          size: 'sm',
          variant: 'outline',
          className: 'mt-2 justify-self-start',
        })}
      >
        <MessageCircle aria-hidden="true" />
        {t('button')}
        <span className="sr-only"> ({t('newTab')})</span>
      </a>
    </Alert>
  )
}
