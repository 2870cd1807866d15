/** One session of a day's run sheet; times are HH:MM, "24:00" is the day's end. */
export type SheetSession = {
  id: number
  from: string
  to: string
  room: string
  name: string
  phone: string | null
  service: string
  people: number | null
  addOns: string[]
  wishes: string | null
  /** In sen; null for whoever may see no money. */
  owedSen: number | null
}
export type RunSheet = { date: string; several: boolean; sessions: SheetSession[]; more: number }
