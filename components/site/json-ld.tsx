import type { Graph, Thing } from '@/lib/json-ld'

/**
 * What the page tells search engines; the owner's texts are in it, so nothing in them may end the
 * script.
 */
export const JsonLd = ({ data }: { data: Thing | Graph | readonly (Thing | Graph)[] }) => (
  <script
    type="application/ld+json"
    dangerouslySetInnerHTML={{ __html: JSON.stringify(data).replaceAll('<', '\\u003c') }}
  />
)
