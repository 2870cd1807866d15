'use client'
import { MessageCircle } from 'lucide-react'
import { useTranslations } from 'next-intl'
import { useSite } from '@/components/site/site-context'
import { Button } from '@/components/ui/button'
import { whatsappLink } from '@/lib/site'

/** Opens a chat with the studio in a new tab, the first message already written. */
export function Support({ message }: { message: string }) {
  const studio = useSite()
  const t = useTranslations('confirmation.assistance')
  return (
    <Button asChild variant="outline" size="lg">
      <a href={whatsappLink(studio, message)} target="_blank" rel="noopener noreferrer">
        <MessageCircle aria-hidden="true" />
        {t('button')}
        <span className="sr-only"> ({t('newTab')})</span>
      </a>
    </Button>
  )
}
