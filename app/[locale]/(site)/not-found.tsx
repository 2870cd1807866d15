import type { Metadata } from 'next'
import { getTranslations } from 'next-intl/server'

export { NotFound as default } from '@/components/layout/not-found'

export async function generateMetadata(): Promise<Metadata> {
  const t = await getTranslations('pages.notFound')
  return { title: t('title'), robots: { index: false } }
}
