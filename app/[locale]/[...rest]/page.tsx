import type { Metadata } from 'next'
import { getTranslations } from 'next-intl/server'
import { notFound } from 'next/navigation'
import { Suspense } from 'react'
import { NotFound } from '@/components/site/not-found'

export async function generateMetadata(): Promise<Metadata> {
  const t = await getTranslations('pages.notFound')
  return { title: t('title'), robots: { index: false } }
}

/**
 * Every address no other page answers. notFound() alone would send an empty document that only JavaScript fills; thrown
 * inside Suspense while prerendering it sets the status 404 and leaves the page around it in the HTML. The params are
 * not read and not listed, so one prerendered answer per language serves every address and nothing is kept per address.
 */
export default function Unknown() {
  return (
    <>
      <NotFound />
      <Suspense>
        <Status404 />
      </Suspense>
    </>
  )
}

function Status404(): never {
  notFound()
}
