/** Where an entry is in the grid: hours since midnight, `hours` long. */
export type Spot = { column: number; from: number; hours: number }
export type GridSize = { columns: number; first: number; last: number }

const within = (value: number, least: number, most: number): number =>
  Math.max(least, Math.min(value, most))

/** The nearest that lies inside the grid, and begins before midnight. */
function inside({ column, from, hours }: Spot, { columns, first, last }: GridSize): Spot {
  const latest = Math.max(first, Math.min(23, Math.floor(last - hours)))
  return { column: within(column, 0, columns - 1), from: within(from, first, latest), hours }
}

/**
 * The column and the nearest whole hour to an entry's top. `x` and `top` are pixels within the grid,
 * which is `width` wide; `hour` is the height of one.
 */
export const spotAt = (
  at: { x: number; top: number },
  { width, hour, ...grid }: GridSize & { width: number; hour: number },
  hours: number,
): Spot =>
  inside(
    {
      column: Math.floor((at.x / width) * grid.columns),
      from: Math.round(grid.first + at.top / hour),
      hours,
    },
    grid,
  )

/** With so many hours more or fewer: at least one, and not beyond the grid. */
export const lengthened = (spot: Spot, more: number, { last }: GridSize): Spot => ({
  ...spot,
  hours: within(Math.round(spot.hours + more), 1, Math.max(1, Math.floor(last - spot.from))),
})

const STEPS: Record<string, { column: number; from: number } | undefined> = {
  ArrowUp: { column: 0, from: -1 },
  ArrowDown: { column: 0, from: 1 },
  ArrowLeft: { column: -1, from: 0 },
  ArrowRight: { column: 1, from: 0 },
}

/** One hour, day or room further by an arrow; with Shift, one hour shorter or longer. Null: another key. */
export function stepped(
  spot: Spot,
  { key, shiftKey }: { key: string; shiftKey: boolean },
  grid: GridSize,
): Spot | null {
  const step = STEPS[key]
  if (!step) return null
  if (shiftKey) return step.from === 0 ? null : lengthened(spot, step.from, grid)
  return inside({ ...spot, column: spot.column + step.column, from: spot.from + step.from }, grid)
}

type Span = { from: number; to: number }

/** Nothing of it is taken. */
export const isFreeSpan = ({ from, to }: Span, taken: readonly Span[]): boolean =>
  taken.every((one) => one.to <= from || to <= one.from)

/** The whole hours of a day's opening, not before `since`, in which nothing is. */
export const freeHours = (
  { closed, opens, closes }: { closed: boolean; opens: number; closes: number },
  taken: readonly Span[],
  since: number,
): number[] =>
  closed
    ? []
    : Array.from({ length: closes - opens }, (_, nth) => opens + nth).filter(
        (from) => from + 1 > since && isFreeSpan({ from, to: from + 1 }, taken),
      )

/** Beside each other where they overlap: which lane of how many each has, in their order. */
export function lanesOf(spans: readonly Span[]): { lane: number; lanes: number }[] {
  const lanes = spans.map(() => ({ lane: 0, lanes: 1 }))
  const order = spans
    .map((span, index) => ({ ...span, index }))
    .sort((a, b) => a.from - b.from || b.to - a.to)
  let group: number[] = []
  let ends: number[] = []
  const close = () => {
    for (const index of group) lanes[index] = { lane: lanes[index]?.lane ?? 0, lanes: ends.length }
  }
  for (const { from, to, index } of order) {
    if (ends.every((end) => end <= from)) {
      close()
      group = []
      ends = []
    }
    const free = ends.findIndex((end) => end <= from)
    const lane = free < 0 ? ends.length : free
    ends[lane] = to
    lanes[index] = { lane, lanes: 1 }
    group.push(index)
  }
  close()
  return lanes
}

export type GridItem = { key: string; column: number; from: number }

/**
 * The item that an arrow leads to: up and down in its column, to the sides the nearest in time of the
 * next column that has any. Null: there is none, or it is another key.
 */
export function neighbourOf(
  items: readonly GridItem[],
  current: GridItem,
  key: string,
): GridItem | null {
  const step = STEPS[key]
  if (!step) return null
  const ordered = [...items].sort((a, b) => a.column - b.column || a.from - b.from)
  if (step.column === 0) {
    const own = ordered.filter(({ column }) => column === current.column)
    return own[own.findIndex((item) => item.key === current.key) + step.from] ?? null
  }
  const beyond = ordered.filter(({ column }) => (column - current.column) * step.column > 0)
  const nearest = step.column > 0 ? beyond[0]?.column : beyond.at(-1)?.column
  const distance = ({ from }: GridItem) => Math.abs(from - current.from)
  return (
    beyond
      .filter(({ column }) => column === nearest)
      .sort((a, b) => distance(a) - distance(b))[0] ?? null
  )
}
