import type { MetadataRoute } from 'next'
import { siteUrl } from '@/lib/seo/site-url'

/**
 * Only addresses that are not pages are forbidden. Pages that must not be listed (the admin's, a
 * visitor's own, the steps of a payment) and previews of the site have noindex, which a crawler
 * must be allowed to read: forbidden, they would be listed because of links to them.
 */
export default function robots(): MetadataRoute.Robots {
  return {
    rules: {
      userAgent: '*',
      // Pictures of posts and portfolio items are uploads.
      allow: ['/', '/api/uploads/'],
      disallow: ['/api/', '/sandbox/'],
    },
    sitemap: `${siteUrl()}/sitemap.xml`,
  }
}
