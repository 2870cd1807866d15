import type { PortfolioType } from '@/lib/content/rules'
import type { PictureName } from '@/lib/pictures'

const SCENES: Record<PortfolioType, readonly PictureName[]> = {
  podcast: ['podcast-1', 'podcast-2', 'solo-booth', 'headphones'],
  video: ['video-1', 'video-2', 'camera', 'lights'],
  livestream: ['livestream-1', 'livestream-2', 'mixing-desk', 'panel-table'],
}

/** The scene of an item without a picture of its own: by its type, and by `index` among the items of that type so that neighbours differ. */
export function itemScene(type: string, index: number): PictureName {
  const scenes = SCENES[type as PortfolioType] ?? SCENES.podcast
  return scenes[index % scenes.length] ?? 'podcast-1'
}
