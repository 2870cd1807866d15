import { cacheLife } from 'next/cache'
import { notFound } from 'next/navigation'
import { lowestRate } from '@/lib/catalog/queries'
import { translator } from '@/lib/i18n/messages'
import { LOCALES, type Locale } from '@/lib/i18n/routing'
import { pageName, pageNamed, type PageName } from '@/lib/seo/pages'
import type { PictureName } from '@/lib/seo/pictures'
import { site } from '@/lib/settings/queries'
import { drawPreview, pictureNamed, previewAnswer } from '../../draw'

type Params = { locale: string; picture: string; page: string }

async function drawn(
  locale: Locale,
  page: PageName,
  picture: PictureName,
  name: string,
  lowest: number | null,
): Promise<Uint8Array> {
  'use cache'
  cacheLife('max')
  const title = translator(locale, 'seo')(`preview.${page}`)
  return drawPreview({ locale, title, picture, name, lowest })
}

/** Drawn at the first request: three languages of every page at each build would take minutes. */
export default async function PagePreview({
  params,
}: {
  params: Promise<Params>
}): Promise<Response> {
  const { locale: wanted, picture: name, page: asked } = await params
  const locale = LOCALES.find((each) => each === wanted)
  const picture = pictureNamed(name)
  const page = pageNamed(asked)
  if (!locale || !picture || !page) notFound()
  const [{ name: brand }, lowest] = await Promise.all([site(), lowestRate()])
  return previewAnswer(await drawn(locale, pageName(page), picture, brand, lowest))
}
