import type { PortfolioType } from '@/lib/studio'
import type { PictureName } from '@/lib/seo/pictures'

const SCENES: Record<PortfolioType, readonly PictureName[]> = {
  podcast: ['podcast-1', 'podcast-2', 'solo-booth', 'headphones'],
  video: ['video-1', 'video-2', 'camera', 'lights'],
  livestream: ['livestream-1', 'livestream-2', 'mixing-desk', 'panel-table'],
}

/**
 * The scene of an item without a picture of its own: by its type, and by `index` among the items of
 * that type so that neighbours differ.
 */
function itemScene(type: string, index: number): PictureName {
  const scenes = SCENES[type as PortfolioType] ?? SCENES.podcast
  return scenes[index % scenes.length] ?? 'podcast-1'
}

/** The scene of each item of the whole list: pages that show a part of it show the same ones. */
export function withScenes<Item extends { type: string }>(
  items: readonly Item[],
): { item: Item; scene: PictureName }[] {
  const seen = new Map<string, number>()
  return items.map((item) => {
    const index = seen.get(item.type) ?? 0
    seen.set(item.type, index + 1)
    return { item, scene: itemScene(item.type, index) }
  })
}

/** Where an item is on the portfolio's page. */
export const itemAnchor = (id: number): string => `item-${id}`
