import type { Metadata } from 'next'
import { getTranslations } from 'next-intl/server'
import { Missing } from '@/components/layout/not-found'

export async function generateMetadata(): Promise<Metadata> {
  const t = await getTranslations('pages.notFound')
  return { title: t('title'), robots: { index: false } }
}

/**
 * Every address without another page. The params are neither read nor listed, so one prerendered
 * answer per language serves every address and nothing is cached per address.
 */
export default function Unknown() {
  return <Missing />
}
