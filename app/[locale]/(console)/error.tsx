'use client'
import { useTranslations } from 'next-intl'
import { Button } from '@/components/ui/button'

/**
 * A page of the console that failed to render; the frame around it stays. Next.js has logged the
 * error already. Code that is gone since a deployment comes back by a reload only.
 */
export default function Failure({ error, retry }: { error: Error; retry: () => void }) {
  const t = useTranslations('admin.frame.failure')
  return (
    <section role="alert" className="grid min-h-[60dvh] content-center gap-5 p-6">
      <h1 className="text-2xl">{t('title')}</h1>
      <p className="measure text-muted">{t('text')}</p>
      <div>
        <Button onClick={error.name === 'ChunkLoadError' ? () => window.location.reload() : retry}>
          {t('retry')}
        </Button>
      </div>
    </section>
  )
}
