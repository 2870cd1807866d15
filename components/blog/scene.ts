import type { Category } from '@/lib/content/rules'
import type { PictureName } from '@/lib/pictures'

const SCENES: Record<Category, readonly PictureName[]> = {
  'podcast-tips': ['headphones', 'microphone', 'solo-booth'],
  'content-creation': ['edit-suite', 'camera', 'lights'],
  'studio-news': ['entrance', 'mixing-desk', 'livestream-1'],
  'industry-insights': ['podcast-2', 'entrance', 'panel-table'],
}

/** The scene over a post: by its category, and by its id so that neighbours differ. */
export function postScene({ id, category }: { id: number; category: string }): PictureName {
  const scenes = SCENES[category as Category] ?? SCENES['content-creation']
  return scenes[id % scenes.length] ?? 'microphone'
}
