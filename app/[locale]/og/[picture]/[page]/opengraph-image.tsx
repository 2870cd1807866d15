import { cacheLife } from 'next/cache'
import { notFound } from 'next/navigation'
import { translator } from '@/lib/i18n/messages'
import { LOCALES, type Locale } from '@/lib/i18n/routing'
import { pageNamed } from '@/lib/pages'
import type { PictureName } from '@/lib/pictures'
import { site } from '@/lib/settings/data'
import { drawPreview, pictureNamed, previewAnswer } from '../../draw'

type Params = { locale: string; picture: string; page: string }

async function drawn(
  locale: Locale,
  page: string,
  picture: PictureName,
  name: string,
): Promise<Uint8Array> {
  'use cache'
  cacheLife('max')
  return drawPreview(locale, translator(locale, 'seo')(`preview.${page}`), picture, name)
}

/** Drawn when first asked for: three languages of every page at each build would take minutes. */
export default async function PagePreview({
  params,
}: {
  params: Promise<Params>
}): Promise<Response> {
  const { locale: wanted, picture: name, page } = await params
  const locale = LOCALES.find((each) => each === wanted)
  const picture = pictureNamed(name)
  if (!locale || !picture || !pageNamed(page)) notFound()
  return previewAnswer(await drawn(locale, page, picture, (await site()).name))
}
