import { Picture } from '@/components/layout/picture'
import { cn } from '@/components/ui/cn'
import { pictureUrl, type Category } from '@/lib/content/rules'
import type { PictureName } from '@/lib/seo/pictures'

type Props = {
  post: { id: number; category: string; coverUrl: string | null }
  sizes: string
  priority?: boolean
  className: string
}

/** The picture of a post: the studio's own, otherwise one of our scenes. */
export function Cover({ post, sizes, priority = false, className }: Props) {
  const own = pictureUrl(post.coverUrl)
  if (!own)
    return (
      <Picture
        name={postScene(post)}
        alt=""
        sizes={sizes}
        priority={priority}
        className={className}
      />
    )
  return (
    <img
      src={own}
      alt=""
      width={1280}
      height={720}
      loading={priority ? 'eager' : 'lazy'}
      fetchPriority={priority ? 'high' : undefined}
      decoding="async"
      referrerPolicy="no-referrer"
      className={cn('block h-auto w-full bg-raised object-cover', className)}
    />
  )
}

const SCENES: Record<Category, readonly PictureName[]> = {
  'podcast-tips': ['headphones', 'microphone', 'solo-booth'],
  'content-creation': ['edit-suite', 'camera', 'lights'],
  'studio-news': ['entrance', 'mixing-desk', 'livestream-1'],
  'industry-insights': ['podcast-2', 'entrance', 'panel-table'],
}

/** The scene of a post: by its category, and by its id so that neighbours differ. */
export function postScene({ id, category }: { id: number; category: string }): PictureName {
  const scenes = SCENES[category as Category] ?? SCENES['content-creation']
  return scenes[id % scenes.length] ?? 'microphone'
}
