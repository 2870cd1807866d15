import 'server-only'
import { revalidateTag } from 'next/cache'
import { CONTENT_TAGS, type ContentTag } from './content-versions'
import { finishedPages } from './prerendered'
import { invalidateContent } from './remembered'

export { CONTENT_TAGS }

/**
 * The next request reads the current rows. A route handler calls it after its mutation, so that
 * administrators see their own change at once. The other instances detect it in the database
 * (lib/cache/content-versions.ts); on Vercel its own cache notifies them.
 */
export function expireContent(...tags: readonly ContentTag[]): void {
  // Not the profile "max": that would serve the old page once more while the new one is rendered.
  for (const tag of tags) revalidateTag(tag, { expire: 0 })
  finishedPages()?.drop()
  invalidateContent()
}
