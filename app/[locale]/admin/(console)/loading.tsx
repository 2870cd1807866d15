import { useTranslations } from 'next-intl'
import { Spinner } from '@/components/ui/spinner'

/** An area on its way; the console around it stays. */
export default function Loading() {
  const t = useTranslations('common')
  return (
    <p role="status" className="grid min-h-40 place-items-center text-muted">
      <Spinner />
      <span className="sr-only">{t('loading')}</span>
    </p>
  )
}
