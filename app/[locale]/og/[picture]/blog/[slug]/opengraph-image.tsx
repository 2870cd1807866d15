import { cacheLife, cacheTag } from 'next/cache'
import { notFound } from 'next/navigation'
import { lowestRate } from '@/lib/catalog/queries'
import { publishedPosts } from '@/lib/content/queries'
import { LOCALES, type Locale } from '@/lib/i18n/routing'
import type { PictureName } from '@/lib/seo/pictures'
import { site } from '@/lib/settings/queries'
import { drawPreview, pictureNamed, previewAnswer } from '../../../draw'

type Params = { locale: string; picture: string; slug: string }

async function drawn(
  locale: Locale,
  title: string,
  picture: PictureName,
  name: string,
  lowest: number | null,
): Promise<Uint8Array> {
  'use cache'
  cacheTag('blog')
  cacheLife('max')
  return drawPreview({ locale, title, picture, name, lowest })
}

/** A post's title, drawn at the first request and again when the title changes. */
export default async function PostPreview({
  params,
}: {
  params: Promise<Params>
}): Promise<Response> {
  const { locale: wanted, picture: name, slug } = await params
  const locale = LOCALES.find((each) => each === wanted)
  const picture = pictureNamed(name)
  const post = (await publishedPosts()).find((each) => each.slug === slug)
  if (!locale || !picture || !post) notFound()
  const title = (locale === 'en' ? undefined : post.translations[locale]?.title) ?? post.title
  const [{ name: brand }, lowest] = await Promise.all([site(), lowestRate()])
  return previewAnswer(await drawn(locale, title, picture, brand, lowest))
}
