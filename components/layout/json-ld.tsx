import type { Graph, Thing } from '@/lib/seo/json-ld'

/**
 * Structured data of the page; it contains administrators' texts, so nothing in them may close the
 * script element.
 */
export const JsonLd = ({ data }: { data: Thing | Graph | readonly (Thing | Graph)[] }) => (
  <script
    type="application/ld+json"
    dangerouslySetInnerHTML={{ __html: JSON.stringify(data).replaceAll('<', '\\u003c') }}
  />
)
