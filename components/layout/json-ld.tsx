import type { Graph, Thing } from '@/lib/seo/json-ld'

/**
 * What the page tells search engines; texts of the admin are in it, so nothing in them may end the
 * script.
 */
export const JsonLd = ({ data }: { data: Thing | Graph | readonly (Thing | Graph)[] }) => (
  <script
    type="application/ld+json"
    dangerouslySetInnerHTML={{ __html: JSON.stringify(data).replaceAll('<', '\\u003c') }}
  />
)
