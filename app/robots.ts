import type { MetadataRoute } from 'next'
import { LOCALES } from '@/lib/i18n/routing'
import { pathIn } from '@/lib/i18n/path'
import { siteUrl } from '@/lib/seo/site-url'

// What is no page to find: the admin's, a visitor's own, and the steps of a payment.
// As prefixes: /admin covers /admin-blog.
const PRIVATE = [
  '/admin',
  '/manage/',
  '/booking-success',
  '/video-editing-checkout',
  '/video-editing-success',
]

/**
 * Previews and test shops are kept out by the header X-Robots-Tag, which a crawler has to be let in
 * to read.
 */
export default function robots(): MetadataRoute.Robots {
  const disallow = [
    '/api/',
    '/sandbox/',
    ...LOCALES.flatMap((locale) => PRIVATE.map((path) => pathIn(locale, path))),
  ]
  return { rules: { userAgent: '*', allow: '/', disallow }, sitemap: `${siteUrl()}/sitemap.xml` }
}
