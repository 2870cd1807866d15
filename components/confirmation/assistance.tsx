'use client'
import { useTranslations } from 'next-intl'
import { Support } from './support'

export function Assistance({ bookingId }: { bookingId?: number }) {
  const t = useTranslations('confirmation.assistance')
  return (
    <section className="flex flex-wrap items-center justify-between gap-x-8 gap-y-4 rounded-lg border border-line bg-raised p-5 sm:p-6">
      <div className="grid gap-1">
        <h2 className="text-lg">{t('title')}</h2>
        <p className="text-sm text-muted">{t('note')}</p>
      </div>
      <Support message={bookingId ? t('messageWithId', { id: bookingId }) : t('message')} />
    </section>
  )
}
