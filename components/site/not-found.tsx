import { getLocale, getMessages } from 'next-intl/server'
import { sentencesOf } from '@/components/sentences'
import { toLocale } from '@/lib/i18n/routing'
import { NotFoundView } from './not-found-view'

/**
 * What every address without a page shows (spec point 2). As the layout's boundary it stands in
 * every page's flight data, so only its words do.
 */
export async function NotFound() {
  const [{ pages }, locale] = await Promise.all([getMessages(), getLocale()])
  return <NotFoundView locale={toLocale(locale)} words={sentencesOf(pages.notFound)} />
}
