'use client'
import { TriangleAlert } from 'lucide-react'
import { useTranslations } from 'next-intl'
import { useState } from 'react'
import type { Saved } from '@/components/admin/shared/use-save'
import { HttpError } from '@/components/api'
import { Alert, AlertDescription, AlertTitle } from '@/components/ui/alert'
import type { Warning } from '@/lib/availability/by-hand'

/**
 * What the server warns of before this session is booked or moved by hand. `read` takes a refusal and
 * returns whether it was such a warning; another session has warnings of its own.
 */
export function useWarnings(session: object) {
  const key = JSON.stringify(session)
  const [shown, setShown] = useState<{ key: string; warnings: readonly Warning[] } | null>(null)
  const read = ({ error }: Saved<never> & { ok: false }): boolean => {
    const warnings = error instanceof HttpError ? error.body.warnings : undefined
    setShown(warnings ? { key, warnings } : null)
    return warnings !== undefined
  }
  return { warnings: shown?.key === key ? shown.warnings : [], read }
}

/** The warnings in words; they are sent with the next attempt. */
export function Warnings({ warnings }: { warnings: readonly Warning[] }) {
  const t = useTranslations('admin.bookings.warnings')
  if (warnings.length === 0) return null
  return (
    <Alert role="alert">
      <TriangleAlert aria-hidden="true" />
      <AlertTitle>{t('title')}</AlertTitle>
      <AlertDescription>
        <ul className="grid gap-1">
          {warnings.map((warning) => (
            <li key={warning}>{t(`long.${warning}`)}</li>
          ))}
        </ul>
      </AlertDescription>
    </Alert>
  )
}
