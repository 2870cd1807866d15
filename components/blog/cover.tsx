import { Picture } from '@/components/site/picture'
import { cn } from '@/components/ui/cn'
import { pictureUrl } from '@/lib/content/rules'
import { postScene } from './scene'

type Props = {
  post: { id: number; category: string; coverUrl: string | null }
  sizes: string
  priority?: boolean
  className: string
}

/** The picture over a post: the owner's, else one of ours. */
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
