import { useTranslations } from 'next-intl'
import { Spinner } from '@/components/ui/spinner'

/** An area that is loading; the console around it remains. */
export default function Loading() {
  const t = useTranslations('common')
  return (
    <p role="status" className="grid min-h-40 place-items-center text-muted">
      <Spinner />
      <span className="sr-only">{t('loading')}</span>
    </p>
  )
}
