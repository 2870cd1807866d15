'use client'
import { useTranslations } from 'next-intl'
import type { ReactNode } from 'react'
import { EntryButtons, EntryForm } from '@/components/admin/form/entry'
import { useEntry } from '@/components/admin/form/use-entry'
import { cn } from '@/components/ui/cn'
import { SETTINGS, type SettingKey } from '@/lib/settings/schema'

type Props = { name: SettingKey; version: string | null; className?: string; children: ReactNode }

/** One group of settings with a button of its own; `children` are its fields. */
export function SettingForm({ name, version, className, children }: Props) {
  const [t, form] = [useTranslations('admin.settings'), useTranslations('admin.form')]
  const entry = useEntry({
    method: 'PATCH',
    path: `/api/settings/${name}`,
    schema: SETTINGS[name],
    ...(version !== null && { version }),
    saved: t('saved'),
  })
  return (
    <section
      aria-labelledby={`setting-${name}`}
      className={cn(
        'grid content-start gap-4 rounded-lg border border-line bg-card p-4 sm:p-6',
        className,
      )}
    >
      <div className="grid gap-1">
        <h3 id={`setting-${name}`} className="text-lg">
          {t(`${name}.title`)}
        </h3>
        <p className="measure text-sm text-muted">{t(`${name}.hint`)}</p>
      </div>
      <EntryForm entry={entry}>
        {children}
        <EntryButtons pending={entry.pending} save={form('save')} />
      </EntryForm>
    </section>
  )
}
