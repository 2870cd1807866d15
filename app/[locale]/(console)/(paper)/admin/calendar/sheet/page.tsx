import type { Metadata } from 'next'
import { getTranslations } from 'next-intl/server'
import { locale as rootLocale } from 'next/root-params'
import { RunSheetView } from '@/components/admin/sheet/run-sheet'
import { sheetOfDay } from '@/lib/admin/sheet/queries'
import { currentAdmin, requireRole } from '@/lib/auth/page-guards'
import { toLocale } from '@/lib/i18n/routing'
import { isDate, studioDate } from '@/lib/time'

export async function generateMetadata(): Promise<Metadata> {
  if (!(await currentAdmin())) return {}
  const t = await getTranslations('admin.runSheet')
  return { title: t('title') }
}

type Props = PageProps<'/[locale]/admin/calendar/sheet'>

// Nothing is rendered before the session is checked: there is no shell to show at once.
export const instant = false

/** One day on paper: `?date=2026-12-01`, otherwise today. */
export default async function RunSheetPage({ searchParams }: Props) {
  const { role, trusted } = await requireRole('/admin/calendar/sheet', 'crew')
  const { date: asked } = await searchParams
  const locale = toLocale(await rootLocale())
  const now = new Date()
  const date = typeof asked === 'string' && isDate(asked) ? asked : studioDate(now)
  const sheet = await sheetOfDay(date, { locale, now, role })
  return <RunSheetView {...{ sheet, locale, trusted }} />
}
