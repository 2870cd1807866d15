import type { Metadata } from 'next'
import { getTranslations } from 'next-intl/server'
import { Missing } from '@/components/layout/not-found'

export async function generateMetadata(): Promise<Metadata> {
  const t = await getTranslations('pages.notFound')
  return { title: t('title'), robots: { index: false } }
}

/**
 * Every address no other page answers. The params are not read and not listed, so one prerendered
 * answer per language serves every address and nothing is kept per address.
 */
export default function Unknown() {
  return <Missing />
}
