import 'server-only'
import { revalidateTag } from 'next/cache'
import { CONTENT_TAGS, type ContentTag } from './content-versions'
import { finishedPages } from './prerendered'
import { forgetContent } from './remembered'

export { CONTENT_TAGS }

/**
 * Throws away what this instance has cached under `tags`, pages included: whoever asks next gets
 * the rows of now. A route handler calls it after its mutation, so that the admin sees their own
 * change at once. The other instances learn of it from the database (lib/cache/content-versions.ts); on
 * Vercel its own cache tells them.
 */
export function expireContent(...tags: readonly ContentTag[]): void {
  // Not the profile "max": that would show the old page once more while the new one is made.
  for (const tag of tags) revalidateTag(tag, { expire: 0 })
  finishedPages()?.drop()
  forgetContent()
}
