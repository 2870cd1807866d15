import type { Span } from '@/lib/availability/rules'

/** Reserved time as the metadata of an intent: `2026-12-01T02:00Z/60` (UTC, minutes), by blanks. */
export const sessionText = (spans: readonly Span[]): string =>
  [...spans]
    .sort((a, b) => a.startsAt.getTime() - b.startsAt.getTime())
    .map(({ startsAt, endsAt }) => {
      const minutes = (endsAt.getTime() - startsAt.getTime()) / 60_000
      return `${startsAt.toISOString().slice(0, 16)}Z/${minutes}`
    })
    .join(' ')

/** Reads a `sessionText`; what is not one is no time. */
export const sessionSpans = (text = ''): Span[] =>
  [...text.matchAll(/(\d{4}-\d{2}-\d{2}T\d{2}:\d{2}Z)\/(\d{1,4})/g)].map(([, start, minutes]) => {
    const startsAt = new Date(start ?? '')
    return { startsAt, endsAt: new Date(startsAt.getTime() + Number(minutes) * 60_000) }
  })
