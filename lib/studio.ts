// What the studio offers, as far as several domains need it and none of them owns it: opening
// hours, the tiers and lengths of an edit, kinds of work. The settings override what administrators
// can change; these are the defaults. Pure.

/** Opening and closing time of one studio day, in whole hours: 0 to 24, `opens` before `closes`. */
export type DayHours = { opens: number; closes: number }

/** Hours by kind of day; `weekend` is Saturday, Sunday and public holidays. */
export type WeekHours = { weekday: DayHours; weekend: DayHours }

/** Studio dates, both included, in these rooms or in all. `name` in the reader's language. */
export type Season = WeekHours & {
  from: string
  to: string
  name: string
  roomIds?: number[] | undefined
}

/** The usual hours of a room, and its seasons with different ones; no two seasons share a day. */
export type Hours = WeekHours & { seasons?: readonly Season[] }

/** Until others are set: Mon–Fri 9–21; weekends and holidays 10–17 (docs/decisions/020 B2). */
export const DEFAULT_HOURS: WeekHours = {
  weekday: { opens: 9, closes: 21 },
  weekend: { opens: 10, closes: 17 },
}

export const WEEKDAYS = [
  'monday',
  'tuesday',
  'wednesday',
  'thursday',
  'friday',
  'saturday',
  'sunday',
] as const
export type Weekday = (typeof WEEKDAYS)[number]

/** The days on which the office works, and the hour by which an edit is due (docs/decisions/020 D6). */
export type OfficeWeek = Record<Weekday, boolean> & { dueHour: number }

/** Until an administrator sets another one. */
export const DEFAULT_OFFICE_WEEK: OfficeWeek = {
  monday: true,
  tuesday: true,
  wednesday: true,
  thursday: true,
  friday: true,
  saturday: false,
  sunday: false,
  dueHour: 21,
}

export const TIERS = ['basic', 'standard', 'premium'] as const

export type Tier = (typeof TIERS)[number]

export const PRICED_LENGTHS = ['<60s', '60-120s', '120-180s', '5-10 mins'] as const

export type PricedLength = (typeof PRICED_LENGTHS)[number]

/** Length of the finished video; the last has no price and cannot be ordered (docs/decisions/020 D4). */
export const LENGTHS = [...PRICED_LENGTHS, '>10 mins'] as const

export type VideoLength = (typeof LENGTHS)[number]

export const LENGTH_KEYS = {
  '<60s': 's60',
  '60-120s': 's120',
  '120-180s': 's180',
  '5-10 mins': 'm10',
  '>10 mins': 'more',
} as const satisfies Record<VideoLength, string>

/** Rounds of changes that are part of the price. */
export const REVISIONS: Record<Tier, number> = { basic: 1, standard: 2, premium: 3 }

export const RUSH_PERCENT = 35

/** Discounts on the tiers' badges: advertising, never part of a calculation (docs/decisions/020 D5). */
export type Marketing = {
  tierBadges: boolean
  editingStarts: boolean
  discounts: Partial<Record<Tier, number>>
}

export const DEFAULT_MARKETING: Marketing = {
  tierBadges: true,
  editingStarts: true,
  discounts: { standard: 10, premium: 15 },
}

export const PORTFOLIO_TYPES = ['podcast', 'video', 'livestream'] as const

export type PortfolioType = (typeof PORTFOLIO_TYPES)[number]

/** Work from before this site, added to the live counts. */
export const PORTFOLIO_OFFSETS: Record<PortfolioType, number> = {
  podcast: 120,
  video: 85,
  livestream: 200,
}

/** After `deliveries` deliveries, of which the first is the edit itself. */
export const revisionsLeft = (tier: Tier, deliveries: number): number =>
  Math.max(0, REVISIONS[tier] - Math.max(0, deliveries - 1))
