import type { MetadataRoute } from 'next'
import { siteUrl } from '@/lib/seo/site-url'

/**
 * Only what is no page is forbidden. Pages that are not to be found (the admin's, a visitor's own,
 * the steps of a payment) and previews of the site say noindex, which a crawler has to be let in to
 * read: forbidden, they would be listed by the links that lead to them.
 */
export default function robots(): MetadataRoute.Robots {
  return {
    rules: {
      userAgent: '*',
      // Pictures of posts and works are uploads.
      allow: ['/', '/api/uploads/'],
      disallow: ['/api/', '/sandbox/'],
    },
    sitemap: `${siteUrl()}/sitemap.xml`,
  }
}
