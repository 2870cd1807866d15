import { PORTFOLIO_TYPES, type PortfolioType } from '@/lib/studio'
import { localizedItem, pictureUrl, type PortfolioItem } from '@/lib/content/rules'
import { LANGUAGE_TAG } from '@/lib/i18n/alternates'
import type { Locale } from '@/lib/i18n/routing'

/**
 * What the strip shows of a portfolio item; `lang` only where its words are not in the page's
 * language.
 */
export type Piece = {
  id: number
  type: PortfolioType
  title: string
  text?: string
  length: string | null
  lang?: string
  own: string | null
}

const SHOWN = 4

/** The first featured items in `locale`; only the first, large one brings its description. */
export const featuredPieces = (items: PortfolioItem[], locale: Locale): Piece[] =>
  items
    .filter((item) => item.featured)
    .slice(0, SHOWN)
    .map((item, index) => {
      const { title, description, duration, lang } = localizedItem(item, locale)
      return {
        id: item.id,
        type: PORTFOLIO_TYPES.find((known) => known === item.type) ?? 'podcast',
        title,
        text: index === 0 ? description : undefined,
        length: duration,
        lang: lang === locale ? undefined : LANGUAGE_TAG[lang],
        own: pictureUrl(item.thumbnailUrl),
      }
    })
