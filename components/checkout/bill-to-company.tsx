import { useTranslations } from 'next-intl'
import type { ComponentProps } from 'react'
import { cn } from '@/components/ui/cn'
import type { Elements } from '@/components/ui/elements'

/** The collapsible section around the fields. `summary` shows the company while it is closed. */
export function BillToCompany({
  summary,
  className,
  children,
  ...details
}: { summary?: string; children: Elements } & Omit<ComponentProps<'details'>, 'children'>) {
  const t = useTranslations('billing')
  return (
    <details className={cn('group rounded-lg border border-line', className)} {...details}>
      <summary className="min-h-11 cursor-pointer px-4 py-2.5 font-medium">
        <span>{t('title')}</span>
        {summary && (
          <span className="text-sm font-normal text-muted wrap-anywhere group-open:hidden">
            {` · ${summary}`}
          </span>
        )}
      </summary>
      <div className="grid gap-4 px-4 pt-1 pb-4">
        <p className="text-sm text-muted">{t('lead')}</p>
        {children}
      </div>
    </details>
  )
}
