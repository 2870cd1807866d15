'use client'
import { useTranslations } from 'next-intl'
import { Support } from './support'

/** Someone to ask: what about, and the first message of the chat. */
export function Assistance({ note, message }: { note: string; message: string }) {
  const t = useTranslations('confirmation.assistance')
  return (
    <section className="flex flex-wrap items-center justify-between gap-x-8 gap-y-4 rounded-lg border border-line bg-raised p-5 sm:p-6">
      <div className="grid gap-1">
        <h2 className="text-lg">{t('title')}</h2>
        <p className="text-sm text-muted">{note}</p>
      </div>
      <Support message={message} />
    </section>
  )
}
