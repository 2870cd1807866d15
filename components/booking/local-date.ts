// react-day-picker thinks in the browser's own calendar. A studio date travels through it as that same calendar day,
// never as an instant: an instant would be another day in another zone.

export function toLocalDate(date: string): Date {
  const [year = 0, month = 1, day = 1] = date.split('-').map(Number)
  return new Date(year, month - 1, day)
}

export const fromLocalDate = (day: Date): string =>
  [day.getFullYear(), day.getMonth() + 1, day.getDate()].map((part) => String(part).padStart(2, '0')).join('-')
